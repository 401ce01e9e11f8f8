package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.support.Lines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a mediator is asked, a line: {@code register TOPIC PLACE}, {@code remove TOPIC PLACE} or {@code resolve TOPIC}.
 * Its answer has the line {@code ok} and one for each place, or {@code error} with the reason.
 */
final class Requests {
    /** A request has at most as many bytes, without the end of its line. */
    static final int MOST_BYTES = Lines.MOST_BYTES;

    /** A topic has at most as many characters. */
    static final int MOST_OF_A_TOPIC = 100;

    static final String REGISTER = "register";
    static final String REMOVE = "remove";
    static final String RESOLVE = "resolve";

    private static final String OK = "ok";
    private static final String ERROR = "error ";

    private static final String TOPIC = "[A-Za-z0-9_-]{1," + MOST_OF_A_TOPIC + "}";
    private static final String PLACE = "[^\\p{Cntrl}]{1," + Registry.MOST_CHARACTERS + "}";
    private static final int SHOWN = 80;

    private Requests() {}

    /** Does what is asked, and gives the answer. */
    static String answer(Registry store, String request) {
        String[] words = request.split(" ", 3);
        boolean names = words.length > 1 && words[1].matches(TOPIC);
        boolean places = names && words.length > 2 && words[2].matches(PLACE);
        try {
            if (places && words[0].equals(REGISTER)) {
                store.register(words[1], words[2]);
                return OK;
            }
            if (places && words[0].equals(REMOVE)) {
                store.remove(words[1], words[2]);
                return OK;
            }
            if (names && words.length == 2 && words[0].equals(RESOLVE)) {
                List<String> lines = new ArrayList<>(List.of(OK));
                lines.addAll(store.resolve(words[1]));
                return String.join("\n", lines);
            }
        } catch (IOException e) {
            return error(e.getMessage());
        }
        return error("a request is '" + REGISTER + " TOPIC PLACE', '" + REMOVE + " TOPIC PLACE' or '" + RESOLVE
                + " TOPIC', and a topic has 1 to " + MOST_OF_A_TOPIC
                + " letters, digits, hyphens and underscores: not '"
                + request.substring(0, Math.min(SHOWN, request.length())) + "'");
    }

    /** The answer to what is too long. */
    static String tooLong() {
        return error("a request has at most " + MOST_BYTES + " bytes");
    }

    private static String error(String why) {
        return ERROR + String.valueOf(why).replaceAll("\\p{Cntrl}", "?");
    }

    /** Whether a request was refused. */
    static boolean isError(String answer) {
        return answer.startsWith(ERROR);
    }

    /**
     * The places of an answer.
     *
     * @param from who has given it, for people
     * @throws IOException if it is an error, or no answer
     */
    static List<String> places(String answer, String from) throws IOException {
        List<String> lines = answer.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(OK)) {
            throw new IOException(from
                    + (isError(answer)
                            ? " refuses: " + answer.substring(ERROR.length())
                            : " gives no answer of a mediator"));
        }
        return lines.subList(1, lines.size());
    }
}
