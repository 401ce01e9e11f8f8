package dev.lockstep.comm.support;

/** The wait of one thread, round by round. */
public interface Wait {

    /** Begins. */
    void start();

    /**
     * Idles for one round.
     *
     * @param what is waited for; its text is made only if it is needed
     * @return true if it is time to look at what else there is
     * @throws dev.lockstep.comm.CommunicationException if the wait was aborted, the thread interrupted, or it takes too long
     */
    boolean pause(Object what);
}
