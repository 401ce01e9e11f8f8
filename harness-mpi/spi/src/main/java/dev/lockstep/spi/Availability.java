package dev.lockstep.spi;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The answer whether a {@link Provider} can be used here, and what the processes that use it need. */
public sealed interface Availability {

    /**
     * The answer that it can be used.
     *
     * @param version of the library, as it says itself
     * @param where it was found
     * @param classPath what a rank's class path must have besides; files on every host
     * @param systemProperties what a rank's JVM must be told, by {@code -D}
     * @param environment what a rank's environment must have besides
     * @param jvmOptions what else a rank's JVM must be told
     */
    record Available(
            String version,
            String where,
            List<Path> classPath,
            Map<String, String> systemProperties,
            Map<String, String> environment,
            List<String> jvmOptions)
            implements Availability {
        public Available {
            classPath = List.copyOf(classPath);
            systemProperties = Map.copyOf(systemProperties);
            environment = Map.copyOf(environment);
            jvmOptions = List.copyOf(jvmOptions);
        }

        /**
         * The same for ranks that need no options besides system properties.
         *
         * @param version of the library, as it says itself
         * @param where it was found
         * @param classPath what a rank's class path must have besides; files on every host
         * @param systemProperties what a rank's JVM must be told, by {@code -D}
         * @param environment what a rank's environment must have besides
         */
        public Available(
                String version,
                String where,
                List<Path> classPath,
                Map<String, String> systemProperties,
                Map<String, String> environment) {
            this(version, where, classPath, systemProperties, environment, List.of());
        }

        /**
         * The same for something that is on the class path already, and needs nothing besides.
         *
         * @param version of the library, with its name, for example {@code Kryo 5.6.2}
         */
        public Available(String version) {
            this(version, "the class path", List.of(), Map.of(), Map.of());
        }

        /**
         * All options that a rank's JVM must be told, in an order that does not change.
         *
         * @return options of the {@code java} command
         */
        public List<String> options() {
            return Stream.concat(
                            jvmOptions.stream(),
                            systemProperties.entrySet().stream()
                                    .sorted(Map.Entry.comparingByKey())
                                    .map(e -> "-D" + e.getKey() + "=" + e.getValue()))
                    .toList();
        }

        /**
         * The requirements of this one and of another together.
         *
         * @param other whose version and place are left out, and which has the last word on properties and variables
         */
        public Available and(Available other) {
            return new Available(
                    version,
                    where,
                    joined(classPath, other.classPath),
                    joined(systemProperties, other.systemProperties),
                    joined(environment, other.environment),
                    joined(jvmOptions, other.jvmOptions));
        }

        private static <T> List<T> joined(List<T> first, List<T> second) {
            return Stream.concat(first.stream(), second.stream()).toList();
        }

        private static Map<String, String> joined(Map<String, String> first, Map<String, String> second) {
            Map<String, String> all = new HashMap<>(first);
            all.putAll(second);
            return all;
        }

        /**
         * The answer for something that needs nothing besides.
         *
         * @param version of the library, as it says itself
         * @param where it was found
         */
        public static Available plain(String version, String where) {
            return new Available(version, where, List.of(), Map.of(), Map.of());
        }
    }

    /**
     * The first answer that can be used; if there is none, the first.
     *
     * @param several at least one; those behind the usable one are not looked at
     */
    static Availability firstOf(Stream<Availability> several) {
        Availability first = null;
        for (Availability each : (Iterable<Availability>) several::iterator) {
            if (each instanceof Available) {
                return each;
            }
            first = first == null ? each : first;
        }
        return Objects.requireNonNull(first, "of none");
    }

    /**
     * The answer that it cannot be used.
     *
     * @param reason what is missing, and where it was looked for
     * @param remedy what to do about it
     */
    record Unavailable(String reason, String remedy) implements Availability {}
}
