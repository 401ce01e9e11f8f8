package dev.lockstep.archetype;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The Maven that runs this test, with a local repository of its own. What is not in that it takes from the user's, which it reads as a remote one, and only then from
 * where Maven usually finds things: so it is quick where this build has run, works on a fresh machine too, and writes to nothing of the user's.
 */
final class ThrowawayMaven {
    private static final String PROFILE = "lockstep-throwaway";
    private static final long TIMEOUT_SECONDS = 240;

    private final Path repository;
    private final Path settings;
    private final Path scratch;

    ThrowawayMaven(Path repository, Path scratch) throws IOException {
        this.repository = repository;
        this.scratch = scratch;
        this.settings = scratch.resolve("settings.xml");
        writeSettings(Path.of(System.getProperty("maven.home"), "conf", "settings.xml"));
    }

    /** The installation's settings and our repository; Maven merges the user's own into them. */
    private void writeSettings(Path installation) throws IOException {
        String text = Files.exists(installation) ? Files.readString(installation) : "<settings></settings>";
        // Failsafe's own word for the local repository of the build.
        String source = """
                <id>user-local</id><url>URL</url><releases><checksumPolicy>ignore</checksumPolicy></releases>\
                <snapshots><enabled>false</enabled></snapshots>""".replace(
                "URL", Path.of(System.getProperty("localRepository")).toUri().toString());
        String profile = "<profile><id>" + PROFILE + "</id><repositories><repository>" + source
                + "</repository></repositories><pluginRepositories><pluginRepository>" + source
                + "</pluginRepository></pluginRepositories></profile>";
        text = with(text.replaceAll("(?s)<!--.*?-->", ""), "profiles", profile);
        Files.writeString(settings, with(text, "activeProfiles", "<activeProfile>" + PROFILE + "</activeProfile>"));
    }

    /** Settings with more in a section, which they may not have yet. */
    private static String with(String text, String section, String more) {
        String end = "</" + section + ">";
        return text.contains(end)
                ? text.replace(end, more + end)
                : text.replace("</settings>", "<" + section + ">" + more + end + "</settings>");
    }

    /** Puts an artifact where an install would. */
    void add(String group, String artifact, String version, Path pom, Path jar) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve(group.replace('.', '/')).resolve(artifact).resolve(version));
        for (Path file : List.of(pom, jar)) {
            String type = file.toString().endsWith(".jar") ? ".jar" : ".pom";
            Files.copy(file, folder.resolve(artifact + "-" + version + type), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Generates a project into a folder by the line that a user types. */
    void generate(Path folder, String line) throws IOException, InterruptedException {
        String version = System.getProperty("project.version");
        add(
                "dev.lockstep",
                "lockstep-archetype",
                version,
                Path.of("pom.xml"),
                Path.of("target", "lockstep-archetype-" + version + ".jar"));
        String plugin = "org.apache.maven.plugins:maven-archetype-plugin:"
                + System.getProperty("archetype-plugin.version") + ":generate";
        type(0, folder, line.replace(" archetype:generate ", " " + plugin + " "));
    }

    /** Has a shell run a line that calls {@code mvn} or {@code java}, to an end with that exit code; what it says. */
    String type(int code, Path directory, String line) throws IOException, InterruptedException {
        String mvn = "mvn() { '" + String.join("' '", command()) + "' \"$@\"; }\n";
        // JMH's lock is in this folder too, so that no other benchmark of the machine is in the way.
        String java = "java() { \"$JAVA_HOME/bin/java\" -Djava.io.tmpdir='" + scratch + "' \"$@\"; }\n";
        return new Run(List.of("sh", "-c", mvn + java + line), directory, scratch, TIMEOUT_SECONDS).to(code);
    }

    /** Runs it to a good end. */
    void run(Path directory, String... arguments) throws IOException, InterruptedException {
        command(directory, arguments).toGoodEnd();
    }

    /** Runs it to an end with that exit code; what it says. */
    String runTo(int code, Path directory, String... arguments) throws IOException, InterruptedException {
        return command(directory, arguments).to(code);
    }

    private Run command(Path directory, String... arguments) {
        List<String> command = new ArrayList<>(command());
        command.addAll(List.of(arguments));
        return new Run(command, directory, scratch, TIMEOUT_SECONDS);
    }

    private List<String> command() {
        return List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-gs",
                settings.toString(),
                "-Dmaven.repo.local=" + repository);
    }

    /** One process and all that it starts. */
    record Run(List<String> command, Path directory, Path scratch, long timeoutSeconds) {
        String toGoodEnd() throws IOException, InterruptedException {
            return to(0);
        }

        String to(int code) throws IOException, InterruptedException {
            Path said = Files.createTempFile(scratch, "said", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            Process process = builder.start();
            try {
                boolean ended = process.waitFor(timeoutSeconds, TimeUnit.SECONDS);
                String output = Files.readString(said);
                assertThat(ended)
                        .as("%s ended within %s s: %s", command, timeoutSeconds, output)
                        .isTrue();
                assertThat(process.exitValue()).as("%s: %s", command, output).isEqualTo(code);
                return output;
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }
}
