package dev.lockstep.comm.mpijava;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads classes whose names begin in certain ways itself, whoever else has them, and leaves the others to its parent.
 */
final class OwnCopies extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<String> prefixes;

    OwnCopies(List<URL> places, ClassLoader parent, List<String> prefixes) {
        super(places.toArray(URL[]::new), parent);
        this.prefixes = prefixes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (prefixes.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
