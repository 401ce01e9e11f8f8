package dev.lockstep.reports;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A JSON value that knows its file and its JSON pointer, so that messages can name them.
 *
 * @param file it is in
 * @param pointer RFC 6901
 * @param node the value itself; missing when there is none
 */
public record JsonAt(Path file, String pointer, JsonNode node) {
    /** The exception for a file that Jackson's parsers refuse. */
    public static InvalidInputException malformed(Path file, String what, JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return new InvalidInputException(
                file, at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr(), what, e);
    }

    /** A member of an object; missing when there is none. */
    public JsonAt get(String field) {
        String escaped = field.replace("~", "~0").replace("/", "~1");
        return new JsonAt(file, pointer + "/" + escaped, node.path(field));
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
            all.add(new JsonAt(file, pointer + "/" + i, node.get(i)));
        }
        return all;
    }

    /** The members of this object in alphabetical order; none when the value is absent. */
    public Map<String, JsonAt> members() throws InvalidInputException {
        if (isPresent() && !node.isObject()) {
            throw wrong("an object");
        }
        Map<String, JsonAt> all = new TreeMap<>();
        node.fieldNames().forEachRemaining(name -> all.put(name, get(name)));
        return all;
    }

    /** The string, or another value's text. */
    public String text() throws InvalidInputException {
        if (!node.isValueNode() || node.isNull()) {
            throw wrong("a string");
        }
        return node.asText();
    }

    /** The exception that says what would be right. */
    public InvalidInputException wrong(String expected) {
        String found = node.isMissingNode() ? "nothing" : abbreviated(node.toString());
        return new InvalidInputException(file, pointer.isEmpty() ? "the top level" : pointer, expected, found);
    }

    private static String abbreviated(String json) {
        return json.length() <= 60 ? json : json.substring(0, 57) + "...";
    }
}
