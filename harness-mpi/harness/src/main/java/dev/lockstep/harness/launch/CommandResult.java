package dev.lockstep.harness.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * The end of a short command.
 *
 * @param good whether its exit code is 0
 * @param text its output and errors, on one line
 */
record CommandResult(boolean good, String text) {
    private static final long TIMEOUT_SECONDS = 5;

    /**
     * The resolver's options (resolv.conf(5)): programs that look for their cluster by DNS, as Slurm's do, wait one
     * second for a server that does not answer, and not ten.
     */
    private static final String RESOLVER = "timeout:1 attempts:1";

    /** Runs a command; one that takes too long is ended, and counts as failed. */
    static CommandResult of(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putIfAbsent("RES_OPTIONS", RESOLVER);
        Process process = builder.start();
        process.getOutputStream().close();
        try (InputStream in = process.getInputStream()) {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return new CommandResult(false, "no answer within " + TIMEOUT_SECONDS + " s");
            }
            String said = new String(in.readNBytes(4096), StandardCharsets.UTF_8);
            return new CommandResult(process.exitValue() == 0, said.strip().replaceAll("\\s*\n\\s*", "; "));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + command[0], e);
        } finally {
            process.destroyForcibly();
        }
    }
}
