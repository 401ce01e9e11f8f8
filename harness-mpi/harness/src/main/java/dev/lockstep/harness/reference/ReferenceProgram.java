package dev.lockstep.harness.reference;

import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.harness.machine.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The program, built for one MPI.
 *
 * @param file to be run
 * @param compiler as it calls itself, for example {@code gcc (Debian 12.2.0-14) 12.2.0}
 */
public record ReferenceProgram(Path file, String compiler) {
    /** What it is compiled with. */
    public static final List<String> FLAGS = List.of("-std=c11", "-O2");

    private static final String SOURCE = "reference.c";
    private static final String PROGRAM = "lockstep-reference";
    private static final long TIMEOUT_SECONDS = 60;
    private static final int WORDS_LINES = 6;

    /**
     * Builds it in the cache, or finds it there: once for each source, MPI and compiler.
     *
     * @param mpi whose compiler to take
     * @param environment of this process
     * @return ready to be run
     * @throws IOException if there is no compiler, or it fails; with the compiler's own words
     */
    static ReferenceProgram of(MpiInstallation mpi, Map<String, String> environment) throws IOException {
        Path mpicc = mpicc(mpi);
        byte[] source = source();
        String compiler = run(mpi, mpi.prefix(), List.of(mpicc.toString(), "--version"))
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("a compiler without a name");
        String key = String.join(
                        "\n",
                        mpi.toString(),
                        mpi.prefix().toString(),
                        mpicc.toString(),
                        mpicc.toRealPath().toString(),
                        compiler)
                + FLAGS
                + new String(source, StandardCharsets.UTF_8);
        Path folder = MpiInstallation.cache(environment)
                .resolve("reference")
                .resolve(Checksum.of(key.getBytes(StandardCharsets.UTF_8)));
        Path program = folder.resolve(PROGRAM);
        if (!Files.isExecutable(program)) {
            build(mpi, mpicc, source, Files.createDirectories(folder));
        }
        return new ReferenceProgram(program, compiler);
    }

    /** Debian's name with the MPI's own comes first: there {@code mpicc} may be another MPI's, in the same folder. */
    private static Path mpicc(MpiInstallation mpi) throws IOException {
        List<Path> places = new ArrayList<>();
        for (String name :
                List.of("mpicc." + mpi.family().name().toLowerCase(Locale.ROOT).replace("_", ""), "mpicc")) {
            places.add(mpi.launcher().resolveSibling(name));
            places.add(mpi.prefix().resolve("bin").resolve(name));
        }
        return places.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IOException("the C compiler of " + mpi + " was not found; looked for "
                        + String.join(
                                ", ",
                                places.stream().map(Path::toString).distinct().toList())));
    }

    private static byte[] source() throws IOException {
        try (InputStream in = ReferenceProgram.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the harness's jar lacks " + SOURCE);
            }
            return in.readAllBytes();
        }
    }

    /** In a folder of its own first: another process may be building the same. */
    private static void build(MpiInstallation mpi, Path mpicc, byte[] source, Path folder) throws IOException {
        Path here = Files.createTempDirectory(folder, "build");
        try {
            Files.write(here.resolve(SOURCE), source);
            List<String> command = new ArrayList<>(List.of(mpicc.toString()));
            command.addAll(FLAGS);
            command.addAll(List.of("-o", PROGRAM, SOURCE));
            run(mpi, here, command);
            if (!Files.isExecutable(here.resolve(PROGRAM))) {
                throw new IOException(String.join(" ", command) + " says that all is well, but there is no " + PROGRAM);
            }
            Files.copy(here.resolve(SOURCE), folder.resolve(SOURCE), StandardCopyOption.REPLACE_EXISTING);
            Files.move(here.resolve(PROGRAM), folder.resolve(PROGRAM), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            try (Stream<Path> files = Files.list(here)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(here);
        }
    }

    /** To its end, which is near; what it says. */
    private static String run(MpiInstallation mpi, Path folder, List<String> command) throws IOException {
        Path said = Files.createTempFile("lockstep", ".mpicc");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile());
            builder.environment().putAll(mpi.environment());
            Process process = builder.start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String words = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
            if (!ended || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command)
                        + (ended ? " failed: " : " did not end within " + TIMEOUT_SECONDS + " s: ")
                        + String.join(" | ", words.lines().limit(WORDS_LINES).toList()));
            }
            return words;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " was running", e);
        } finally {
            Files.delete(said);
        }
    }
}
