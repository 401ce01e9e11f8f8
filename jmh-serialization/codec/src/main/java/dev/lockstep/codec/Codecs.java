package dev.lockstep.codec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The providers on the class path. One that cannot be loaded does not hide the others: it stands in {@link #broken()} with its reason.
 *
 * @param providers those that loaded, by name
 * @param broken what went wrong with the rest, one line each
 */
public record Codecs(List<CodecProvider> providers, List<String> broken) {

    /** Copies the lists. */
    public Codecs {
        providers = List.copyOf(providers);
        broken = List.copyOf(broken);
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
     * @return what was found; of providers with the same name, the first is good and the others broken
     */
    public static Codecs discover(ClassLoader loader) {
        List<CodecProvider> loaded = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        Iterator<ServiceLoader.Provider<CodecProvider>> found =
                ServiceLoader.load(CodecProvider.class, loader).stream().iterator();
        while (true) {
            // Each step may fail: the service file's line in the first, the class or its constructor in the second.
            try {
                if (!found.hasNext()) {
                    break;
                }
                CodecProvider provider = found.next().get();
                whyNot(provider, loaded).ifPresentOrElse(broken::add, () -> loaded.add(provider));
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                broken.add(
                        e.getCause() == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + e.getCause());
            }
        }
        loaded.sort(Comparator.comparing(CodecProvider::name));
        return new Codecs(loaded, broken);
    }

    private static Optional<String> whyNot(CodecProvider provider, List<CodecProvider> loaded) {
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

    /**
     * The provider of a name.
     *
     * @param name what users write
     * @return empty if there is none
     */
    public Optional<CodecProvider> find(String name) {
        return providers.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /**
     * The names of the providers that loaded.
     *
     * @return in alphabetical order
     */
    public List<String> names() {
        return providers.stream().map(CodecProvider::name).toList();
    }
}
