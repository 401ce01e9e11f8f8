package dev.lockstep.cli;

import dev.lockstep.reports.foreign.ForeignTool;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep import}. */
@Command(
        name = "import",
        description = "Turns the text of other tools into JSON of JMH's shape; several files are several launches.",
        mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TOOL", description = "${COMPLETION-CANDIDATES}")
    ForeignTool tool;

    @Parameters(index = "1..*", paramLabel = "FILE", arity = "1..*", description = "what it printed")
    List<Path> files;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "the JSON (default: standard output)")
    Path output;

    @Option(names = "--ranks", paramLabel = "N", description = "how many ranks there were, which OSU does not print")
    Integer ranks;

    @Override
    public Integer call() throws Exception {
        // Into memory first: a file that is no good must not leave half an output behind.
        StringWriter json = new StringWriter();
        tool.convert(files, ranks == null ? OptionalInt.empty() : OptionalInt.of(ranks), json);
        if (output == null) {
            System.out.writeBytes(json.toString().getBytes(StandardCharsets.UTF_8));
        } else {
            try (Writer out = Files.newBufferedWriter(output, StandardCharsets.UTF_8)) {
                out.write(json.toString());
            }
        }
        return 0;
    }
}
