package dev.lockstep.comm.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * What {@link ServiceLoader} finds of a type, with the reasons for what it could not load: one broken provider must not stop
 * discovery of the others.
 *
 * @param <T> the service
 * @param loaded those that loaded, by name
 * @param broken what went wrong with the rest, one line each
 */
public record Services<T>(List<T> loaded, List<String> broken) {

    /** Copies the lists. */
    public Services {
        loaded = List.copyOf(loaded);
        broken = List.copyOf(broken);
    }

    /**
     * Looks through a class loader.
     *
     * @param <T> the service
     * @param type of the service
     * @param name of a provider; one that cannot even tell it counts as broken
     * @param loader where to look
     * @return what was found
     */
    public static <T> Services<T> load(Class<T> type, Function<T, String> name, ClassLoader loader) {
        List<T> loaded = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        Iterator<ServiceLoader.Provider<T>> found =
                ServiceLoader.load(type, loader).stream().iterator();
        while (true) {
            // Each step may fail: the service file's line in the first, the class or its constructor in the second.
            try {
                if (!found.hasNext()) {
                    break;
                }
                T provider = found.next().get();
                if (name.apply(provider) == null) {
                    broken.add(provider.getClass().getName() + " has no name");
                } else {
                    loaded.add(provider);
                }
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                broken.add(
                        e.getCause() == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + e.getCause());
            }
        }
        loaded.sort(Comparator.comparing(name));
        return new Services<>(loaded, broken);
    }
}
