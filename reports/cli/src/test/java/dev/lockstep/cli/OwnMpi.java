package dev.lockstep.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** This machine's Open MPI in a folder of its own, whose compiler a test can make its own too. */
final class OwnMpi {
    private final Path folder;
    private final Path scratch;

    OwnMpi(Path scratch) throws IOException {
        this.scratch = scratch;
        folder = Files.createDirectories(scratch.resolve("mpi"));
        script("mpirun", "exec mpirun \"$@\"");
    }

    /** In place of {@code mpicc}; {@code HERE} is the folder. The compiler's name is this machine's. */
    OwnMpi compiler(String body) throws IOException {
        script("mpicc", "[ \"$1\" != --version ] || exec mpicc --version\n" + body);
        return this;
    }

    /** Adds C to the program: what it defines is taken before the library's own. */
    OwnMpi with(String source) throws IOException {
        Files.writeString(folder.resolve("more.c"), "#include <mpi.h>\n" + source);
        return compiler("exec mpicc \"$@\" \"$HERE/more.c\"");
    }

    /** The same, and puts a script before it, which may run {@code "$HERE/real" "$@"}. */
    OwnMpi with(String source, String program) throws IOException {
        with(source).write(folder.resolve("program"), program);
        return compiler("mpicc \"$@\" \"$HERE/more.c\" && mv lockstep-reference \"$HERE/real\" || exit\n"
                + "cp \"$HERE/program\" lockstep-reference");
    }

    private void script(String name, String body) throws IOException {
        write(Files.createDirectories(folder.resolve("bin")).resolve(name), body);
    }

    private void write(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\nHERE=" + folder + "\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    LockstepJar jar() {
        return new LockstepJar(scratch)
                .variable("LOCKSTEP_MPI", folder.toString())
                .variable("LOCKSTEP_CACHE", scratch.resolve("cache").toString());
    }

    /** What only command lines of its programs hold, and of the run itself. */
    String mark() {
        return scratch.toString();
    }
}
