package dev.lockstep.comm.spi;

import dev.lockstep.spi.Services;

/** The communicators' providers on the class path. */
public final class Communicators extends Services<CommunicatorProvider> {
    private Communicators(ClassLoader loader) {
        super(Services.load("communicator", CommunicatorProvider.class, loader));
    }

    /**
     * Looks through the class path of the current thread's context class loader.
     *
     * @return what was found
     */
    public static Communicators discover() {
        return discover(Thread.currentThread().getContextClassLoader());
    }

    /**
     * Looks through a class loader.
     *
     * @param loader where to look
     * @return what was found
     */
    public static Communicators discover(ClassLoader loader) {
        return new Communicators(loader);
    }
}
