package dev.lockstep.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * {@code environment.json}: where and when a run was made.
 *
 * @param lockstep the version that made it
 * @param recorded when, as an ISO 8601 instant
 * @param fields what was found out, each with its source
 * @param backends the communicators, usable here or not
 * @param parts when its parts were recorded, if it was resumed or merged; null otherwise
 */
public record Environment(
        String lockstep,
        String recorded,
        List<Field> fields,
        List<Backend> backends,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<String> parts) {
    /** The value of what could not be found out. */
    public static final String UNKNOWN = "unknown";

    /**
     * One property of the environment.
     *
     * @param group machine, system, jvm, mpi or run, of where the run was started; {@code host} and a name, of
     *     another host
     * @param name for people
     * @param value or {@value #UNKNOWN}
     * @param source the file, command or call it was read from
     */
    public record Field(
            String group, @JsonProperty(required = true) String name, String value, String source) {
        public Field {
            group = Objects.requireNonNullElse(group, "run");
            value = value == null || value.isBlank() ? UNKNOWN : value;
            source = Objects.requireNonNullElse(source, "");
        }

        /** Whether the value is known. */
        public boolean known() {
            return !value.equals(UNKNOWN);
        }

        /** The same field under another name. */
        public Field named(String other) {
            return new Field(group, other, value, source);
        }

        /** Whether both fields have the same value of the same property, whatever their sources. */
        public boolean saysTheSame(Field other) {
            return key().equals(other.key()) && value.equals(other.value);
        }

        private List<String> key() {
            return List.of(group, name);
        }
    }

    /**
     * A communicator.
     *
     * @param name its {@code comm}
     * @param lacks what it declares not to have
     * @param available whether it could be used
     * @param version of the library; null when not available
     * @param where it was found; null when not available
     * @param reason why it is not available; null when it is
     * @param remedy what would make it so; null when it is
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Backend(
            @JsonProperty(required = true) String name,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Lack> lacks,
            boolean available,
            String version,
            String where,
            String reason,
            String remedy) {
        public Backend {
            lacks = lacks == null ? List.of() : List.copyOf(lacks);
        }
    }

    /**
     * Capabilities that a communicator lacks.
     *
     * @param reason why
     * @param capabilities which
     */
    public record Lack(
            @JsonProperty(required = true) String reason,
            @JsonProperty(required = true) List<String> capabilities) {
        public Lack {
            capabilities = List.copyOf(capabilities);
        }

        @Override
        public String toString() {
            return String.join(", ", capabilities) + ": " + reason;
        }
    }

    public Environment {
        lockstep = Objects.requireNonNullElse(lockstep, UNKNOWN);
        recorded = Objects.requireNonNullElse(recorded, UNKNOWN);
        fields = fields == null ? List.of() : List.copyOf(fields);
        backends = backends == null ? List.of() : List.copyOf(backends);
        parts = parts == null ? null : List.copyOf(parts);
    }

    /** The environment of a run of which nothing is known. */
    private static final Environment NONE = new Environment(null, null, null, null, null);

    /**
     * Reads an {@code environment.json}.
     *
     * @throws InvalidInputException if the file does not hold what it should
     */
    public static Environment read(Path file) throws IOException {
        JsonNode root = Json.object(file, "", Files.readString(file));
        return Json.bind(file, "", root, Environment.class);
    }

    /** The contents of the file. */
    public byte[] toBytes() {
        try {
            return Json.MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(this);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("lists of texts can be written", e);
        }
    }

    /** The known value of the first field whose name is one of these, whatever its case. */
    public Optional<String> find(String... names) {
        for (String name : names) {
            for (Field field : fields) {
                if (field.known() && field.name().equalsIgnoreCase(name)) {
                    return Optional.of(field.value());
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The environment of one run made of several: a field that all parts have alike is written once, any other for each
     * part.
     */
    static Environment merged(List<Optional<Environment>> parts) {
        Environment first = parts.get(0).orElse(NONE);
        Map<List<String>, Field[]> byName = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            for (Field field : parts.get(i).orElse(NONE).fields) {
                byName.computeIfAbsent(field.key(), key -> new Field[parts.size()])[i] = field;
            }
        }
        List<Field> fields = new ArrayList<>();
        for (Field[] ofParts : byName.values()) {
            boolean alike = Arrays.stream(ofParts).allMatch(field -> Objects.equals(field, ofParts[0]));
            if (alike) {
                fields.add(ofParts[0]);
            }
            for (int i = 0; !alike && i < ofParts.length; i++) {
                if (ofParts[i] != null) {
                    fields.add(ofParts[i].named(ofParts[i].name() + " (part " + (i + 1) + ")"));
                }
            }
        }
        return new Environment(
                first.lockstep,
                first.recorded,
                fields,
                first.backends,
                parts.stream().map(part -> part.orElse(NONE).recorded).toList());
    }
}
