package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What the regression action finds: a project with two commits, and a checkout of Lockstep whose program is a recorder. */
final class ActionRepository {
    /** A file of the repository, with the name of the commit in it. */
    static final String FILE = "my gate.yaml";

    /** How a shell would run its name, if it were pasted into one; it is at base. */
    static final String BRANCH = "$(touch${IFS}pwned);`touch${IFS}pwned`&'\"%0A";

    private static final Path ACTIONS = Path.of("../.github/actions");

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
        try (var files = Files.walk(ACTIONS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = lockstep.resolve(".github/actions").resolve(ACTIONS.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Path program = Files.writeString(lockstep.resolve("lockstep"), RECORDER);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        origin = Files.createDirectories(scratch.resolve("origin"));
        git(origin, "init", "--quiet", "--initial-branch=main");
        // As GitHub's servers do.
        git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
        base = commit("base");
        git(origin, "branch", BRANCH);
        Files.writeString(origin.resolve("new.yaml"), "");
        head = commit("head");
    }

    private String commit(String message) throws IOException, InterruptedException {
        Files.writeString(origin.resolve(FILE), message);
        git(origin, "add", ".");
        String who = "-c user.name=Test -c user.email=test@example.org -c commit.gpgSign=false";
        git(origin, (who + " commit --quiet --message " + message).split(" "));
        return git(origin, "rev-parse", "HEAD").strip();
    }

    /** Where an action is. */
    Path action(String name) {
        return lockstep.resolve(".github/actions").resolve(name);
    }

    String base() {
        return base;
    }

    String head() {
        return head;
    }

    /** A fresh clone as actions/checkout makes it: head alone. */
    Path checkout() throws IOException, InterruptedException {
        Path clone = scratch.resolve(UUID.randomUUID().toString());
        git(scratch, "clone", "--quiet", "--depth=1", origin.toUri().toString(), clone.toString());
        return clone;
    }

    /** How {@code lockstep ab}, which was not called yet, will end; it leaves no report if that is empty. */
    void lockstepEnds(int exit, String report) throws IOException {
        Files.deleteIfExists(lockstep.resolve("asked"));
        Files.writeString(lockstep.resolve("exit"), String.valueOf(exit));
        Files.writeString(lockstep.resolve("report.md"), report);
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
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
        return said;
    }
}
