package dev.lockstep.comm.spi;

import dev.lockstep.spi.Options;
import dev.lockstep.spi.Services;
import java.util.Map;
import java.util.Optional;

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

    /**
     * The provider of a name, perhaps with options behind it: {@code push:writeInterest=queued}.
     *
     * @throws IllegalArgumentException if it has no such option: says which there are
     */
    @Override
    public Optional<CommunicatorProvider> find(String text) {
        return super.find(Options.name(text)).map(provider -> {
            Map<String, String> options = Options.parse("communicator", text, provider.options(text));
            return options.equals(provider.options()) ? provider : provider.with(options);
        });
    }
}
