package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.ThreadLevel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code mpi-shim.c} before Open MPI: what that really hears, and what it might answer. */
public record MpiShim(Path library, Path folder) {
    /** Compiled in a folder of a test's. */
    public static MpiShim in(Path scratch) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve("mpi-shim"));
        Path source = folder.resolve("mpi-shim.c");
        try (InputStream in = MpiShim.class.getResourceAsStream("mpi-shim.c")) {
            Files.copy(in, source);
        }
        Path library = folder.resolve("mpi-shim.so");
        Process compiler = new ProcessBuilder(
                        "mpicc.openmpi", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(compiler.waitFor()).as(said).isZero();
        return new MpiShim(library, Files.createDirectory(folder.resolve("seen")));
    }

    /** Arguments of mpirun for ranks before whose library it stands. */
    public List<String> forwarded(ThreadLevel granted) {
        return List.of(
                "-x",
                "LD_PRELOAD=" + library,
                "-x",
                "MPI_SHIM_FOLDER=" + folder,
                "-x",
                "MPI_SHIM_GRANTS=" + granted.ordinal());
    }

    /** The same for whatever a child starts. */
    public Child before(Child child) {
        return child.with("LD_PRELOAD", library.toString()).with("MPI_SHIM_FOLDER", folder.toString());
    }

    /** Of each process that one thread has led from its initialisation to its end: which level that asked for. */
    public List<ThreadLevel> asked() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .map(name -> ThreadLevel.values()[Integer.parseInt(name.substring(name.indexOf('-') + 1))])
                    .toList();
        }
    }
}
