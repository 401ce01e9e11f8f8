package dev.lockstep.transport.shaped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.socket.SocketTransport;
import dev.lockstep.transport.support.Lines;
import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bare sockets through a switch. Times are bounded from below, where the machine cannot make them shorter. */
@Timeout(120)
@Tag("faults")
class SwitchTest {
    private static final String NONE = "0us";
    private static final String A = "a";
    private static final String B = "b";
    private static final String C = "c";

    @TempDir
    private Path folder;

    private final List<Closeable> opened = new ArrayList<>();
    private final ExecutorService others = Executors.newCachedThreadPool();

    private Hosted at(String rate, String delay) throws IOException {
        Setting setting = Setting.of(new SocketTransport(), folder, 0)
                .with(Map.of(ShapedTransport.RATE, rate, ShapedTransport.DELAY, delay));
        Hosted hosted = new Switch().host(setting);
        opened.add(0, hosted::close);
        return hosted;
    }

    @AfterEach
    void end() throws IOException {
        others.shutdownNow();
        for (Closeable one : opened) {
            one.close();
        }
    }

    private ServerSocket server() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        opened.add(server);
        return server;
    }

    private static String address(ServerSocket server) {
        return Tcp.format((InetSocketAddress) server.getLocalSocketAddress());
    }

    private Socket connect(String way) throws IOException {
        Socket socket = new Socket();
        opened.add(socket);
        socket.connect(Tcp.parse(way));
        return socket;
    }

    /** Both ends of a connection. */
    private record Cable(Socket client, Socket server) {}

    private Cable cable(Hosted through, String from, String to) throws IOException {
        ServerSocket server = server();
        Switch.ask(through.text(), Switch.OPEN, address(server), to);
        Socket client = connect(Switch.ask(through.text(), Switch.CONNECT, address(server), from));
        Socket accepted = server.accept();
        opened.add(accepted);
        return new Cable(client, accepted);
    }

    /** The nanoseconds until all bytes have come. */
    private static long move(Cable cable, int bytes) throws IOException {
        long start = System.nanoTime();
        Thread writer = new Thread(() -> {
            try {
                cable.client.getOutputStream().write(new byte[bytes]);
            } catch (IOException gone) {
                // Then they do not come.
                return;
            }
        });
        writer.start();
        assertThat(cable.server.getInputStream().readNBytes(bytes)).hasSize(bytes);
        return System.nanoTime() - start;
    }

    /** Never more than the link has; and all of it, as soon as the machine is not busy with something else. */
    @Test
    void aBareSocketHasElevenToTwelveMegabytesASecond() throws IOException {
        Cable cable = cable(at("100mbit", NONE), A, B);
        int bytes = 4 << 20;
        double most = 0;
        for (int round = 0; round < 20 && most < 11; round++) {
            double rate = bytes * 1e3 / move(cable, bytes);
            assertThat(rate).isLessThan(12);
            most = Math.max(most, rate);
        }

        assertThat(most).isBetween(11.0, 12.0);
    }

    /** There and back before the first byte leaves, and then its own way. */
    @Test
    void aDelayIsThatOfEachWay() throws IOException {
        Hosted through = at("1gbit", "50ms");
        ServerSocket server = server();
        Switch.ask(through.text(), Switch.OPEN, address(server), B);
        String way = Switch.ask(through.text(), Switch.CONNECT, address(server), A);
        long start = System.nanoTime();
        Socket client = connect(way);
        client.getOutputStream().write(1);
        Socket accepted = server.accept();
        opened.add(accepted);
        assertThat(accepted.getInputStream().read()).isEqualTo(1);
        assertThat(millisSince(start)).isGreaterThanOrEqualTo(150);

        long answer = System.nanoTime();
        accepted.getOutputStream().write(2);
        assertThat(client.getInputStream().read()).isEqualTo(2);
        assertThat(millisSince(answer)).isGreaterThanOrEqualTo(50);
        accepted.getOutputStream().write(new byte[1 << 20]);
        accepted.shutdownOutput();
        assertThat(client.getInputStream().readAllBytes()).hasSize(1 << 20);
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** 1 MB of frames takes 0.8 s at 10 Mbit/s, two take 1.6 s. */
    @ParameterizedTest
    @ValueSource(strings = {"one sends to two", "two send to one"})
    void connectionsOfAHostShareItsLink(String who) throws Exception {
        Hosted through = at("10mbit", NONE);
        boolean sends = who.startsWith("one");
        Cable one = cable(through, A, B);
        Cable other = cable(through, sends ? A : C, sends ? C : B);
        long start = System.nanoTime();
        Callable<Long> first = () -> move(one, 950_000);
        Callable<Long> second = () -> move(other, 950_000);
        for (Future<Long> each : others.invokeAll(List.of(first, second))) {
            each.get();
        }

        assertThat(millisSince(start)).isGreaterThanOrEqualTo(1590);
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, "5ms"})
    void theEndOfOneWayLeavesTheOther(String delay) throws IOException {
        Cable cable = cable(at("1gbit", delay), A, B);
        cable.client.getOutputStream().write(7);
        cable.client.shutdownOutput();
        assertThat(cable.server.getInputStream().readAllBytes()).containsExactly(7);

        cable.server.getOutputStream().write(8);
        cable.server.close();
        assertThat(cable.client.getInputStream().readAllBytes()).containsExactly(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, "5ms"})
    void aResetIsPassedOn(String delay) throws IOException {
        Cable cable = cable(at("1gbit", delay), A, B);
        cable.client.getOutputStream().write(7);
        assertThat(cable.server.getInputStream().read()).isEqualTo(7);
        cable.server.setSoLinger(true, 0);
        cable.server.close();

        assertThatIOException().isThrownBy(() -> cable.client.getInputStream().read());
    }

    @Test
    void whoHasClosedIsNotConnectedTo() throws IOException {
        Hosted through = at("1gbit", NONE);
        ServerSocket server = server();
        String address = address(server);
        Switch.ask(through.text(), Switch.OPEN, address, B);
        String way = Switch.ask(through.text(), Switch.CONNECT, address, A);
        assertThat(Switch.ask(through.text(), Switch.CONNECT, address, A)).isEqualTo(way);
        Switch.ask(through.text(), Switch.CLOSE, address, B);
        assertThatIOException().isThrownBy(() -> connect(way));
        assertThatIOException()
                .isThrownBy(() -> Switch.ask(through.text(), Switch.CONNECT, address, A))
                .withMessage("nobody listens at " + address);

        Switch.ask(through.text(), Switch.OPEN, address, C);
        connect(Switch.ask(through.text(), Switch.CONNECT, address, A))
                .getOutputStream()
                .write(7);
        Socket accepted = server.accept();
        opened.add(accepted);
        assertThat(accepted.getInputStream().read()).isEqualTo(7);
    }

    /** Half of what two are sent by one comes to each; what a third sends to one of them then gets no more than the rest. */
    @Test
    void aLinkThatIsHalfUsedHasNoMoreLater() throws Exception {
        Hosted through = at("10mbit", NONE);
        Cable one = cable(through, A, B);
        Cable other = cable(through, A, C);
        Cable third = cable(through, C, B);
        long start = System.nanoTime();
        Callable<Long> first = () -> move(one, 475_000);
        Callable<Long> second = () -> move(other, 475_000);
        Callable<Long> late = () -> {
            Thread.sleep(400);
            return move(third, 475_000);
        };
        List<Future<Long>> all = others.invokeAll(List.of(first, second, late));
        for (Future<Long> each : all) {
            each.get();
        }

        // Alone it takes 0.4 s at least.
        assertThat(all.get(2).get()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(399));
        assertThat(millisSince(start)).isGreaterThanOrEqualTo(795);
    }

    /** The link holds what is on its way, and a little more; kernels hold some megabytes at each end. */
    @ParameterizedTest
    @ValueSource(strings = {NONE, "5ms"})
    void whoTakesNothingMakesTheSenderWait(String delay) throws Exception {
        Cable cable = cable(at("10gbit", delay), A, B);
        AtomicLong sent = new AtomicLong();
        Future<?> sending = others.submit(() -> {
            while (true) {
                cable.client.getOutputStream().write(new byte[1 << 16]);
                sent.addAndGet(1 << 16);
            }
        });
        long before = -1;
        for (int i = 0; i < 100 && before != sent.get(); i++) {
            before = sent.get();
            Thread.sleep(500);
        }

        assertThat(sent).hasValueGreaterThanOrEqualTo(1 << 16).hasValueLessThan(64 << 20);
        cable.server.close();
        assertThatThrownBy(sending::get).hasCauseInstanceOf(IOException.class);
    }

    /** It ends by a reset, for it has not read all that came. */
    @Test
    void whatIsOnItsWayArrivesThoughItsSenderIsGone() throws IOException {
        Cable cable = cable(at("1gbit", "200ms"), A, B);
        cable.client.getOutputStream().write(new byte[100]);
        assertThat(cable.server.getInputStream().readNBytes(100)).hasSize(100);
        cable.server.getOutputStream().write(new byte[100]);
        cable.client.getOutputStream().write(new byte[50]);
        cable.client.setSoLinger(true, 0);
        cable.client.close();

        assertThat(cable.server.getInputStream().readNBytes(50)).hasSize(50);
        assertThatIOException().isThrownBy(() -> cable.server.getInputStream().read());
    }

    /** Its process was killed, and has not said that it closes. */
    @Test
    void whoIsGoneEndsTheConnection() throws IOException {
        Hosted through = at("1gbit", NONE);
        ServerSocket server = server();
        String address = address(server);
        Switch.ask(through.text(), Switch.OPEN, address, B);
        String way = Switch.ask(through.text(), Switch.CONNECT, address, A);
        server.close();
        Socket client = connect(way);

        assertThatIOException().isThrownBy(() -> client.getInputStream().read());
        assertThatIOException().isThrownBy(() -> connect(way));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "connect", "connect nowhere", "open tcp://a", "garbage a b"})
    void aStrangeQuestionIsAnswered(String question) throws IOException {
        Hosted through = at("1gbit", NONE);

        assertThat(Lines.ask(Tcp.parse(through.text()), question)).startsWith("error a question is 'open'");
    }

    @Test
    void aLongQuestionIsAnswered() throws IOException {
        Hosted through = at("1gbit", NONE);

        assertThatIOException()
                .isThrownBy(() -> Switch.ask(through.text(), Switch.OPEN, "a".repeat(5000), A))
                .withMessage("a question has at most 4096 bytes");
    }

    @Test
    void itsEndIsThatOfAllConnections() throws IOException {
        Hosted through = at("1gbit", NONE);
        Cable cable = cable(through, A, B);
        cable.client.getOutputStream().write(7);
        assertThat(cable.server.getInputStream().read()).isEqualTo(7);
        through.close();

        assertThat(ended(cable.client)).isTrue();
        assertThat(ended(cable.server)).isTrue();
        assertThatIOException()
                .isThrownBy(() -> Switch.ask(through.text(), Switch.OPEN, "tcp://127.0.0.1:1", A))
                .withMessageStartingWith("the switch of the link at " + through.text() + " does not answer: ");
    }

    private static boolean ended(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }
}
