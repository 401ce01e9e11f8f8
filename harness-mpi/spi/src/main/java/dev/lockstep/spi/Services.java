package dev.lockstep.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The providers of one kind on the class path. One that cannot be loaded does not hide the others: it stands in
 * {@link #broken()} with its reason.
 *
 * @param <P> the kind
 */
public class Services<P extends Provider> {
    private final String kind;
    private final List<P> providers;
    private final List<String> broken;

    /**
     * The given providers.
     *
     * @param kind of provider, for people: one word
     * @param providers with names that differ
     * @param broken what went wrong with the rest, one line each
     */
    public Services(String kind, List<P> providers, List<String> broken) {
        this.kind = kind;
        this.providers =
                providers.stream().sorted(Comparator.comparing(Provider::name)).toList();
        this.broken = List.copyOf(broken);
    }

    /**
     * A copy for a subclass that knows more of its kind.
     *
     * @param found by {@link #load}
     */
    protected Services(Services<P> found) {
        this(found.kind, found.providers, found.broken);
    }

    /**
     * Finds the providers that a class loader sees.
     *
     * @param <P> the kind
     * @param kind of provider, for people: one word
     * @param type of the service
     * @param loader where to look
     * @return what was found; of providers with the same name, the first is good and the others broken
     */
    public static <P extends Provider> Services<P> load(String kind, Class<P> type, ClassLoader loader) {
        List<P> loaded = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        Iterator<ServiceLoader.Provider<P>> found =
                ServiceLoader.load(type, loader).stream().iterator();
        while (true) {
            // Each step may fail: the service file's line in the first, the class or its constructor in the second.
            try {
                if (!found.hasNext()) {
                    break;
                }
                P provider = found.next().get();
                whyNot(provider, loaded).ifPresentOrElse(broken::add, () -> loaded.add(provider));
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                broken.add(
                        e.getCause() == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + e.getCause());
            }
        }
        return new Services<>(kind, loaded, broken);
    }

    private static Optional<String> whyNot(Provider provider, List<? extends Provider> loaded) {
        String name = provider.name();
        if (name == null) {
            return Optional.of(provider.getClass().getName() + " has no name");
        }
        return loaded.stream()
                .filter(other -> other.name().equals(name))
                .map(other -> provider.getClass().getName() + " has the name of "
                        + other.getClass().getName() + ", " + name)
                .findFirst();
    }

    /** The providers that loaded, by name. */
    public final List<P> providers() {
        return providers;
    }

    /** The failures of the others, one line each. */
    public final List<String> broken() {
        return broken;
    }

    /** The names of the providers that loaded, in alphabetical order. */
    public final List<String> names() {
        return providers.stream().map(Provider::name).toList();
    }

    /** The provider of a name; empty if there is none. */
    public Optional<P> find(String name) {
        return providers.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /**
     * The provider of a name that a user wrote.
     *
     * @throws IllegalArgumentException if there is none; says which there are, and which could not be loaded
     */
    public final P require(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("no " + kind + " is called '" + name + "'; there are "
                        + String.join(", ", names())
                        + (broken.isEmpty() ? "" : " (could not be loaded: " + broken + ")")));
    }
}
