package dev.lockstep.comm.ffm;

import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs as ranks of an MPI, started as a user does. */
record Ranks(TestedMpi mpi, int count, List<String> jvmOptions, Map<String, String> environment) {
    private static final long LIMIT_SECONDS = 180;

    static Ranks of(TestedMpi mpi, int count) {
        return new Ranks(mpi, count, List.of(), Map.of());
    }

    Ranks jvm(String... options) {
        return new Ranks(mpi, count, List.of(options), environment);
    }

    Ranks with(String variable, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value);
        return new Ranks(mpi, count, jvmOptions, more);
    }

    /**
     * What came of it.
     *
     * @param exit code of the launcher
     * @param out of all ranks, both streams
     */
    record Outcome(int exit, String out) {}

    Outcome run(Class<?> program, Object... arguments) throws IOException, InterruptedException {
        return run(program.getName(), arguments);
    }

    /** Of a class, or of a source file. */
    Outcome run(String program, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(mpi.launcher(count));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path output = Files.createTempFile("lockstep-ranks", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        Map<String, String> all = builder.environment();
        all.clear();
        all.putAll(mpi.searched());
        all.putAll(mpi.environment());
        if (mpi.provider().availability(mpi.traits()) instanceof Availability.Available available) {
            all.putAll(available.environment());
        }
        all.putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String out = Files.readString(output, StandardCharsets.ISO_8859_1);
            if (!ended) {
                throw new AssertionError("the ranks did not end; they said: " + out);
            }
            return new Outcome(process.exitValue(), out);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            Files.delete(output);
        }
    }
}
