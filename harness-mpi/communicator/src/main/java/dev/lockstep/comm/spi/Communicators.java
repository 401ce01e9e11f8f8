package dev.lockstep.comm.spi;

import java.util.List;
import java.util.Optional;

/**
 * The providers on the class path. One that cannot be loaded does not hide the others: it stands in {@link #broken()} with
 * its reason.
 *
 * @param providers those that loaded, by name
 * @param broken what went wrong with the rest, one line each
 */
public record Communicators(List<CommunicatorProvider> providers, List<String> broken) {

    /** Copies the lists. */
    public Communicators {
        providers = List.copyOf(providers);
        broken = List.copyOf(broken);
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
        Services<CommunicatorProvider> found =
                Services.load(CommunicatorProvider.class, CommunicatorProvider::name, loader);
        return new Communicators(found.loaded(), found.broken());
    }

    /**
     * The provider of a name.
     *
     * @param name what users write after {@code --comm}
     * @return empty if there is none
     */
    public Optional<CommunicatorProvider> find(String name) {
        return providers.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /**
     * The names of the providers that loaded.
     *
     * @return in alphabetical order
     */
    public List<String> names() {
        return providers.stream().map(CommunicatorProvider::name).toList();
    }
}
