package dev.lockstep.run;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reads and writes the JSON of a run's files; what a later version has added to them is skipped. */
final class Json {
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_INVALID_SUBTYPE)
            .build();

    private static final String REQUIRED = "Missing required creator property";
    private static final int SHOWN = 60;

    private Json() {}

    /** Parses an object; {@code line} says which line of the file it is, or is empty for a whole file. */
    static JsonNode object(Path file, String line, String text) throws InvalidInputException {
        JsonNode node;
        try {
            node = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String place = line.isEmpty() ? "line " + at.getLineNr() + ", column " + at.getColumnNr() : line;
            throw new InvalidInputException(file, place, "well-formed JSON", e);
        }
        if (!node.isObject()) {
            throw new InvalidInputException(
                    file, at(line, ""), "an object", node.isMissingNode() ? "nothing" : brief(node));
        }
        return node;
    }

    /** The object that a node stands for; null if it is of an unknown kind. */
    static <T> T bind(Path file, String line, JsonNode node, Class<T> type) throws InvalidInputException {
        try {
            return MAPPER.treeToValue(node, type);
        } catch (JsonMappingException e) {
            throw wrong(file, line, node, e);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(file, line, type.getSimpleName(), e);
        }
    }

    private static InvalidInputException wrong(Path file, String line, JsonNode root, JsonMappingException e) {
        List<JsonMappingException.Reference> path = e.getPath();
        boolean missing = e.getOriginalMessage().startsWith(REQUIRED);
        String pointer = path.subList(0, path.size() - (missing ? 1 : 0)).stream()
                .map(step -> "/" + (step.getFieldName() == null ? step.getIndex() : step.getFieldName()))
                .collect(Collectors.joining());
        JsonNode found = root.at(pointer);
        if (missing) {
            String field = path.get(path.size() - 1).getFieldName();
            return new InvalidInputException(file, at(line, pointer), "a field \"" + field + "\"", brief(found));
        }
        if (e instanceof InvalidFormatException format && format.getTargetType().isEnum()) {
            String names = Arrays.stream(format.getTargetType().getEnumConstants())
                    .map(name -> "\"" + name + "\"")
                    .collect(Collectors.joining(" or "));
            return new InvalidInputException(file, at(line, pointer), names, brief(found));
        }
        return new InvalidInputException(file, at(line, pointer), "what belongs there", e);
    }

    private static String at(String line, String pointer) {
        String at = pointer.isEmpty() && line.isEmpty() ? "the top level" : pointer;
        return line.isEmpty() ? at : line + (at.isEmpty() ? "" : ", " + at);
    }

    private static String brief(JsonNode node) {
        String json = node.toString();
        return json.length() <= SHOWN ? json : json.substring(0, SHOWN - 3) + "...";
    }
}
