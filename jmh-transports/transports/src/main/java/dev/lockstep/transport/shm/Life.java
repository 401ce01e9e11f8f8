package dev.lockstep.transport.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process, told from another that has its number later, or elsewhere.
 *
 * @param pid its number
 * @param start when it was started, in the kernel's ticks; 0 if that cannot be told here
 * @param namespace in which it has its number (pid_namespaces(7)); 0 if that cannot be told here
 */
record Life(long pid, long start, long namespace) {
    /** The field of a process's start, counted from the one behind its name (proc(5)). */
    private static final int START = 19;

    private static final Life SELF = new Life(
            ProcessHandle.current().pid(),
            fields("self").map(f -> Long.parseLong(f[START])).orElse(0L),
            namespaceOfSelf());

    static Life self() {
        return SELF;
    }

    static Life read(ByteBuffer memory, int at) {
        return new Life(memory.getLong(at), memory.getLong(at + Long.BYTES), memory.getLong(at + 2 * Long.BYTES));
    }

    void write(ByteBuffer memory, int at) {
        memory.putLong(at, pid).putLong(at + Long.BYTES, start).putLong(at + 2 * Long.BYTES, namespace);
    }

    /** Whether its end is seen here: a number says nothing in another namespace. */
    boolean isSeen() {
        return namespace == SELF.namespace || namespace == 0;
    }

    /** Whether it is another process than this, whose end is seen here. */
    boolean canEnd() {
        return isSeen() && !equals(SELF);
    }

    /** Whether it runs, or cannot be seen; one that was killed and that nobody has waited for does not run. */
    boolean mayLive() {
        if (!canEnd()) {
            return true;
        }
        if (start == 0) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
        String process = Long.toString(pid);
        // One whose file cannot be read, because this process has no descriptor left, is there nevertheless.
        return fields(process)
                .map(f -> Long.parseLong(f[START]) == start && !f[0].equals("Z") && !f[0].equals("X"))
                .orElseGet(() -> Files.exists(Path.of("/proc", process)));
    }

    private static Optional<String[]> fields(String process) {
        try {
            String stat = Files.readString(Path.of("/proc", process, "stat"));
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        } catch (IOException goneOrNotToBeRead) {
            return Optional.empty();
        }
    }

    private static long namespaceOfSelf() {
        try {
            String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return Long.parseLong(link.replaceAll("\\D", ""));
        } catch (IOException notToldHere) {
            return 0;
        }
    }
}
