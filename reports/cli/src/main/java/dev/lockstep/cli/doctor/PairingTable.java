package dev.lockstep.cli.doctor;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table of which MPI library goes with which launcher and backend: a row for each library and launcher, and what is
 * in the way.
 */
final class PairingTable {
    private static final List<String> HEADER = List.of("MPI library", "launcher");

    /** The name in place of a library, for launchers that belong to none. */
    static final String NO_LIBRARY = "-";

    private final List<String> comms;
    private final List<List<String>> lines = new ArrayList<>();
    private final Map<String, Integer> notes = new LinkedHashMap<>();

    PairingTable(List<String> comms) {
        this.comms = List.copyOf(comms);
        List<String> header = new ArrayList<>(HEADER);
        header.addAll(comms);
        lines.add(header);
    }

    /** Adds a row; pairs of other launchers do not count. */
    void add(String library, String launcher, List<Pairing> pairs) {
        List<String> line = new ArrayList<>(List.of(library, launcher));
        for (String comm : comms) {
            line.add(pairs.stream()
                    .filter(p -> p.launcher().equals(launcher) && p.comm().equals(comm))
                    .map(this::cell)
                    .collect(Collectors.joining()));
        }
        lines.add(line);
    }

    private String cell(Pairing pair) {
        if (!pair.fits()) {
            return "-";
        }
        String note = pair.reason() + "\nto get it: " + pair.remedy();
        return pair.works() ? "yes" : "no (" + notes.computeIfAbsent(note, n -> notes.size() + 1) + ")";
    }

    void print(PrintStream out) {
        WordWrap.columns("  ", lines).forEach(out::println);
        notes.forEach((note, number) -> {
            String[] halves = note.split("\n", 2);
            out.println(WordWrap.text("  (" + number + ") ", halves[0]));
            out.println(WordWrap.text("      ", halves[1]));
        });
    }
}
