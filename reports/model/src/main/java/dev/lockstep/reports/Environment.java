package dev.lockstep.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where and when a run was made.
 *
 * @param lockstep the version that made it
 * @param recorded when, as an ISO 8601 instant
 * @param fields what was found out, each with its source
 * @param backends the communicators, usable here or not
 */
public record Environment(String lockstep, String recorded, List<Field> fields, List<Backend> backends) {
    /**
     * One thing found out.
     *
     * @param group machine, system, jvm, mpi or run
     * @param name for people
     * @param value or {@code unknown}
     * @param source the file, command or call it was read from
     */
    public record Field(String group, String name, String value, String source) {
        /** Whether anything was found out. */
        public boolean known() {
            return !value.isBlank() && !value.equals("unknown");
        }
    }

    /**
     * A communicator.
     *
     * @param name its {@code comm}
     * @param available whether it could be used
     * @param version of the library; empty when not available
     * @param where it was found; empty when not available
     * @param reason why it is not available; empty when it is
     * @param remedy what would make it so; empty when it is
     * @param lacks what it declares not to have, one line for each reason
     */
    public record Backend(
            String name,
            boolean available,
            String version,
            String where,
            String reason,
            String remedy,
            List<String> lacks) {
        /** Copies the list. */
        public Backend {
            lacks = List.copyOf(lacks);
        }
    }

    /** Copies the lists. */
    public Environment {
        fields = List.copyOf(fields);
        backends = List.copyOf(backends);
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

    static Environment read(Path file) throws IOException {
        JsonAt root = JsonAt.parse(file, "", Files.readString(file)).asObject();
        List<Field> fields = new ArrayList<>();
        if (root.get("fields").isPresent()) {
            for (JsonAt field : root.get("fields").elements()) {
                fields.add(new Field(
                        field.get("group").text("run"),
                        field.get("name").text(),
                        field.get("value").text("unknown"),
                        field.get("source").text("")));
            }
        }
        List<Backend> backends = new ArrayList<>();
        if (root.get("backends").isPresent()) {
            for (JsonAt backend : root.get("backends").elements()) {
                backends.add(new Backend(
                        backend.get("name").text(),
                        backend.get("available").flag(),
                        backend.get("version").text(""),
                        backend.get("where").text(""),
                        backend.get("reason").text(""),
                        backend.get("remedy").text(""),
                        lacks(backend.get("lacks"))));
            }
        }
        return new Environment(
                root.get("lockstep").text("unknown"), root.get("recorded").text("unknown"), fields, backends);
    }

    private static List<String> lacks(JsonAt all) throws InvalidInputException {
        List<String> lines = new ArrayList<>();
        if (all.isPresent()) {
            for (JsonAt lack : all.elements()) {
                List<String> capabilities = new ArrayList<>();
                for (JsonAt capability : lack.get("capabilities").elements()) {
                    capabilities.add(capability.text());
                }
                lines.add(String.join(", ", capabilities) + ": "
                        + lack.get("reason").text());
            }
        }
        return lines;
    }
}
