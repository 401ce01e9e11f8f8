package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One call of {@link Communicator}, with arguments that are right for the calling rank. It is made only where it must be refused.
 *
 * @param name of the method, and what is special about the arguments
 * @param needs what a communicator must have to make it
 * @param call makes it on one rank
 */
record Operation(String name, Set<Capability> needs, Call call) {

    /** A call. */
    interface Call {
        void run(Communicator comm);
    }

    static Operation of(String name, Consumer<Communicator> call, Capability... needs) {
        return new Operation(name, Set.of(needs), call::accept);
    }
}
