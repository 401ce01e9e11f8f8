package dev.lockstep.cli.options;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that say where ranks are started. */
public final class HostOptions {
    private static final String FILE = "@";

    @Option(
            names = "--hosts",
            paramLabel = "H1:SLOTS,H2:SLOTS|@FILE",
            defaultValue = "",
            description = "hosts that the launcher starts ranks on, filled in this order (one slot each if no number"
                    + " is given), or a host file with lines such as 'h1 slots=2' (default: left to the launcher)")
    String hosts;

    public Hosts parsed() {
        try {
            return hosts.startsWith(FILE)
                    ? Hosts.ofFile(Files.readAllLines(Path.of(hosts.substring(FILE.length()))))
                    : Hosts.parse(hosts);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--hosts " + hosts + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UsageException("--hosts " + hosts + ": the file cannot be read (" + e + ")");
        }
    }
}
