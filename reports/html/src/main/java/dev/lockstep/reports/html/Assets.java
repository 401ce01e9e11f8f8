package dev.lockstep.reports.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The files that are inlined into the report. */
public final class Assets {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Assets() {}

    /** The text of a file beside this class. */
    public static String text(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar of lockstep-html");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + name, e);
        }
    }

    /** The charts, as JSON that cannot end the script element it stands in, whatever a benchmark is called. */
    public static String json(List<Chart> charts) {
        try {
            return MAPPER.writeValueAsString(charts)
                    .replace("<", "\\u003c")
                    .replace(">", "\\u003e")
                    .replace("&", "\\u0026");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of strings and numbers must have a JSON form", e);
        }
    }
}
