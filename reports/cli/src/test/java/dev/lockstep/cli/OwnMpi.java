package dev.lockstep.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** This machine's Open MPI in a folder of its own, whose compiler a test can make its own too. */
final class OwnMpi {
    private final Path folder;
    private final Path cache;

    OwnMpi(Path scratch) throws IOException {
        folder = Files.createDirectories(scratch.resolve("mpi"));
        cache = scratch.resolve("cache");
        script("mpirun", "exec mpirun \"$@\"");
    }

    /** In place of {@code mpicc}; {@code HERE} is the folder. The compiler's name is this machine's. */
    OwnMpi compiler(String body) throws IOException {
        script("mpicc", "[ \"$1\" != --version ] || exec mpicc --version\n" + body);
        return this;
    }

    /** Builds the program as it is, and puts a script before it, which may run {@code "$HERE/real" "$@"}. */
    OwnMpi program(String body) throws IOException {
        return compiler("mpicc \"$@\" && mv lockstep-reference \"$HERE/real\" || exit\n"
                        + "cp \"$HERE/program\" lockstep-reference\n")
                .withProgram(body);
    }

    private OwnMpi withProgram(String body) throws IOException {
        write(folder.resolve("program"), body);
        return this;
    }

    /** Adds C to the program: what it defines is taken before the library's own. */
    OwnMpi with(String source) throws IOException {
        Files.writeString(folder.resolve("more.c"), "#include <mpi.h>\n" + source);
        return compiler("exec mpicc \"$@\" \"$HERE/more.c\"\n");
    }

    private void script(String name, String body) throws IOException {
        write(Files.createDirectories(folder.resolve("bin")).resolve(name), body);
    }

    private void write(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\nHERE=" + folder + "\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    LockstepJar jar(Path scratch) {
        return new LockstepJar(scratch)
                .variable("LOCKSTEP_MPI", folder.toString())
                .variable("LOCKSTEP_CACHE", cache.toString());
    }

    /** What only command lines of this one's programs hold. */
    String mark() {
        return cache.toString();
    }
}
