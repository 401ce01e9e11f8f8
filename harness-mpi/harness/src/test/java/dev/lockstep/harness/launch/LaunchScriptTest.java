package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.JobKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The two scripts, run for real, with a program in place of java that writes down what it was given. */
@Timeout(30)
class LaunchScriptTest {
    private static final String HOSTILE = "a b'c\"d`e`$(touch never)$HOME;f|g&\\h*?\ni";
    private static final String FORKED_MAIN = "org.openjdk.jmh.runner.ForkedMain";
    private static final String RANK_MAIN = "dev.lockstep.harness.rank.RankMain";
    private static final String HINTS = "quiet\ninline,dev/x.*\ndontinline,*.*_all_jmhStub\n";

    @TempDir
    Path scratch;

    private final JobKey key = JobKey.random();
    private Path record;
    private Path java;
    private Path hints;
    private LaunchFolder folder;

    @BeforeEach
    void prepare() throws IOException {
        record = Files.createDirectory(scratch.resolve("record"));
        java = executable(
                "fake 'java'\n\"x\"",
                "for w; do printf '%s\\0' \"$w\"; done >\"$RECORD/argv\"\n"
                        + "env -0 >\"$RECORD/env\"\n"
                        + "for w; do case $w in -XX:CompileCommandFile=*) cat \"${w#*=}\" >\"$RECORD/hints\";; esac; done\n"
                        + "pwd >\"$RECORD/pwd\"\n"
                        + "cat /proc/[0-9]*/cmdline >\"$RECORD/cmdlines\" 2>/dev/null\n"
                        + "[ -n \"${SILENT:-}\" ] || : >\"$FOLDER/complete\"\n"
                        + "exit ${STATUS:-0}\n");
        hints = scratch.resolve("jmh's hints\nfile");
        Files.writeString(hints, HINTS);
        folder = LaunchFolder.create(scratch.resolve("it's a \"launch\"\n$(folder)"));
        folder.writeKey(key);
    }

    private Path executable(String name, String body) throws IOException {
        Path file = scratch.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    private record Ended(int exit, String output) {}

    private Ended launch(Map<String, String> more, List<String> launcher, String... command)
            throws IOException, InterruptedException {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("RECORD", record.toString());
        environment.put("FOLDER", folder.path().toString());
        environment.put("TMPDIR", record.toString());
        environment.put("LOCKSTEP_RANK_VARIABLE", "MY_RANK");
        environment.put("MY_RANK", "3");
        environment.putAll(more);
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
        Path output = scratch.resolve("output");
        Process process = new ProcessBuilder(words)
                .directory(scratch.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(output));
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

    @Test
    void aForkOfJmhBecomesARankAndEveryWordStaysAsItIs() throws Exception {
        Ended ended = launch(Map.of(), List.of(), fork());
        assertThat(ended).isEqualTo(new Ended(0, ""));
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
        assertThat(scratch.resolve("never")).doesNotExist();
    }

    /** Each place of the script is named in each of the values. */
    @Test
    void aValueThatNamesAPlaceOfTheScriptStaysAsItIs() throws Exception {
        String places = "@DIR@LAUNCH@EXPORTS@LAUNCHER@RANK_EXEC@CLASS_PATH@JVM_OPTIONS@b";
        folder = LaunchFolder.create(scratch.resolve("a" + places));
        folder.writeKey(key);
        Path launcher = executable("launcher" + places, "exec \"$@\"\n");
        Ended ended = launch(Map.of("PLACES", places), List.of(launcher.toString()), fork());
        assertThat(ended).isEqualTo(new Ended(0, ""));
        assertThat(zeroTerminated("env")).contains("PLACES=" + places);
        assertThat(record.resolve("pwd"))
                .hasContent(folder.path().resolve("rank-3").toString());
    }

    @Test
    void aProbeLeavesNoFolderBehind() throws Exception {
        Ended ended = launch(Map.of(), List.of(), "-cp", "a b.jar:c", RANK_MAIN, "probe");
        assertThat(ended).isEqualTo(new Ended(0, ""));
        assertThat(zeroTerminated("argv")).endsWith(RANK_MAIN, "probe");
        assertThat(folder.path().resolve("rank-3")).doesNotExist();
    }

    @Test
    void theHintsAreThereAgainWithTheSameContents() throws Exception {
        launch(Map.of(), List.of(), fork());
        assertThat(record.resolve("hints")).hasContent(HINTS);
        assertNoHintsFileIsLeft();
    }

    /** Hydra's ranks are told by PMI_FD which descriptor leads to it. */
    @Test
    void theDescriptorOfALauncherIsLeftAlone() throws Exception {
        launch(Map.of("PMI_FD", "9"), List.of(), fork());
        assertThat(zeroTerminated("argv")).contains("-XX:CompileCommandFile=/dev/fd/8");
        assertThat(record.resolve("hints")).hasContent(HINTS);
    }

    private void assertNoHintsFileIsLeft() throws IOException {
        try (var files = Files.list(record)) {
            assertThat(files).noneMatch(f -> f.getFileName().toString().startsWith("lockstep-hints"));
        }
    }

    @Test
    void aRankRunsInAFolderOfItsOwnThatOthersCannotEnter() throws Exception {
        assertThat(launch(Map.of(), List.of(), fork())).isEqualTo(new Ended(0, ""));
        Path own = folder.path().resolve("rank-3");
        assertThat(record.resolve("pwd")).hasContent(own.toString());
        assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
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
    void aRankWithoutAFolderOrANumberDoesNotStart() throws Exception {
        Files.writeString(folder.path().resolve("rank-3"), "in the way");
        Ended ended = launch(Map.of(), List.of(), fork());
        assertThat(ended.exit).isEqualTo(71);
        assertThat(ended.output).contains("rank 3 cannot have its folder");
        folder.writeKey(key);
        Ended nameless = launch(Map.of("LOCKSTEP_RANK_VARIABLE", "NOT_SET_BY_ANYBODY"), List.of(), fork());
        assertThat(nameless.exit).isEqualTo(71);
        assertThat(nameless.output).contains("NOT_SET_BY_ANYBODY is not set");
        assertThat(record.resolve("argv")).doesNotExist();
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
    void hintsThatCannotBeReadStopTheLaunch() throws Exception {
        Files.delete(hints);
        Ended ended = launch(Map.of(), List.of(), fork());
        assertThat(ended.exit).isEqualTo(70);
        assertThat(ended.output).contains("cannot read JMH's compiler hints");
        assertThat(record.resolve("argv")).doesNotExist();
    }

    @Test
    void aRankWithoutHintsDoesNotStart() throws Exception {
        Files.writeString(hints, "");
        Ended empty = launch(Map.of(), List.of(), fork());
        assertThat(empty.exit).isEqualTo(71);
        assertThat(empty.output).contains("this rank has no compiler hints");
        assertNoHintsFileIsLeft();
        Files.writeString(hints, HINTS);
        folder.writeKey(key);
        Ended noPlace = launch(Map.of("TMPDIR", "/nowhere/at/all"), List.of(), fork());
        assertThat(noPlace.exit).isEqualTo(71);
        assertThat(noPlace.output).contains("this rank has no compiler hints");
        assertThat(record.resolve("argv")).doesNotExist();
    }

    @Test
    void whatIsNoForkDoesNotStart() throws Exception {
        Ended ended = launch(Map.of(), List.of(), "-cp", "x", "com.acme.Main", "1");
        assertThat(ended.exit).isEqualTo(71);
        assertThat(ended.output).contains("not one of JMH's forks", "com.acme.Main");
        assertThat(record.resolve("argv")).doesNotExist();
    }

    @Test
    void aPilotNeedsNoHints() throws Exception {
        assertThat(launch(Map.of(), List.of(), "-cp", "x", RANK_MAIN, "pilot").exit)
                .isZero();
        assertThat(zeroTerminated("argv")).endsWith(RANK_MAIN, "pilot");
    }

    @Test
    void everyVariableArrivesAsItIsAndTheKeyTooButOnNoCommandLine() throws Exception {
        launch(Map.of("HOSTILE", HOSTILE, "EMPTY", ""), List.of(), fork());
        assertThat(zeroTerminated("env")).contains("HOSTILE=" + HOSTILE, "EMPTY=", "LOCKSTEP_KEY=" + key.hex());
        assertThat(Files.readString(record.resolve("cmdlines"), StandardCharsets.ISO_8859_1))
                .contains(RANK_MAIN)
                .doesNotContain(key.hex());
        assertThat(Files.readString(folder.script())).doesNotContain(key.hex());
    }

    @Test
    void onlyTheOwnerMayEnterTheFolderAndReadTheKey() throws IOException {
        assertThat(Files.getPosixFilePermissions(folder.path()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(Files.getPosixFilePermissions(folder.key())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.readString(folder.key())).isEqualTo(key.hex());
        folder.deleteKey();
        assertThat(folder.key()).doesNotExist();
    }

    @Test
    void aFolderThatOthersCouldEnterIsShut() throws IOException {
        Path open = Files.createDirectory(scratch.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        LaunchFolder.create(open);
        assertThat(Files.getPosixFilePermissions(open)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void theLauncherGetsItsWordsAndItsPidIsKnownBeforeItStarts() throws Exception {
        Path launcher = executable(
                "my launcher",
                "printf '%s\\0' \"$1\" >\"$RECORD/launcher\"\necho $$ >\"$RECORD/pid\"\n"
                        + "cp \"$FOLDER/launcher.pid\" \"$RECORD/known\"\nshift\nexec \"$@\"\n");
        assertThat(launch(Map.of(), List.of(launcher.toString(), HOSTILE), fork()).exit)
                .isZero();
        assertThat(zeroTerminated("launcher")).containsExactly(HOSTILE);
        assertThat(record.resolve("known")).hasSameTextualContentAs(record.resolve("pid"));
        assertThat(zeroTerminated("argv")).contains(RANK_MAIN);
    }

    @Test
    void aLauncherThatEndsWellWithoutResultsIsAFailure() throws Exception {
        Ended ended = launch(Map.of("SILENT", "1"), List.of(), fork());
        assertThat(ended.exit).isEqualTo(70);
        assertThat(ended.output).contains("without having delivered any results");
    }

    @Test
    void completenessOfAnEarlierLaunchDoesNotCount() throws Exception {
        folder.markComplete();
        assertThat(launch(Map.of("SILENT", "1"), List.of(), fork()).exit).isEqualTo(70);
    }

    @Test
    void anExitCodeIsPassedOn() throws Exception {
        assertThat(launch(Map.of("STATUS", "9"), List.of(), fork()).exit).isEqualTo(9);
    }

    @Test
    void aLaunchWithoutKeyDoesNotStart() throws Exception {
        folder.deleteKey();
        assertThat(launch(Map.of(), List.of(), fork()).exit).isEqualTo(70);
        assertThat(record.resolve("argv")).doesNotExist();
    }

    /** Ends a launcher that ignores the request to end, and what it has started. */
    @Test
    void killingTheLauncherLeavesNoProcess() throws Exception {
        Path stubborn = executable(
                "stubborn",
                "trap '' TERM\nsleep 60 &\necho $! >\"$1/child\"\necho $$ >\"$1/launcher.pid\"\nwait\nwait\n");
        Process process = new ProcessBuilder(stubborn.toString(), folder.path().toString()).start();
        try {
            while (!Files.exists(folder.path().resolve("launcher.pid"))
                    || Files.size(folder.path().resolve("launcher.pid")) == 0) {
                Thread.sleep(20);
            }
            long child = Long.parseLong(
                    Files.readString(folder.path().resolve("child")).strip());
            assertThat(ProcessHandle.of(child)).isPresent();
            folder.killLauncher();
            assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
            ProcessHandle.of(child)
                    .ifPresent(c -> c.onExit().orTimeout(5, TimeUnit.SECONDS).join());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
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
        Path stubborn = executable("stubborn", "trap '' TERM INT HUP\necho $$ >\"$RECORD/rank\"\nexec sleep 600\n");
        Path launcher = executable("launcher", stubborn + " &\nwait\n");
        Path script = LaunchScript.write(
                folder,
                new LaunchPlan(
                        List.of(launcher.toString()), Map.of("RECORD", record.toString()), List.of(), List.of()));
        List<String> words = new ArrayList<>(List.of(script.toString(), java.toString()));
        words.addAll(List.of(fork()));
        Process process = new ProcessBuilder(words).directory(scratch.toFile()).start();
        ProcessHandle rank = awaitPid(record.resolve("rank"));
        ProcessHandle launched = awaitPid(folder.path().resolve("launcher.pid"));
        process.getOutputStream().close();
        rank.onExit().get(15, TimeUnit.SECONDS);
        launched.onExit().get(15, TimeUnit.SECONDS);
        assertThat(process.waitFor(15, TimeUnit.SECONDS)).isTrue();
    }

    private static ProcessHandle awaitPid(Path file) throws IOException, InterruptedException {
        while (!Files.exists(file) || Files.readString(file).isBlank()) {
            Thread.sleep(20);
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    }
}
