package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a run could leave behind on the machine: processes that bear its mark, shared memory, temporary files. Taken before it. */
final class Traces {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final String mark;
    private final Path temp;
    private final Set<Path> before;

    Traces(String mark, Path temp) throws IOException {
        this.mark = mark;
        this.temp = temp;
        this.before = now();
    }

    /** Shared memory that no process maps belongs to nobody. */
    private Set<Path> now() throws IOException {
        Set<Path> found = new TreeSet<>();
        String maps = LockstepJar.ofProcesses("maps").collect(Collectors.joining("\n"));
        for (Path file : list(SHARED_MEMORY)) {
            // libfaketime is the tests' own.
            if (!maps.contains(" " + file) && !file.toString().contains("faketime")) {
                found.add(file);
            }
        }
        for (Path file : list(temp)) {
            if (file.getFileName().toString().startsWith("ompi.")) {
                // One for each user, with one inside for each mpirun.
                found.addAll(list(file));
            } else if (!file.endsWith("jmh.lock")) {
                // The lock stays by intention: whoever comes next locks the same file.
                found.add(file);
            }
        }
        return found;
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (NoSuchFileException e) {
            // Not there, or not there any more.
            return List.of();
        }
    }

    List<String> processes() {
        return LockstepJar.processesWith(mark);
    }

    /** Nothing is left now. */
    void assertNone() throws IOException {
        assertThat(processes()).as("processes").isEmpty();
        Set<Path> left = now();
        left.removeAll(before);
        assertThat(left).as("files").isEmpty();
    }
}
