package dev.lockstep.comm.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of user 65534 that connects to a port of this host's loopback address. It needs root, or {@code sudo}
 * without a password.
 */
public final class AnotherUser implements AutoCloseable {
    private static final String SCRIPT = "exec 3<>/dev/tcp/127.0.0.1/$0 || exit; printf \"$1\" >&3; echo connected;"
            + " (timeout 100 cat <&3 >/dev/null; [ $? = 124 ] && echo late || echo ended) & exec 3<&-; read -r end; kill $! 2>/dev/null";

    private final Process process;
    private final BufferedReader said;

    /**
     * Returns when it is connected and has spoken.
     *
     * @param words what it says, as printf takes it
     * @throws IOException if another user's process cannot be had here
     */
    public AnotherUser(int port, String words) throws IOException {
        List<String> command = new ArrayList<>();
        if (!System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("sudo", "-n"));
        }
        command.addAll(List.of("setpriv", "--reuid=65534", "--clear-groups", "bash", "-c", SCRIPT));
        command.addAll(List.of(String.valueOf(port), words));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        said = process.inputReader(StandardCharsets.UTF_8);
        String first = said.readLine();
        if (!"connected".equals(first)) {
            throw new IOException(
                    "no process of another user could connect; it takes root, or sudo without a password");
        }
    }

    /**
     * Waits until the other end closes the connection.
     *
     * @throws IOException if it ends otherwise
     */
    public void awaitHungUp() throws IOException {
        String last = said.readLine();
        if (!"ended".equals(last)) {
            throw new IOException("the connection was not closed; the process said " + last);
        }
    }

    /** Ends the process, and so its connection. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.destroy();
    }
}
