package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.lockstep.cli.options.ResumedArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --resume}, before anything is measured. */
class ResumeTest {
    @TempDir
    Path scratch;

    private Path journal;

    @BeforeEach
    void place() {
        journal = scratch.resolve("journal.jsonl");
    }

    private Typed resume() {
        return Typed.line("run --resume --out " + scratch + " --dry-run");
    }

    private void begunWith(String... arguments) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ArrayNode all = json.createArrayNode().add("run");
        List.of(arguments).forEach(all::add);
        Files.writeString(journal, json.createObjectNode().put("event", "start").set("arguments", all) + "\n");
    }

    @Test
    void whatCannotBeResumedIsRefused() throws IOException {
        Typed.line("run Barrier --resume").refused("--resume needs --out DIR");
        Typed.line("run Barrier --resume --out " + scratch).refused("holds no run: there is no journal.jsonl");
        Files.writeString(journal, "{\"event\":\"start\"");
        Typed.line("run Barrier --resume --out " + scratch).refused("breaks off before the run began");
        Files.writeString(journal, "{\"event\":\"start\",\"arguments\":[\"bench\"]}\n");
        resume().refused("begun by 'lockstep bench'");
        begunWith("--cp=/my/own.jar");
        resume().refused("lockstep run --resume --out " + scratch + " --cp /my/own.jar");
        begunWith("--no-such-option");
        resume().refused("its journal is damaged");
        Files.writeString(journal, "{\"event\":\"start\"}\nnonsense\n");
        resume().refused(journal + ", line 2: expected");
        Typed.line("merge " + scratch + " -o " + scratch + "/x").refused(journal + ", line 2: expected");
        assertThat(scratch.resolve("x")).doesNotExist();
    }

    /** Whoever made a folder may have written anything into its journal. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--jvm=/his/java",
                "--jvm-args=-javaagent:/his.jar -Dx='y z'",
                "--launcher-args=--his-option",
                "--hosts=his.example:2",
                "--hosts=@/his/hosts",
                "--prof=async:libPath=/his.so",
                "--debug-rank=0",
                "--ops=from:/his/results.json"
            })
    void whatAFolderWouldMakeThisMachineRunIsTyped(String option) throws IOException {
        String name = option.substring(0, option.indexOf('='));
        String value = option.substring(option.indexOf('=') + 1);
        begunWith("AllReduce", option, "--force");
        String typed = "lockstep run --resume --out " + scratch + " " + name + " "
                + (value.contains(" ") ? "'" + value.replace("'", "'\\''") + "'" : value);
        resume().refused("was begun with " + name + ": ", typed);
        begunWith("AllReduce", name, value);
        resume().refused(typed);
    }

    @Test
    void whatThisMachineWouldUseAnywayIsTakenOver() throws IOException {
        begunWith(
                "AllReduce",
                "-p=bytes=4096",
                "--jvm=" + Path.of(System.getProperty("java.home"), "bin", "java"),
                "--jvm-args=",
                "--hosts=",
                "--ops=osu",
                "--seed=7");
        assertThat(resume().ended(0).out()).contains("bytes=4096").doesNotContain("bytes=64 ");
    }

    /** They are said by who resumes, or not at all. */
    @Test
    void whatIsAboutOneCallIsNotTakenFromAFolder() throws IOException {
        // What stands behind "--" are patterns, and stays that.
        begunWith("--", "AllReduce", "--force", "--jvm=/his/java");
        resume().refused("no benchmark matches '--force'");
        assertThat(expanded()).endsWith("--", "AllReduce", "--force", "--jvm=/his/java");
        begunWith("AllReduce", "--force", "--retry-failed", "--wait", "--resume", "--out=/else/where");
        assertThat(expanded()).containsExactly("run", "--resume", "--out", scratch.toString(), "AllReduce");
    }

    private List<String> expanded() throws IOException {
        return List.of(ResumedArguments.expand(Lockstep.commandLine(), "run", "--resume", "--out", scratch.toString()));
    }

    /** A shard that is empty makes a run of nothing. */
    @Test
    void aFolderThatAnotherHostHasIsLeftAlone() throws IOException {
        Typed empty = Typed.line("run Barrier --shard 2/2 --out " + scratch).ended(3);
        assertThat(empty.err()).contains("nothing to run: this shard has no cells");
        assertThat(scratch.resolve("results.json")).content().isEqualToIgnoringWhitespace("[]");
        assertThat(journal).content().contains("\"exit\":3");

        List<String> lines = Files.readAllLines(journal);
        Files.write(journal, lines.subList(0, lines.size() - 1));
        Path lock = Files.writeString(scratch.resolve("run.lock"), "host=far.example&boot=b&pid=7&since=today\n");
        Typed.line("run --resume --out " + scratch)
                .refused(
                        "lockstep: " + scratch + " is in use by process 7 on far.example, started today",
                        "if it is gone, remove " + lock);
        assertThat(journal).content().hasLineCount(lines.size() - 1);
        Files.delete(lock);
        Typed.line("run --resume --out " + scratch).ended(3);
        assertThat(lock).doesNotExist();
        assertThat(journal).content().contains("\"event\":\"resume\"", "\"exit\":3");
    }
}
