package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a run could leave behind on the machine: processes that bear its mark, shared memory, temporary files. Taken before it. */
final class Traces {
    /** Of Open MPI 4 and 5, of ours, of JMH's; other programs of the machine are none of our business. */
    private static final Pattern OURS =
            Pattern.compile("(vader_segment|sm_segment|osc|ompi|prterun|pmix|openmpi|lockstep|jmh|psm).*");

    private static final List<Path> PUBLIC = List.of(Path.of("/dev/shm"), Path.of("/tmp"));

    private final String mark;
    private final Path temp;
    private final Set<Path> before;

    Traces(String mark, Path temp) throws IOException {
        this.mark = mark;
        this.temp = temp;
        this.before = now();
    }

    private Set<Path> now() throws IOException {
        Set<Path> found = new TreeSet<>(list(temp));
        // JMH's lock stays by intention: whoever comes next locks the same file.
        found.remove(temp.resolve("jmh.lock"));
        for (Path folder : PUBLIC) {
            for (Path file : list(folder)) {
                String name = file.getFileName().toString();
                if (name.startsWith("ompi.")) {
                    // One for each user, with one inside for each mpirun.
                    found.addAll(list(file));
                } else if (OURS.matcher(name).matches()) {
                    found.add(file);
                }
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
