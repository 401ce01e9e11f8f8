package dev.lockstep.codec;

import dev.lockstep.spi.Services;

/** The codecs' providers on the class path. */
public final class Codecs extends Services<CodecProvider> {
    private Codecs(ClassLoader loader) {
        super(Services.load("codec", CodecProvider.class, loader));
    }

    /**
     * Looks through the class path of the current thread's context class loader.
     *
     * @return what was found
     */
    public static Codecs discover() {
        return discover(Thread.currentThread().getContextClassLoader());
    }

    /**
     * Looks through a class loader.
     *
     * @param loader where to look
     * @return what was found
     */
    public static Codecs discover(ClassLoader loader) {
        return new Codecs(loader);
    }
}
