package dev.lockstep.harness.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a journal that are whole. Lines are appended as one, so only the last can break off, and then it has no line end.
 *
 * @param file it was read from
 * @param events one for each line
 * @param wholeBytes how long the file is without a line that breaks off
 */
record JournalLines(Path file, List<JsonNode> events, long wholeBytes) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    JournalLines {
        events = List.copyOf(events);
    }

    /**
     * Reads them.
     *
     * @throws UsageException if a whole line is not an event; names file and line
     */
    static JournalLines read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<JsonNode> events = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                events.add(event(file, events.size() + 1, new String(bytes, start, i - start, StandardCharsets.UTF_8)));
                start = i + 1;
            }
        }
        return new JournalLines(file, events, start);
    }

    private static JsonNode event(Path file, int number, String line) {
        JsonNode node;
        try {
            node = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw damaged(file, number, "well-formed JSON", e.getOriginalMessage());
        }
        if (!node.path("event").isTextual()) {
            throw damaged(file, number, "an object with a text \"event\"", line);
        }
        return node;
    }

    private static UsageException damaged(Path file, int number, String expected, String found) {
        return new UsageException(file + ", line " + number + ": expected " + expected + ", found: "
                + found.substring(0, Math.min(80, found.length()))
                + "; without that line, or from a copy of the file, the run can be resumed");
    }

    /** A path that an event must have: below a folder of the run, whoever wrote the journal. */
    Path needBelow(String folder, JsonNode event, String field) {
        String name = need(event, field).asText();
        try {
            Path path = Path.of(name);
            if (Contained.isBelow(Path.of(folder), path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // As any other name that is none of a run's.
        }
        throw damaged(file, events.indexOf(event) + 1, "in \"" + field + "\" a path below " + folder, name);
    }

    /** A field that an event must have. */
    JsonNode need(JsonNode event, String field) {
        JsonNode value = event.path(field);
        if (value.isMissingNode() || value.isNull()) {
            throw damaged(file, events.indexOf(event) + 1, "a field \"" + field + "\"", event.toString());
        }
        return value;
    }
}
