package dev.lockstep.reports.html;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Ratio;
import dev.lockstep.reports.html.Ladder.Kind;
import dev.lockstep.reports.html.Ladder.Rung;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a ladder says of five questions: a sentence for each, with a ratio's interval. A question whose cells are missing,
 * may not be compared, have fewer than five launches, or have a ratio whose interval does not carry the sentence, is left
 * out.
 */
final class Answers {
    private static final int LAUNCHES = 5;

    private final Ladder ladder;

    private Answers(Ladder ladder) {
        this.ladder = ladder;
    }

    static List<String> of(Ladder ladder) {
        Answers answers = new Answers(ladder);
        return Stream.of(answers.share(), answers.memory(), answers.bindings(), answers.opened(), answers.together())
                .flatMap(Optional::stream)
                .toList();
    }

    /** How much of an exchange is marshalling? With the slowest codec, and the fastest. */
    private Optional<String> share() {
        List<Rung> wholes = ladder.of(Kind.WHOLE).stream()
                .filter(whole -> !whole.column().oneJvm())
                .sorted(Comparator.comparing((Rung whole) -> whole.nanos().mean())
                        .reversed())
                .toList();
        if (wholes.isEmpty()) {
            return Optional.empty();
        }
        String way = Ladder.way(wholes.get(0).cell().orElseThrow());
        List<String> shares = wholes.stream()
                .filter(whole -> Ladder.way(whole.cell().orElseThrow()).equals(way))
                .flatMap(whole -> ladder.of(Kind.MARSHALLING).stream()
                        .filter(part -> part.param(Ladder.CODEC).equals(whole.param(Ladder.CODEC)))
                        .flatMap(part -> ratio(part, whole).flatMap(CellText::share).stream())
                        .map(share -> Names.codec(" by ", whole.param(Ladder.CODEC)) + " is " + share))
                .toList();
        return shares.isEmpty()
                ? Optional.empty()
                : Optional.of("Marshalling" + shares.get(0)
                        + (shares.size() == 1 ? "" : ", and" + shares.get(shares.size() - 1) + ",")
                        + " of an object's way " + way + ".");
    }

    /** What does MPI cost over shared memory, from Java? */
    private Optional<String> memory() {
        return said(
                fastestOfJava(Kind.MPI),
                transport("shm"),
                (mpi, times) -> "From Java, " + size(mpi) + " take " + times + " by MPI ("
                        + Ladder.binding(mpi.column()) + ") as by shared memory.");
    }

    /** What do JNI bindings add over C, and what does {@code ffm}? */
    private Optional<String> bindings() {
        List<String> costs = Stream.of("openmpi", "ffm")
                .flatMap(name -> said(
                        comm(Kind.MPI, name),
                        comm(Kind.MPI, "c"),
                        (java, times) -> times + " through " + Ladder.binding(java.column()))
                        .stream())
                .toList();
        return costs.isEmpty()
                ? Optional.empty()
                : Optional.of(size(comm(Kind.MPI, "c").orElseThrow()) + " by MPI take " + costs.get(0) + " as from C"
                        + (costs.size() == 1 ? "" : ", and " + costs.get(1).replace(" as long", "")) + ".");
    }

    /** What does a connection for each message cost over one that is kept open? */
    private Optional<String> opened() {
        return said(
                transport("socket-open-close"),
                transport("socket"),
                (opened, times) ->
                        size(opened) + " take " + times + " over a connection opened for them as over one kept open.");
    }

    /** What does an allreduce by MPI cost over one in one JVM? */
    private Optional<String> together() {
        Optional<Rung> local = ladder.of(Kind.ALL_REDUCE).stream()
                .filter(rung -> rung.column().oneJvm())
                .findFirst();
        return said(
                fastestOfJava(Kind.ALL_REDUCE),
                local,
                (mpi, times) -> "An allreduce of " + size(mpi) + " takes " + times + " by MPI ("
                        + Ladder.binding(mpi.column()) + ") as in one JVM.");
    }

    private static String size(Rung rung) {
        return rung.cell().orElseThrow().key().size().map(Figures::bytes).orElse("messages");
    }

    private Optional<Rung> comm(Kind kind, String name) {
        return first(kind, rung -> rung.column().comm().equals(name));
    }

    private Optional<Rung> fastestOfJava(Kind kind) {
        return first(
                kind,
                rung -> claimed(rung)
                        && Ladder.isMpi(rung.column())
                        && !rung.column().comm().equals("c"));
    }

    private Optional<Rung> transport(String name) {
        return first(Kind.PROCESSES, rung -> rung.param(Ladder.TRANSPORT).equals(name));
    }

    private Optional<Rung> first(Kind kind, Predicate<Rung> which) {
        return ladder.of(kind).stream().filter(which).findFirst();
    }

    private static boolean claimed(Rung rung) {
        return rung.cell().filter(cell -> cell.comparable() && cell.claimable()).isPresent();
    }

    private static Optional<Ratio> ratio(Rung over, Rung under) {
        return claimed(over) && claimed(under) ? Ratio.of(over.nanos(), under.nanos(), LAUNCHES) : Optional.empty();
    }

    /** Whether they are of one benchmark; or one goes over a transport, and the other by a communicator. */
    private static boolean alike(Rung a, Rung b) {
        return a.cell()
                        .orElseThrow()
                        .key()
                        .benchmark()
                        .equals(b.cell().orElseThrow().key().benchmark())
                || a.param(Ladder.TRANSPORT).isEmpty()
                        != b.param(Ladder.TRANSPORT).isEmpty();
    }

    /** A sentence on how many times as long the first takes; empty unless both are there, and tell. */
    private static Optional<String> said(
            Optional<Rung> over, Optional<Rung> under, BiFunction<Rung, String, String> sentence) {
        return over.flatMap(a -> under.filter(b -> alike(a, b))
                .flatMap(b -> ratio(a, b))
                .flatMap(CellText::times)
                .map(times -> sentence.apply(a, times)));
    }
}
