package dev.lockstep.cli;

/** Text in lines that a terminal of 100 columns shows whole; a word that is longer stays in one piece, for it is a path. */
final class Wrapped {
    private static final int COLUMNS = 100;

    private Wrapped() {}

    /** The first line begins with some words, the others are indented as far. */
    static String text(String beginning, String text) {
        StringBuilder all = new StringBuilder(beginning);
        int used = beginning.length();
        boolean fresh = true;
        for (String word : text.strip().split("\\s+")) {
            if (!fresh && used + 1 + word.length() > COLUMNS) {
                all.append("\n").append(" ".repeat(beginning.length()));
                used = beginning.length();
                fresh = true;
            }
            all.append(fresh ? "" : " ").append(word);
            used += (fresh ? 0 : 1) + word.length();
            fresh = false;
        }
        return all.toString();
    }
}
