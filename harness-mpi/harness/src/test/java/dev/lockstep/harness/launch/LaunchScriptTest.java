package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.JobKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two scripts, run for real, with a program in place of java that writes down what it was given. */
class LaunchScriptTest {
    private static final String HOSTILE = "a b'c\"d`e`$(touch never)$HOME;f|g&\\h*?\ni";
    private static final String FORKED_MAIN = "org.openjdk.jmh.runner.ForkedMain";
    private static final String RANK_MAIN = "dev.lockstep.harness.rank.RankMain";
    private static final String HINTS = "quiet\ninline,dev/x.*\ndontinline,*.*_all_jmhStub\n";

    @TempDir
    Path scratch;

    private final JobKey key = JobKey.random();
    private ImpatientShell shell;
    private Path record;
    private Path java;
    private Path hints;
    private LaunchFolder folder;
    private Process process;

    @BeforeEach
    void prepare() throws IOException {
        shell = new ImpatientShell(scratch);
        record = Files.createDirectory(scratch.resolve("record"));
        java = shell.executable(
                "fake 'java'\n\"x\"",
                "for w; do printf '%s\\0' \"$w\"; done >\"$RECORD/argv\"\n"
                        + "env -0 >\"$RECORD/env\"\n"
                        + "for w; do case $w in -XX:CompileCommandFile=*) cat \"${w#*=}\" >\"$RECORD/hints\";; esac; done\n"
                        + "pwd >\"$RECORD/pwd\"\n"
                        + "ls -ld \"$LOCKSTEP_SHARED_MEMORY\" >>\"$RECORD/shared\"\n"
                        + "cat /proc/[0-9]*/cmdline >\"$RECORD/cmdlines\" 2>/dev/null\n"
                        + "[ -n \"${SILENT:-}\" ] || : >\"$FOLDER/complete\"\n"
                        + "exit ${STATUS:-0}\n");
        hints = Files.writeString(scratch.resolve("jmh's hints\nfile"), HINTS);
        useFolder("it's a \"launch\"\n$(folder)");
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        if (process != null) {
            ImpatientShell.kill(process);
        }
    }

    private void useFolder(String name) throws IOException {
        folder = LaunchFolder.create(scratch.resolve(name));
        folder.writeKey(key);
    }

    private Path sharedMemory() {
        return scratch.resolve("shared 'memory'");
    }

    private record Ended(int exit, String output) {}

    private Ended launch(Map<String, String> more, List<String> launcher, String... command) throws Exception {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("RECORD", record.toString());
        environment.put("FOLDER", folder.path().toString());
        environment.put("TMPDIR", record.toString());
        environment.put("LOCKSTEP_SHARED_MEMORY", sharedMemory().toString());
        environment.put("LOCKSTEP_RANK_VARIABLE", "MY_RANK");
        environment.put("MY_RANK", "3");
        environment.putAll(more);
        start(launcher, environment, command);
        String output = ImpatientShell.output(process);
        return new Ended(process.waitFor(), output);
    }

    private void start(List<String> launcher, Map<String, String> environment, String... command) throws IOException {
        Path script = LaunchScript.write(
                folder,
                new LaunchPlan(
                        launcher,
                        environment,
                        List.of(Path.of("/opt/my mpi/mpi.jar"), Path.of("/x'y.jar")),
                        List.of("-Dfirst=" + HOSTILE)));
        assertThat(Files.getPosixFilePermissions(script)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        List<String> words = new ArrayList<>(List.of(script.toString(), java.toString()));
        words.addAll(List.of(command));
        process = shell.start(words);
    }

    private String[] fork() {
        return new String[] {
            "-XX:CompileCommandFile=" + hints, "-Dsecond=" + HOSTILE, "-cp", "a b.jar:c", FORKED_MAIN, "127.0.0.1", "1"
        };
    }

    private List<String> zeroTerminated(String file) throws IOException {
        String all = Files.readString(record.resolve(file), StandardCharsets.UTF_8);
        return List.of(all.split("\0", -1)).subList(0, all.split("\0", -1).length - 1);
    }

    private void assertNoHintsFileIsLeft() {
        assertThat(record).isDirectoryNotContaining("glob:**/lockstep-hints*");
    }

    @Test
    void aForkOfJmhBecomesARankAndEveryWordAndVariableStaysAsItIs() throws Exception {
        Path launcher = shell.executable(
                "my launcher",
                "printf '%s\\0' \"$1\" >\"$RECORD/launcher\"\necho $$ >\"$RECORD/pid\"\n"
                        + "cp \"$FOLDER/launcher.pid\" \"$RECORD/known\"\nshift\nexec \"$@\"\n");
        assertThat(launch(Map.of("HOSTILE", HOSTILE, "EMPTY", ""), List.of(launcher.toString(), HOSTILE), fork()))
                .isEqualTo(new Ended(0, ""));
        assertThat(zeroTerminated("launcher")).containsExactly(HOSTILE);
        assertThat(record.resolve("known"))
                .as("the launcher's pid, before it started")
                .hasSameTextualContentAs(record.resolve("pid"));

        List<String> argv = zeroTerminated("argv");
        assertThat(argv.get(1)).startsWith("-XX:CompileCommandFile=").doesNotContain("jmh's hints");
        assertThat(argv)
                .hasSize(8)
                .containsSubsequence(
                        "-Dfirst=" + HOSTILE,
                        "-Dsecond=" + HOSTILE,
                        "-cp",
                        scratch + "/a b.jar:" + scratch + "/c:/opt/my mpi/mpi.jar:/x'y.jar",
                        RANK_MAIN,
                        "127.0.0.1",
                        "1");
        assertThat(folder.jmhPort()).isEqualTo(1);
        assertThat(scratch.resolve("never")).doesNotExist();
        assertThat(record.resolve("hints")).hasContent(HINTS);
        assertNoHintsFileIsLeft();

        assertThat(zeroTerminated("env")).contains("HOSTILE=" + HOSTILE, "EMPTY=", "LOCKSTEP_KEY=" + key.hex());
        assertThat(Files.readString(record.resolve("cmdlines"), StandardCharsets.ISO_8859_1))
                .contains(RANK_MAIN)
                .doesNotContain(key.hex());
        assertThat(Files.readString(folder.script())).doesNotContain(key.hex());

        Path own = folder.path().resolve("rank-3");
        assertThat(record.resolve("pwd")).hasContent(own.toString());
        assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    /** Each place of the script is named in each of the values. */
    @Test
    void aValueThatNamesAPlaceOfTheScriptStaysAsItIs() throws Exception {
        String places = "@DIR@LAUNCH@EXPORTS@LAUNCHER@RANK_EXEC@CLASS_PATH@JVM_OPTIONS@b";
        useFolder("a" + places);
        Path launcher = shell.executable("launcher" + places, "exec \"$@\"\n");
        Ended ended = launch(Map.of("PLACES", places), List.of(launcher.toString()), fork());
        assertThat(ended).isEqualTo(new Ended(0, ""));
        assertThat(zeroTerminated("env")).contains("PLACES=" + places);
        assertThat(record.resolve("pwd"))
                .hasContent(folder.path().resolve("rank-3").toString());
    }

    @Test
    void aProbeLeavesNoFolderBehindAndAPilotNeedsNoHints() throws Exception {
        assertThat(launch(Map.of(), List.of(), "-cp", "a b.jar:c", RANK_MAIN, "probe"))
                .isEqualTo(new Ended(0, ""));
        assertThat(zeroTerminated("argv")).endsWith(RANK_MAIN, "probe");
        assertThat(folder.path().resolve("rank-3")).doesNotExist();
        folder.writeKey(key);
        assertThat(launch(Map.of(), List.of(), "-cp", "x", RANK_MAIN, "pilot").exit)
                .isZero();
        assertThat(zeroTerminated("argv")).endsWith(RANK_MAIN, "pilot");
    }

    /** Hydra's ranks are told by PMI_FD which descriptor leads to it. */
    @Test
    void theDescriptorOfALauncherIsLeftAlone() throws Exception {
        launch(Map.of("PMI_FD", "9"), List.of(), fork());
        assertThat(zeroTerminated("argv")).contains("-XX:CompileCommandFile=/dev/fd/8");
        assertThat(record.resolve("hints")).hasContent(HINTS);
    }

    @Test
    void whatWasMeantFromWhereTheLaunchWasStartedIsStillFound() throws Exception {
        Ended ended = launch(
                Map.of(),
                List.of(),
                "-javaagent:lib/a.jar=x:y",
                "-agentpath:/abs/b.so",
                "-cp",
                "/abs.jar:lib/*::rel",
                FORKED_MAIN);
        assertThat(ended.exit).as(ended.output).isZero();
        assertThat(zeroTerminated("argv"))
                .contains("-javaagent:" + scratch + "/lib/a.jar=x:y", "-agentpath:/abs/b.so")
                .anySatisfy(word -> assertThat(word)
                        .startsWith("/abs.jar:" + scratch + "/lib/*:" + scratch + "/:" + scratch + "/rel:/opt"));
    }

    @Test
    void onlyTheRankThatIsDebuggedWaitsForADebugger() throws Exception {
        launch(Map.of("LOCKSTEP_DEBUG", "3:5005"), List.of(), fork());
        assertThat(zeroTerminated("argv").get(0))
                .isEqualTo("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:5005");
        for (String other : List.of("0:5005", "33:5005", "")) {
            folder.writeKey(key);
            launch(Map.of("LOCKSTEP_DEBUG", other), List.of(), fork());
            assertThat(zeroTerminated("argv")).as(other).noneMatch(word -> word.contains("jdwp"));
        }
    }

    @Test
    void theFirstRankMakesAFolderInSharedMemoryForItsOwnerAlone() throws Exception {
        Path launcher = shell.executable("twice", "\"$@\" && \"$@\"\n");
        assertThat(launch(Map.of(), List.of(launcher.toString()), fork())).isEqualTo(new Ended(0, ""));
        assertThat(Files.readAllLines(record.resolve("shared")))
                .hasSize(2)
                .allMatch(line -> line.startsWith("drwx------"));
        assertThat(sharedMemory()).doesNotExist();
    }

    // --- What does not start ---

    private void assertDoesNotStart(int exit, String words, Map<String, String> more, String... command)
            throws Exception {
        Ended ended = launch(more, List.of(), command);
        assertThat(ended.exit).isEqualTo(exit);
        assertThat(ended.output).contains(words);
        assertThat(record.resolve("argv")).doesNotExist();
        folder.writeKey(key);
    }

    @Test
    void aRankWithoutAFolderOrANumberDoesNotStart() throws Exception {
        Path inTheWay = Files.writeString(folder.path().resolve("rank-3"), "");
        assertDoesNotStart(71, "rank 3 cannot have its folder", Map.of(), fork());
        Files.delete(inTheWay);
        Map<String, String> nameless = Map.of("LOCKSTEP_RANK_VARIABLE", "NOT_SET_BY_ANYBODY");
        assertDoesNotStart(71, "NOT_SET_BY_ANYBODY is not set", nameless, fork());
        Files.createSymbolicLink(sharedMemory(), record);
        assertDoesNotStart(71, "this rank cannot have the folder " + sharedMemory(), Map.of(), fork());
    }

    @Test
    void aRankWithoutHintsDoesNotStart() throws Exception {
        String none = "this rank has no compiler hints";
        assertDoesNotStart(71, none, Map.of("TMPDIR", "/nowhere/at/all"), fork());
        Files.writeString(hints, "");
        assertDoesNotStart(71, none, Map.of(), fork());
        assertNoHintsFileIsLeft();
        Files.delete(hints);
        assertDoesNotStart(70, "cannot read JMH's compiler hints", Map.of(), fork());
    }

    @Test
    void whatIsNoForkOrHasNoKeyDoesNotStart() throws Exception {
        assertDoesNotStart(71, "not one of JMH's forks", Map.of(), "-cp", "/x", "com.acme.Main", "1");
        folder.deleteKey();
        assertDoesNotStart(70, "", Map.of(), fork());
    }

    // --- How it ends ---

    /** Also if an earlier launch in the same folder was complete. */
    @Test
    void aLauncherThatEndsWellWithoutResultsIsAFailureAndAnExitCodeIsPassedOn() throws Exception {
        folder.markComplete();
        Ended ended = launch(Map.of("SILENT", "1"), List.of(), fork());
        assertThat(ended.exit).isEqualTo(70);
        assertThat(ended.output).contains("without having delivered any results");
        folder.writeKey(key);
        assertThat(launch(Map.of("STATUS", "9"), List.of(), fork()).exit).isEqualTo(9);
    }

    /** Ends a launcher that ignores the request to end, and what it has started: nobody can print any more. */
    @Test
    void killingTheLauncherLeavesNoProcess() throws Exception {
        Path stubborn = shell.executable(
                "stubborn",
                "trap '' TERM\n" + ImpatientShell.STAY + " &\necho $$ >\"$1/launcher.pid\"\necho up\nwait\nwait\n");
        process = shell.start(List.of(stubborn.toString(), folder.path().toString()));
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        folder.killLauncher(Duration.ofMillis(10));
        ImpatientShell.output(process);
    }

    @Test
    void aLauncherThatNeverStartedNeedsNoKilling() throws IOException {
        folder.killLauncher();
        Files.writeString(folder.path().resolve("launcher.pid"), "no number");
        folder.killLauncher();
        assertThat(folder.path()).isDirectory();
    }

    /** A launcher that has been left by its own child, which ignores what can be ignored; the host goes away. */
    @Test
    void nothingOutlivesTheHost() throws Exception {
        Path stubborn =
                shell.executable("stubborn", "trap '' TERM INT HUP\necho up\nexec " + ImpatientShell.STAY + "\n");
        Path launcher = shell.executable("launcher", stubborn + " &\nwait\n");
        start(List.of(launcher.toString()), Map.of("LOCKSTEP_SHARED_MEMORY", "none"), fork());
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        ProcessHandle started = ProcessHandle.of(Long.parseLong(
                        Files.readString(folder.path().resolve("launcher.pid")).strip()))
                .orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(started), started.descendants()).toList();
        assertThat(all).hasSize(2);
        process.getOutputStream().close();
        // Not only the script, which ends first.
        for (ProcessHandle one : all) {
            one.onExit().get(1, TimeUnit.MINUTES);
        }
        assertThat(process.waitFor()).isNotZero();
    }

    @Test
    void onlyTheOwnerMayEnterTheFolderAndReadTheKey() throws IOException {
        assertThat(Files.getPosixFilePermissions(folder.key())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.readString(folder.key())).isEqualTo(key.hex());
        folder.deleteKey();
        assertThat(folder.key()).doesNotExist();
        Path open = Files.createDirectory(scratch.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        LaunchFolder.create(open);
        assertThat(Files.getPosixFilePermissions(open)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
}
