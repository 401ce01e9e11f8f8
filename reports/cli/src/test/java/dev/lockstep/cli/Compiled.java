package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Sources that are compiled while a test runs, against its own class path. */
final class Compiled {
    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("(?:class|interface) (\\w+)");

    private Compiled() {}

    /**
     * Compiles.
     *
     * @param folder for sources and classes
     * @param options of javac
     * @param sources one type each
     * @return the folder of the classes
     */
    static Path to(Path folder, List<String> options, String... sources) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String source : sources) {
            Path file = folder.resolve("src").resolve(name(source).replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source));
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null)) {
            boolean good = javac.getTask(said, manager, null, all, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(good).as("%s%n%s", Arrays.toString(sources), said).isTrue();
        }
        return classes;
    }

    /** The full name of the type in a source. */
    static String name(String source) {
        return first(PACKAGE, source) + "." + first(TYPE, source);
    }

    private static String first(Pattern pattern, String source) {
        Matcher m = pattern.matcher(source);
        assertThat(m.find()).as("%s in %s", pattern, source).isTrue();
        return m.group(1);
    }
}
