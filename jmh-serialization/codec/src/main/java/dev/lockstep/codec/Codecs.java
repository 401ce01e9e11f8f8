package dev.lockstep.codec;

import dev.lockstep.spi.Services;

/** The codecs' providers on the class path. */
public final class Codecs extends Services<CodecProvider> {
    private Codecs(ClassLoader loader) {
        super(Services.load("codec", CodecProvider.class, loader));
    }

    /** Finds the providers on the class path of the current thread's context class loader. */
    public static Codecs discover() {
        return discover(Thread.currentThread().getContextClassLoader());
    }

    /** Finds the providers that a class loader sees. */
    public static Codecs discover(ClassLoader loader) {
        return new Codecs(loader);
    }
}
