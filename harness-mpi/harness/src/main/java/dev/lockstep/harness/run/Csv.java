package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads what RFC 4180 describes: fields in quotes may hold commas, line ends and doubled quotes. */
final class Csv {
    private Csv() {}

    /** All records but the first, which is the header. */
    static List<List<String>> records(Path file) throws IOException {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (char c : Files.readString(file).toCharArray()) {
            if (c == '"') {
                // The second of a doubled quote opens again what the first has closed.
                if (!quoted && field.length() > 0) {
                    field.append(c);
                }
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                record.add(field.toString());
                field.setLength(0);
            } else if (c == '\n' && !quoted) {
                record.add(field.toString());
                field.setLength(0);
                records.add(record);
                record = new ArrayList<>();
            } else {
                field.append(c);
            }
        }
        return records.subList(Math.min(1, records.size()), records.size());
    }
}
