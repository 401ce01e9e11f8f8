package dev.lockstep.reports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.lockstep.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A JSON value that knows its file and its JSON pointer, so that messages can name them.
 *
 * @param file it is in
 * @param line which of the file's lines is meant, or empty for a whole file
 * @param pointer RFC 6901
 * @param node the value itself; missing when there is none
 */
public record JsonAt(Path file, String line, String pointer, JsonNode node) {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Parses {@code text}; {@code line} says which line of the file it is, or is empty for a whole file. */
    static JsonAt parse(Path file, String line, String text) throws InvalidInputException {
        try {
            JsonNode node = MAPPER.readTree(text);
            return new JsonAt(file, line, "", node == null ? MissingNode.getInstance() : node);
        } catch (JsonProcessingException e) {
            throw malformed(file, line, e);
        }
    }

    /** The exception for text that is no JSON; {@code line} is empty for a whole file. */
    static InvalidInputException malformed(Path file, String line, JsonProcessingException e) {
        return malformed(file, line, "well-formed JSON", e);
    }

    /** The exception for text that Jackson's parsers refuse; {@code line} is empty for a whole file. */
    public static InvalidInputException malformed(Path file, String line, String what, JsonProcessingException e) {
        String at = line;
        if (e.getLocation() != null) {
            at = line.isEmpty() ? "line " + e.getLocation().getLineNr() : line;
            at += ", column " + e.getLocation().getColumnNr();
        }
        return new InvalidInputException(file, at, what, e);
    }

    /** A member of an object; missing when there is none. */
    public JsonAt get(String field) {
        String escaped = field.replace("~", "~0").replace("/", "~1");
        return new JsonAt(file, line, pointer + "/" + escaped, node.path(field));
    }

    /** Whether there is a value, and not null. */
    public boolean isPresent() {
        return !node.isMissingNode() && !node.isNull();
    }

    /** The elements of this array. */
    public List<JsonAt> elements() throws InvalidInputException {
        if (!node.isArray()) {
            throw wrong("an array");
        }
        List<JsonAt> all = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            all.add(new JsonAt(file, line, pointer + "/" + i, node.get(i)));
        }
        return all;
    }

    /** The members of this object in alphabetical order; none when the value is absent. */
    public Map<String, JsonAt> members() throws InvalidInputException {
        Map<String, JsonAt> all = new TreeMap<>();
        if (isPresent()) {
            asObject().node.fieldNames().forEachRemaining(name -> all.put(name, get(name)));
        }
        return all;
    }

    /** This value, if it is an object. */
    public JsonAt asObject() throws InvalidInputException {
        if (!node.isObject()) {
            throw wrong("an object");
        }
        return this;
    }

    /** The string, or another value's text. */
    public String text() throws InvalidInputException {
        if (!node.isValueNode() || node.isNull()) {
            throw wrong("a string");
        }
        return node.asText();
    }

    /** The text, or another one when there is no value. */
    public String text(String otherwise) throws InvalidInputException {
        return isPresent() ? text() : otherwise;
    }

    int integer(int otherwise) throws InvalidInputException {
        return isPresent() ? (int) number() : otherwise;
    }

    boolean flag() throws InvalidInputException {
        if (isPresent() && !node.isBoolean()) {
            throw wrong("true or false");
        }
        return node.asBoolean(false);
    }

    Optional<Double> numberIfPresent() throws InvalidInputException {
        return isPresent() ? Optional.of(number()) : Optional.empty();
    }

    /**
     * The number; JMH writes what JSON has no number for as the strings "NaN", "+INF" and "-INF" (JSONResultFormat).
     */
    public double number() throws InvalidInputException {
        if (node.isNumber()) {
            return node.doubleValue();
        }
        return switch (node.asText()) {
            case "NaN" -> Double.NaN;
            case "+INF", "Infinity" -> Double.POSITIVE_INFINITY;
            case "-INF", "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw wrong("a number");
        };
    }

    /** The exception that says what would be right. */
    public InvalidInputException wrong(String expected) {
        String found = node.isMissingNode() ? "nothing" : abbreviated(node.toString());
        String at = pointer.isEmpty() ? "the top level" : pointer;
        return new InvalidInputException(file, line.isEmpty() ? at : line + ", " + at, expected, found);
    }

    private static String abbreviated(String json) {
        return json.length() <= 60 ? json : json.substring(0, 57) + "...";
    }
}
