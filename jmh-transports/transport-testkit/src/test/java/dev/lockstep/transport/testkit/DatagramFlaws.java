package dev.lockstep.transport.testkit;

import java.util.stream.Stream;

/** For each clause on datagrams a transport over UDP that breaks it. */
final class DatagramFlaws {
    private DatagramFlaws() {}

    static Stream<Flaw> all() {
        return Stream.concat(alone(), Stream.of(lost(), doubled(), reordered()));
    }

    /** Those that no other clause on datagrams catches. */
    static Stream<Flaw> alone() {
        return Stream.of(
                Flaw.of(
                                "datagrams that are lost are sent again, though the outbox was closed",
                                "0 of 1 have come",
                                Template.udp("forgetful", "(open || !unanswered.isEmpty())", "open"))
                        .hanging(),
                Flaw.of(
                        "garbage in datagrams hurts nobody",
                        "receiving fails for what datagrams have come",
                        Template.udp("squeamish", "continue;", "throw new IOException();")),
                Flaw.of(
                        "datagrams that a stranger repeats are not taken",
                        "doubled ",
                        Template.udp(
                                "welcoming",
                                "all.putIfAbsent(id,",
                                "all.putIfAbsent(id ^ from.hashCode(),",
                                "all.get(id)",
                                "all.get(id ^ from.hashCode())")));
    }

    private static Flaw lost() {
        return Flaw.of(
                        "datagrams that are lost are sent again",
                        "the first missing is",
                        Template.udp("careless", "sendAgain();", ""))
                .hanging();
    }

    /** Where an answer is lost a datagram comes twice, too. */
    private static Flaw doubled() {
        return Flaw.of(
                "datagrams that come twice are taken once",
                "doubled ",
                Template.udp(
                        "generous",
                        "if (datagram.number() >= wanted",
                        "if (datagram.number() < wanted && datagram.piece().length == datagram.length()) {"
                                + " deliver(datagram.piece(), arrived); }"
                                + "if (datagram.number() >= wanted"));
    }

    /** Behind a gap, also one of what was lost, a message in one piece is given at once; in its turn nothing is left of it. */
    private static Flaw reordered() {
        return Flaw.of(
                "datagrams out of order are put in order",
                "doubled 0, out of order ",
                Template.udp(
                        "impatient",
                        "early.putIfAbsent(datagram.number(), datagram);",
                        "if (datagram.number() == wanted || datagram.piece().length < datagram.length()) {"
                                + " early.putIfAbsent(datagram.number(), datagram);"
                                + " } else if (!early.containsKey(datagram.number())) {"
                                + " early.put(datagram.number(), null);"
                                + " deliver(datagram.piece(), arrived); }",
                        "for (Datagram next; (next = early.remove(wanted)) != null; wanted++) {",
                        "for (Datagram next; early.containsKey(wanted); wanted++) {"
                                + " if ((next = early.remove(wanted)) == null) { continue; }"));
    }
}
