package dev.lockstep.harness.link;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Keys and values as one line, {@code k=v&k=v}, percent-encoded: fit for a frame, and for a profiler's one-word option.
 */
public final class KeyValues {
    private KeyValues() {}

    /** The line for {@link #parse}, without blanks, quotes or semicolons. */
    public static String format(Map<String, String> properties) {
        StringJoiner line = new StringJoiner("&");
        properties.forEach((k, v) -> line.add(encode(k) + "=" + encode(v)));
        return line.toString();
    }

    /** Reads a line that {@link #format} made; keys keep their order. */
    public static Map<String, String> parse(String line) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String pair : line.split("&")) {
            int eq = pair.indexOf('=');
            if (eq > 0) {
                properties.put(decode(pair.substring(0, eq)), decode(pair.substring(eq + 1)));
            } else if (!pair.isEmpty()) {
                throw new IllegalArgumentException("expected key=value, found '" + pair + "'");
            }
        }
        return properties;
    }

    private static String encode(String s) {
        return URLEncoder.encode(s, StandardCharsets.UTF_8);
    }

    private static String decode(String s) {
        return URLDecoder.decode(s, StandardCharsets.UTF_8);
    }
}
