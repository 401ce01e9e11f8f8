package dev.lockstep.comm.mpijava;

import java.util.ArrayList;
import java.util.List;

/**
 * The options of {@link MpjRun}.
 *
 * @param hosts of each rank, in order
 * @param cpus that each rank may use, as {@code taskset} lists; empty for all
 * @param startSeconds how long the others may take to join after the first rank has; 0 for ever
 * @param forward names of variables that ranks on other hosts get from here
 * @param command of one process
 */
record MpjRunOptions(
        List<String> hosts, List<String> cpus, long startSeconds, List<String> forward, List<String> command) {
    static final String HERE = "localhost";
    static final String USAGE =
            "usage: MpjRun -np N [--host H1:SLOTS,H2:SLOTS] [--cpus LIST/LIST] [--start-timeout SECONDS]"
                    + " [-x VARIABLE]... -- COMMAND...";

    private static final long START_SECONDS = 60;

    MpjRunOptions {
        hosts = List.copyOf(hosts);
        cpus = List.copyOf(cpus);
        forward = List.copyOf(forward);
        command = List.copyOf(command);
    }

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if it makes no sense; says what would be right
     */
    static MpjRunOptions parse(List<String> words) {
        int ranks = 0;
        String hosts = "";
        String cpus = "";
        long seconds = START_SECONDS;
        List<String> forward = new ArrayList<>();
        int i = 0;
        while (i < words.size() && !words.get(i).equals("--")) {
            String name = words.get(i);
            if (i + 1 == words.size()) {
                throw new IllegalArgumentException(name + " needs a value");
            }
            String value = words.get(i + 1);
            switch (name) {
                case "-np" -> ranks = number(name, value);
                case "--host" -> hosts = value;
                case "--cpus" -> cpus = value;
                case "--start-timeout" -> seconds = number(name, value);
                case "-x" -> forward.add(value);
                default -> throw new IllegalArgumentException("there is no option " + name);
            }
            i += 2;
        }
        List<String> command = words.subList(Math.min(i + 1, words.size()), words.size());
        if (ranks < 1 || command.isEmpty()) {
            throw new IllegalArgumentException("-np, at least 1, and a command behind -- are needed");
        }
        List<String> lists = cpus.isEmpty() ? List.of() : List.of(cpus.split("/"));
        if (!lists.isEmpty() && lists.size() != ranks) {
            throw new IllegalArgumentException("--cpus has " + lists.size() + " lists for " + ranks + " ranks");
        }
        return new MpjRunOptions(place(ranks, hosts), lists, seconds, forward, command);
    }

    /** Ranks fill the slots in the order of the hosts. */
    private static List<String> place(int ranks, String hosts) {
        List<String> places = new ArrayList<>();
        if (hosts.isEmpty()) {
            for (int rank = 0; rank < ranks; rank++) {
                places.add(HERE);
            }
            return places;
        }
        for (String word : hosts.split(",")) {
            int colon = word.indexOf(':');
            String host = colon < 0 ? word : word.substring(0, colon);
            int slots = colon < 0 ? 1 : number("--host", word.substring(colon + 1));
            for (int slot = 0; slot < slots; slot++) {
                places.add(host);
            }
        }
        if (places.size() < ranks) {
            throw new IllegalArgumentException("--host has " + places.size() + " slots for " + ranks + " ranks");
        }
        return places.subList(0, ranks);
    }

    private static int number(String option, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, as for numbers that are too small
        }
        throw new IllegalArgumentException(option + " needs a number, not '" + value + "'");
    }

    /** Whether all ranks are on this host. */
    boolean allHere() {
        return hosts.stream().allMatch(HERE::equals);
    }

    /** A rank and its host, for people. */
    String name(int rank) {
        return "rank " + rank + (allHere() ? "" : " on " + hosts.get(rank));
    }
}
