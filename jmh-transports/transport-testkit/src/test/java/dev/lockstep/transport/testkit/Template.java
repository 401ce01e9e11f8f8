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

/** The transport over TCP that people's own begin with, compiled as it stands, or with one piece of it put wrong. */
final class Template {
    private static final Path SOURCE = Path.of(
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

    private Template() {}

    static Transport asItIs() {
        return compiled("whole", read());
    }

    /**
     * A transport with a flaw.
     *
     * @param flaw its name, a lower-case word
     * @param right pieces of the source and what stands in their place, in turn
     */
    static Transport with(String flaw, String... right) {
        String source = read();
        for (int i = 0; i < right.length; i += 2) {
            if (!source.contains(right[i])) {
                throw new IllegalArgumentException("the template has no " + right[i]);
            }
            source = source.replace(right[i], right[i + 1]);
        }
        return compiled(flaw, source);
    }

    private static String read() {
        try {
            return Files.readString(SOURCE);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Beside the tests' own classes, where the other process of a clause finds it. */
    private static Transport compiled(String name, String source) {
        try {
            Path classes = Path.of(Template.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path folder = Files.createDirectories(classes.resolve("template").resolve(name));
            Path file = Files.writeString(
                    folder.resolve("MyTransport.java"), source.replace("${package}", "template." + name));
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            String classPath = System.getProperty("java.class.path") + File.pathSeparator + classes;
            int failed = compiler.run(
                    null,
                    null,
                    null,
                    List.of("-cp", classPath, "-d", classes.toString(), file.toString())
                            .toArray(new String[0]));
            if (failed != 0) {
                throw new IllegalStateException(file + " does not compile");
            }
            return (Transport) Class.forName("template." + name + ".MyTransport")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (IOException | URISyntaxException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
