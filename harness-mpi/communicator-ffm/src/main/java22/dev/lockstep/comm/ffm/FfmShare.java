package dev.lockstep.comm.ffm;

/** The messages of a communicator for one of the threads that share it: the library's handle, and requests and memory of its own. */
final class FfmShare extends FfmPointToPoint {
    FfmShare(FfmWorld world, long comm) {
        super(world, comm);
    }
}
