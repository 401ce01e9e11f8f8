package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;

/** What the regression action finds: a project with two commits, and a checkout of Lockstep whose program is a recorder. */
final class ActionRepository {
    /** A file of the repository, with the name of the commit in it. */
    static final String FILE = "my gate.yaml";

    /** How a shell would run its name, if it were pasted into one; it is at base. */
    static final String BRANCH = "$(touch${IFS}pwned);`touch${IFS}pwned`&'\"%0A";

    private static final Path ACTIONS = Path.of("../.github/actions");

    /**
     * Asked for its version, it is built; otherwise it writes down what it is given, writes the canned report to the
     * Markdown file that is asked for, and ends as told. It writes where builds do.
     */
    private static final String RECORDER = """
            #!/bin/sh
            here=$(dirname "$0")/target
            if [ "$1" = --version ]; then
                echo built >>"$here/built"
                mkdir -p "$here/../reports/cli/target"
                echo a jar >"$here/../reports/cli/target/lockstep.jar"
                exit "$(cat "$here/exit-of-build")"
            fi
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
    private final Path target;
    private final String base;
    private final String head;

    ActionRepository(Path scratch) throws IOException, InterruptedException {
        this.scratch = scratch;
        lockstep = Files.createDirectories(scratch.resolve("checkout of lockstep"));
        target = Files.createDirectory(lockstep.resolve("target"));
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
        Git.init(origin);
        base = commit("base");
        Git.run(origin, "branch", BRANCH);
        Files.writeString(origin.resolve("new.yaml"), "");
        head = commit("head");
    }

    private String commit(String message) throws IOException, InterruptedException {
        Files.writeString(origin.resolve(FILE), message);
        return Git.commit(origin, message);
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
        return Git.checkout(origin, scratch.resolve(UUID.randomUUID().toString()));
    }

    /** How {@code lockstep ab}, which was not called yet, will end; it leaves no report if that is empty. */
    void lockstepEnds(int exit, String report) throws IOException {
        Files.deleteIfExists(target.resolve("asked"));
        Files.deleteIfExists(target.resolve("built"));
        Files.writeString(target.resolve("exit-of-build"), "0");
        Files.writeString(target.resolve("exit"), String.valueOf(exit));
        Files.writeString(target.resolve("report.md"), report);
    }

    void lockstepCannotBeBuilt() throws IOException {
        Files.writeString(target.resolve("exit-of-build"), "2");
    }

    /** Another revision of Lockstep is where the action's was. */
    void lockstepChanges() throws IOException {
        Files.writeString(lockstep.resolve("pom.xml"), UUID.randomUUID().toString());
    }

    /** How often Lockstep was built. */
    int builds() throws IOException {
        Path file = target.resolve("built");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    /** The arguments of the program; none if it was not called. */
    List<String> asked() throws IOException {
        Path file = target.resolve("asked");
        return Files.exists(file) ? List.of(Files.readString(file).split("\0")) : List.of();
    }

    /** What the program could see. */
    String environment() throws IOException {
        return Files.readString(target.resolve("environment"));
    }
}
