package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Transport;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The transport over TCP that people's own begin with, compiled as it stands, or with one piece of it put wrong; and so the
 * one over UDP.
 */
final class Template {
    private static final Path TCP = Path.of(
            "..",
            "..",
            "harness-mpi",
            "archetype",
            "src",
            "main",
            "resources",
            "archetype-resources",
            "src",
            "main",
            "java",
            "MyTransport.java");

    private static final Path UDP =
            Path.of("src", "test", "java").resolve(UdpTransport.class.getName().replace('.', '/') + ".java");

    private Template() {}

    static Transport asItIs() {
        return with("whole");
    }

    /**
     * A transport with a flaw.
     *
     * @param flaw its name, a lower-case word
     * @param right pieces of the source and what stands in their place, in turn
     */
    static Transport with(String flaw, String... right) {
        return compiled(flaw, TCP, "${package}", right);
    }

    /** As {@link #with}, over UDP. */
    static Transport udp(String flaw, String... right) {
        return compiled(flaw, UDP, UdpTransport.class.getPackageName(), right);
    }

    private static Transport compiled(String flaw, Path file, String itsPackage, String... right) {
        try {
            String source = Files.readString(file).replace("package " + itsPackage, "package template." + flaw);
            for (int i = 0; i < right.length; i += 2) {
                if (!source.contains(right[i])) {
                    throw new IllegalArgumentException(file + " has no " + right[i]);
                }
                source = source.replace(right[i], right[i + 1]);
            }
            return compiled(flaw, file.getFileName().toString(), source);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Beside the tests' own classes, where the other process of a clause finds it. */
    private static Transport compiled(String flaw, String file, String source) throws IOException {
        try {
            Path classes = Path.of(Template.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path folder = Files.createDirectories(classes.resolve("template").resolve(flaw));
            Path written = Files.writeString(folder.resolve(file), source);
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            String classPath = System.getProperty("java.class.path") + File.pathSeparator + classes;
            int failed = compiler.run(
                    null,
                    null,
                    null,
                    List.of("-cp", classPath, "-d", classes.toString(), written.toString())
                            .toArray(new String[0]));
            if (failed != 0) {
                throw new IllegalStateException(written + " does not compile");
            }
            return (Transport) Class.forName("template." + flaw + "." + file.replace(".java", ""))
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (URISyntaxException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
