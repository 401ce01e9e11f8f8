package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** What the regression action finds: a project with two commits, and a checkout of Lockstep whose program is a recorder. */
final class ActionRepository {
    private static final Path ACTION = Path.of("../.github/actions/regression");

    /** Writes down what it is given, writes the canned report to the Markdown file that is asked for, ends as told. */
    private static final String RECORDER = """
            #!/bin/sh
            here=$(dirname "$0")
            printf '%s\\0' "$@" >"$here/asked"
            env >"$here/environment"
            while [ $# -gt 0 ]; do
                case $1 in *.md) cp "$here/report.md" "$1" ;; esac
                shift
            done
            exit "$(cat "$here/exit")"
            """;

    private final Path scratch;
    private final Path origin;
    private final Path lockstep;
    private final String base;
    private final String head;

    ActionRepository(Path scratch) throws IOException, InterruptedException {
        this.scratch = scratch;
        lockstep = Files.createDirectories(scratch.resolve("checkout of lockstep"));
        Files.createDirectories(action());
        try (var files = Files.list(ACTION)) {
            for (Path file : files.toList()) {
                Files.copy(file, action().resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Path program = Files.writeString(lockstep.resolve("lockstep"), RECORDER);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        origin = Files.createDirectories(scratch.resolve("origin"));
        git(origin, "init", "--quiet", "--initial-branch=main");
        // As GitHub's servers do.
        git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
        base = commit("base");
        head = commit("head");
    }

    private String commit(String message) throws IOException, InterruptedException {
        git(
                origin,
                "-c",
                "user.name=Test",
                "-c",
                "user.email=test@example.org",
                "-c",
                "commit.gpgSign=false",
                "commit",
                "--quiet",
                "--allow-empty",
                "--message",
                message);
        return git(origin, "rev-parse", "HEAD").strip();
    }

    /** Where the action is. */
    Path action() {
        return lockstep.resolve(".github/actions/regression");
    }

    String base() {
        return base;
    }

    String head() {
        return head;
    }

    /** A branch at base. */
    void branch(String name) throws IOException, InterruptedException {
        git(origin, "branch", name, base);
    }

    /** A fresh clone as actions/checkout makes it: head alone. */
    Path checkout() throws IOException, InterruptedException {
        Path clone = scratch.resolve(UUID.randomUUID().toString());
        git(scratch, "clone", "--quiet", "--depth=1", origin.toUri().toString(), clone.toString());
        return clone;
    }

    /** How {@code lockstep ab} ends; it leaves no report if that is empty. */
    void lockstepEnds(int exit, String report) throws IOException {
        Files.writeString(lockstep.resolve("exit"), String.valueOf(exit));
        Files.deleteIfExists(lockstep.resolve("report.md"));
        if (!report.isEmpty()) {
            Files.writeString(lockstep.resolve("report.md"), report);
        }
    }

    /** The arguments of the program; none if it was not called. */
    List<String> asked() throws IOException {
        Path file = lockstep.resolve("asked");
        return Files.exists(file) ? List.of(Files.readString(file).split("\0")) : List.of();
    }

    /** What the program could see. */
    String environment() throws IOException {
        return Files.readString(lockstep.resolve("environment"));
    }

    String git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(scratch, "git", ".out");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(ended && process.exitValue() == 0)
                .as("%s: %s", command, said)
                .isTrue();
        return said;
    }
}
