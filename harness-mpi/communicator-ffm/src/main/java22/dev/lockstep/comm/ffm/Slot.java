package dev.lockstep.comm.ffm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.lockstep.comm.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Native memory for the library's answers about one operation: a handle, a flag, a count and a status. */
final class Slot {
    private static final long HANDLE = 0;
    private static final long FLAG = 8;
    private static final long COUNT = 12;
    private static final long STATUS = 16;

    private final MemorySegment memory = Arena.ofAuto().allocate(STATUS + MpiAbi.STATUS_BYTES, Long.BYTES);
    private final long address = memory.address();

    /** The address for a handle: of a request, or of a communicator. */
    long handle() {
        return address + HANDLE;
    }

    long handleValue() {
        return memory.get(JAVA_LONG, HANDLE);
    }

    void handleValue(long value) {
        memory.set(JAVA_LONG, HANDLE, value);
    }

    /** The address for an answer, or a number. */
    long flag() {
        return address + FLAG;
    }

    int flagValue() {
        return memory.get(JAVA_INT, FLAG);
    }

    /** The address for a status. */
    long status() {
        return address + STATUS;
    }

    /** The length of the message in bytes; {@code status}, unless it is null, is filled too. */
    int tell(Status status) {
        Failures.check(
                RawRequests.getCount(address + STATUS, Handles.BYTE, address + COUNT), "a message was not counted");
        int bytes = memory.get(JAVA_INT, COUNT);
        if (status != null) {
            status.set(
                    memory.get(JAVA_INT, STATUS + MpiAbi.STATUS_SOURCE_OFFSET),
                    memory.get(JAVA_INT, STATUS + MpiAbi.STATUS_TAG_OFFSET),
                    bytes);
        }
        return bytes;
    }
}
