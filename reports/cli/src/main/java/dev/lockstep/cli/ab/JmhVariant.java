package dev.lockstep.cli.ab;

import dev.lockstep.cli.options.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** An executable jar of benchmarks, as JMH's archetype builds it; whatever version of JMH it brings runs them. */
final class JmhVariant implements Variant {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    /** JMH's {@code -l} prints a line of its own before the names. */
    private static final Pattern NAME = Pattern.compile("\\S+\\.\\S+");

    private final Path jar;
    private final Arguments arguments;

    JmhVariant(Path jar, Arguments arguments) {
        this.jar = jar.toAbsolutePath();
        this.arguments = arguments;
    }

    @Override
    public List<String> benchmarks() throws IOException, InterruptedException {
        return Child.listing(jar, List.of(JAVA, "-jar", jar.toString(), "-l")).stream()
                .map(String::strip)
                .filter(line -> NAME.matcher(line).matches())
                .toList();
    }

    @Override
    public List<String> command(LaunchBatch batch) {
        List<String> command =
                new ArrayList<>(List.of(JAVA, "-jar", jar.toString(), "^" + Pattern.quote(batch.benchmark()) + "$"));
        command.addAll(arguments.jmh());
        arguments.values(batch.values()).forEach((name, values) -> command.addAll(List.of("-p", name + "=" + values)));
        command.addAll(List.of("-f", String.valueOf(batch.forks()), "-wf", "0"));
        command.addAll(List.of("-rf", "json", "-rff", batch.results().toString()));
        return command;
    }

    /** JMH's exit code does not tell a refusal from a failure. */
    @Override
    public boolean refused(int exitCode) {
        return false;
    }

    @Override
    public String toString() {
        return jar.toString();
    }
}
