package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.ThreadLevel;

/**
 * The representation of what MPI leaves open to libraries: handles, constants and statuses. What both representations
 * have in common is here. A status begins with three ints, its source, tag and error, in both.
 */
sealed interface MpiAbi permits StandardAbi, OpenMpiAbi {
    /** MPI_SUCCESS. */
    int SUCCESS = 0;
    /** MPI_ERR_TRUNCATE, an error class. */
    int ERR_TRUNCATE = 15;
    /** MPI_ANY_SOURCE. */
    int ANY_SOURCE = -1;
    /** MPI_UNDEFINED. */
    int UNDEFINED = -32766;
    /** MPI_IN_PLACE, an address. */
    long IN_PLACE = 1;
    /** MPI_STATUS_IGNORE, an address. */
    long STATUS_IGNORE = 0;
    /** The size of MPI_Status in bytes: the larger one, of the standard. */
    int STATUS_BYTES = 32;

    long STATUS_SOURCE_OFFSET = 0;
    long STATUS_TAG_OFFSET = 4;

    /** The name for people. */
    String title();

    /**
     * The version for people, as the library says.
     *
     * @throws dev.lockstep.comm.CommunicationException if it is one that is not known here
     */
    String version();

    /** MPI_COMM_WORLD. */
    long commWorld();

    /** MPI_COMM_NULL. */
    long commNull();

    /** MPI_ERRORS_RETURN, which can be asked for once MPI is initialised. */
    long errorsReturn();

    /** MPI_BYTE. */
    long bytes();

    long handle(Datatype type);

    long handle(ReduceOp op);

    /** MPI_ANY_TAG. */
    int anyTag();

    /** The code of MPI_Init_thread for a level. */
    int code(ThreadLevel level);

    /** The level that MPI_Init_thread granted. */
    default ThreadLevel threadLevel(int code) {
        for (ThreadLevel level : ThreadLevel.values()) {
            if (code(level) == code) {
                return level;
            }
        }
        throw new IllegalStateException(title() + " has no thread level " + code);
    }
}
