package dev.lockstep.transport.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process, told from another that has its number later.
 *
 * @param pid its number
 * @param start when it was started, in the kernel's ticks; 0 if that cannot be told here
 */
record Life(long pid, long start) {
    static final int BYTES = 2 * Long.BYTES;

    /** The field of a process's start, counted from the one behind its name (proc(5)). */
    private static final int START = 19;

    private static final Life SELF = of(ProcessHandle.current().pid());

    static Life self() {
        return SELF;
    }

    private static Life of(long pid) {
        return new Life(pid, fields(pid).map(f -> Long.parseLong(f[START])).orElse(0L));
    }

    static Life read(ByteBuffer memory, int at) {
        return new Life(memory.getLong(at), memory.getLong(at + Long.BYTES));
    }

    void write(ByteBuffer memory, int at) {
        memory.putLong(at, pid).putLong(at + Long.BYTES, start);
    }

    /** Whether it runs; one that was killed and that nobody has waited for does not. */
    boolean isAlive() {
        if (equals(SELF)) {
            return true;
        }
        if (start == 0) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
        return fields(pid)
                .filter(f -> Long.parseLong(f[START]) == start && !f[0].equals("Z") && !f[0].equals("X"))
                .isPresent();
    }

    private static Optional<String[]> fields(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
