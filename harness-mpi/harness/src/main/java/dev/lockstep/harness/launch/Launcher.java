package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Availability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program that starts the processes of a launch. */
public interface Launcher {

    /**
     * What users write after {@code --launcher}.
     *
     * @return a short lower-case word
     */
    String name();

    /**
     * One line for lists.
     *
     * @return what it is
     */
    String description();

    /**
     * Whether it can be used here.
     *
     * @return what was found, or why not and what to do
     */
    Availability availability();

    /**
     * The variable in which it tells a process its number.
     *
     * @return a name
     */
    String rankVariable();

    /**
     * What it wants in its own environment.
     *
     * @return variables by name
     */
    Map<String, String> environment();

    /**
     * Its command line, to which the command of one process is appended.
     *
     * @param request what to start
     * @return program and arguments
     */
    List<String> command(LaunchRequest request);

    /**
     * What it leaves behind on this host when it is killed.
     *
     * @param pid its process
     * @return files and folders; none of them belongs to another launch
     * @throws IOException if that cannot be found out
     */
    default List<Path> leftovers(long pid) throws IOException {
        return List.of();
    }
}
