package dev.lockstep.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A transport over libraries of a folder, beside the same over those of the class path. Its own package is loaded once more for
 * it, with those of the classes that it extends. So are the libraries, and what begins as their packages do, {@code io.netty},
 * never comes from the class path: versions do not mix. Everything else is shared.
 */
final class Isolated extends URLClassLoader {
    private static final Map<Key, Transport> LOADED = new ConcurrentHashMap<>();

    /** How the names of packages of the libraries begin. */
    private final Set<String> roots;

    private final Set<String> own;

    private Isolated(Class<?> transport, URL[] jars, Set<String> roots) {
        super(jars, transport.getClassLoader());
        this.roots = roots;
        this.own = Stream.<Class<?>>iterate(transport, type -> type != Object.class, Class::getSuperclass)
                .map(Class::getPackageName)
                .collect(Collectors.toSet());
    }

    /** One for each folder, and for as long as the JVM lives. */
    private record Key(Class<?> transport, Path folder) {}

    /**
     * The transport over the libraries of a folder.
     *
     * @throws IllegalArgumentException if that is no absolute path of a folder with jars, or the transport is not loaded
     */
    static Transport of(Transport transport, Path folder) {
        return LOADED.computeIfAbsent(new Key(transport.getClass(), folder), Isolated::load);
    }

    private static Transport load(Key key) {
        List<Path> jars = jars(key.folder());
        if (jars.isEmpty() || !key.folder().isAbsolute()) {
            throw new IllegalArgumentException("option " + Transports.JARS + " is '" + key.folder()
                    + "'; it can be the absolute path of a folder with jars, or " + Transports.CLASS_PATH);
        }
        try {
            List<URL> urls = new ArrayList<>();
            Set<String> roots = new HashSet<>();
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
                roots.addAll(roots(jar));
            }
            Isolated loader = new Isolated(key.transport(), urls.toArray(URL[]::new), roots);
            return (Transport) loader.loadClass(key.transport().getName())
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (IOException | ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    key.transport().getName() + " is not loaded with the jars of " + key.folder() + ": " + e, e);
        }
    }

    private static List<Path> jars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static Set<String> roots(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> root(packageOf(name.replace('/', '.').substring(0, name.length() - 6))))
                    .collect(Collectors.toSet());
        }
    }

    private static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    /** The first two of a package's names. */
    private static String root(String packageName) {
        int second = packageName.indexOf('.', packageName.indexOf('.') + 1);
        return second < 0 ? packageName : packageName.substring(0, second);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = own.contains(packageOf(name)) ? defineOwn(name) : libraries(name);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private Class<?> libraries(String name) throws ClassNotFoundException {
        return roots.contains(root(packageOf(name)))
                ? findClass(name)
                : getParent().loadClass(name);
    }

    private Class<?> defineOwn(String name) throws ClassNotFoundException {
        try (InputStream from = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (from == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = from.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public URL getResource(String name) {
        URL found = findResource(name);
        return found == null ? super.getResource(name) : found;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Enumeration<URL> found = findResources(name);
        return found.hasMoreElements() ? found : super.getResources(name);
    }
}
