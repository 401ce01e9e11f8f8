package dev.lockstep.cli.options;

import dev.lockstep.harness.run.Jvm;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options for the JVM of forks and ranks. */
public final class JvmOptions {
    @Option(
            names = "--jvm",
            paramLabel = "PATH",
            description = "java executable of forks and ranks (default: this one)")
    Path jvm;

    @Option(
            names = "--jvm-args",
            paramLabel = "\"...\"",
            defaultValue = "",
            description = "arguments for it, after the usual ones")
    String jvmArgs;

    /** The JVM that was chosen, with the usual arguments. */
    public Jvm jvm() {
        List<String> args = OptionText.words(jvmArgs);
        return jvm == null ? Jvm.current(args) : Jvm.at(jvm, args);
    }
}
