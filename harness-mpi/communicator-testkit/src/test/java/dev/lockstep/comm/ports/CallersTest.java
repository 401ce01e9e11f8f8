package dev.lockstep.comm.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CallersTest {
    private static final int FOR_EVER = 1_000;

    private final List<Socket> open = new ArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private Socket call() throws IOException {
        open.add(new Socket(server.getInetAddress(), server.getLocalPort()));
        Socket accepted = server.accept();
        open.add(accepted);
        return accepted;
    }

    @Test
    void whoHasWaitedLongestGoesWhenThereAreTooMany() throws IOException {
        try (Callers callers = new Callers(2, FOR_EVER)) {
            Socket one = call();
            Socket two = call();
            Socket three = call();
            callers.receive(one);
            callers.receive(two);
            callers.receive(three);
            assertThat(one.isClosed()).isTrue();
            assertThat(callers.letIn(one)).isFalse();
            assertThat(callers.letIn(three)).isTrue();
            callers.receive(call());
            assertThat(two.isClosed()).as("there is room again").isFalse();
        }
    }

    @Test
    void whoTakesTooLongIsHungUpOnHoweverSlowlyItTalksAndWhoWasLetInIsNot() throws Exception {
        AtomicLong now = new AtomicLong();
        try (Callers callers = new Callers(10, 7, now::get)) {
            Socket rank = call();
            callers.receive(rank);
            assertThat(callers.letIn(rank)).isTrue();
            Socket slow = call();
            Socket talking = open.get(open.size() - 2);
            callers.receive(slow);
            now.addAndGet(1);
            Socket later = call();
            callers.receive(later);
            now.set(TimeUnit.SECONDS.toNanos(7));
            while (!slow.isClosed()) {
                sayAnyway(talking);
                Thread.sleep(10);
            }
            assertThat(callers.letIn(slow)).isFalse();
            assertThat(rank.isClosed()).isFalse();
            assertThat(callers.letIn(later)).as("a nanosecond is left to it").isTrue();
        }
    }

    /** It may just have been hung up on. */
    private static void sayAnyway(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(1);
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching(".*(reset|Broken pipe).*");
        }
    }

    @Test
    void afterTheEndNobodyWaits() throws IOException {
        Callers callers = new Callers(10, FOR_EVER);
        Socket early = call();
        Socket in = call();
        callers.receive(early);
        callers.receive(in);
        assertThat(callers.letIn(in)).isTrue();
        callers.close();
        Socket late = call();
        callers.receive(late);
        assertThat(early.isClosed()).isTrue();
        assertThat(late.isClosed()).isTrue();
        assertThat(in.isClosed()).isFalse();
    }
}
