package dev.lockstep.comm.spi;

import dev.lockstep.spi.Services;

/** The communicators' providers on the class path. */
public final class Communicators extends Services<CommunicatorProvider> {
    private Communicators(ClassLoader loader) {
        super(Services.load("communicator", CommunicatorProvider.class, loader));
    }

    /** Finds the providers on the class path of the current thread's context class loader. */
    public static Communicators discover() {
        return discover(Thread.currentThread().getContextClassLoader());
    }

    /** Finds the providers that a class loader sees. */
    public static Communicators discover(ClassLoader loader) {
        return new Communicators(loader);
    }
}
