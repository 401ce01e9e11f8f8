package dev.lockstep.reports;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Splits text by RFC 4180: fields in double quotes may hold commas, line breaks and doubled quotes. */
final class Csv {
    /**
     * One record of the file.
     *
     * @param line where it starts, from 1
     * @param fields as written, without the quotes
     */
    record Line(int line, List<String> fields) {}

    private final Path file;
    private final String text;
    private int at;
    private int line = 1;

    Csv(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    List<Line> lines() throws InvalidInputException {
        List<Line> lines = new ArrayList<>();
        while (at < text.length()) {
            int start = line;
            List<String> fields = record();
            if (fields.size() > 1 || !fields.get(0).isEmpty()) {
                lines.add(new Line(start, List.copyOf(fields)));
            }
        }
        return lines;
    }

    private List<String> record() throws InvalidInputException {
        List<String> fields = new ArrayList<>();
        do {
            fields.add(at < text.length() && text.charAt(at) == '"' ? quoted() : plain());
        } while (at < text.length() && text.charAt(at++) == ',');
        return fields;
    }

    private String plain() {
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
            at++;
        }
        endOfLine();
        String field = text.substring(start, at);
        return field.endsWith("\r") ? field.substring(0, field.length() - 1) : field;
    }

    private String quoted() throws InvalidInputException {
        int opened = line;
        StringBuilder field = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
            }
            if (c != '"') {
                field.append(c);
            } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
                field.append('"');
                at++;
            } else {
                at++;
                closed(opened);
                return field.toString();
            }
        }
        throw new InvalidInputException(file, "line " + opened, "a closing quote", "the end of the file");
    }

    private void closed(int opened) throws InvalidInputException {
        if (at < text.length() && text.charAt(at) == '\r') {
            at++;
        }
        if (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
            String found = "'" + text.charAt(at) + "'";
            throw new InvalidInputException(file, "line " + opened, "a comma after a closing quote", found);
        }
        endOfLine();
    }

    private void endOfLine() {
        if (at < text.length() && text.charAt(at) == '\n') {
            line++;
        }
    }
}
