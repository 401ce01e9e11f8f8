package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.Board;
import dev.lockstep.comm.testkit.PlainProcesses;
import dev.lockstep.comm.testkit.RanksTogether;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that are gone, slow, strangers or many, and what is too much for a log. */
@Tag("faults")
@Timeout(60)
class SocketsFaultsTest {
    private static final int TAG = 3;
    private static final int ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(strings = {"push", "pull"})
    void strangersOnThePort(String provider) throws Exception {
        Board board = new Board(2, Optional.empty());
        List<World> worlds = OneJvm.atOnce(IntStream.range(0, 2)
                .<Callable<World>>mapToObj(
                        rank -> () -> OneJvm.provider(provider).open(new WorldOptions(2, 1).with(board.peers(rank))))
                .toList());
        int port = ByteBuffer.wrap(board.told("lockstep-sockets", 0)).getInt();
        List<Socket> strangers = new ArrayList<>();
        for (byte[] said : List.of(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                ByteBuffer.allocate(28).putLong(0x4c6f636b73746570L).putInt(1).array(),
                new byte[5])) {
            Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port);
            stranger.getOutputStream().write(said);
            strangers.add(stranger);
        }
        OneJvm.atOnce(IntStream.range(0, 2)
                .<Callable<Boolean>>mapToObj(rank -> () -> {
                    Communicator comm = worlds.get(rank).communicator(rank, 0);
                    for (int i = 0; i < ROUNDS; i++) {
                        comm.barrier();
                    }
                    return true;
                })
                .toList());
        for (Socket stranger : strangers.subList(0, 2)) {
            stranger.setSoTimeout(10_000);
            assertThat(ended(stranger)).isTrue();
        }
        OneJvm.atOnce(worlds.stream()
                .<Callable<Boolean>>map(world -> () -> {
                    world.close();
                    return true;
                })
                .toList());
        for (Socket stranger : strangers) {
            stranger.close();
        }
    }

    private static boolean ended(Socket stranger) {
        try {
            return stranger.getInputStream().read() < 0;
        } catch (IOException reset) {
            return !(reset instanceof java.net.SocketTimeoutException);
        }
    }

    @Test
    void aLogThatIsFull() {
        CountDownLatch refused = new CountDownLatch(1);
        OneJvm.run("pull:log=1:timeout=1", 2, comm -> {
            ByteBuffer message = comm.allocate(1500);
            if (comm.rank() == 0) {
                comm.send(message, 1, TAG);
                assertThatThrownBy(() -> comm.send(message, 1, TAG))
                        .isInstanceOf(CommunicationException.class)
                        .hasMessageStartingWith("a send of 1500 bytes to rank 1, tag 3, for which the log (option log)"
                                + " has no room, is not complete after 1000 ms: ");
                refused.countDown();
            } else {
                refused.await();
                comm.recv(message, 0, TAG);
            }
            comm.barrier();
        });
    }

    /** Whatever the order in which they are asked for. */
    @Test
    void aLogThatIsFullStopsNoSendThatDoesNotWait() {
        OneJvm.run("pull:log=1", 2, comm -> {
            int messages = 20;
            ByteBuffer[] all = IntStream.range(0, messages)
                    .mapToObj(i -> comm.allocate(700).putInt(0, i))
                    .toArray(ByteBuffer[]::new);
            Request[] requests = new Request[messages];
            if (comm.rank() == 0) {
                for (int i = 0; i < messages; i++) {
                    requests[i] = comm.iSend(all[i], 1, i);
                }
            } else {
                for (int i = messages - 1; i >= 0; i--) {
                    requests[i] = comm.iRecv(all[i].putInt(0, -1), 0, i);
                }
            }
            for (int i = messages - 1; i >= 0; i--) {
                requests[i].await();
                assertThat(all[i].getInt(0)).isEqualTo(i);
            }
            comm.barrier();
        });
    }

    /** Delivered messages make room, the oldest first. */
    @Test
    void aLogThatIsFullOfWhatWasDelivered() {
        OneJvm.run("pull:log=1", 2, comm -> {
            ByteBuffer message = comm.allocate(700);
            for (int i = 0; i < 500; i++) {
                if (comm.rank() == 0) {
                    comm.send(message.putInt(0, i), 1, TAG);
                } else {
                    comm.recv(message, 0, TAG);
                    assertThat(message.getInt(0)).isEqualTo(i);
                }
            }
            comm.barrier();
        });
    }

    @Test
    void aSenderThatIsTooSlow() {
        CountDownLatch refused = new CountDownLatch(1);
        OneJvm.run("pull:timeout=1", 2, comm -> {
            ByteBuffer message = comm.allocate(8);
            if (comm.rank() == 0) {
                assertThatThrownBy(() -> comm.recv(message, 1, TAG))
                        .isInstanceOf(CommunicationException.class)
                        .hasMessage("a receive from rank 1, tag 3, is not complete after 1000 ms: its peer is too slow,"
                                + " or gone; option timeout says how long to wait");
                refused.countDown();
            } else {
                refused.await();
                comm.send(message, 0, TAG);
            }
        });
    }

    /** For pull that is between the request and the message. */
    @ParameterizedTest
    @ValueSource(strings = {"push", "pull"})
    void aPeerThatIsGone(String provider) {
        World world = new RanksTogether(OneJvm.provider(provider)).open(new WorldOptions(2, 1));
        CountDownLatch gone = new CountDownLatch(1);
        OneJvm.each(world, comm -> {
            comm.barrier();
            if (comm.rank() == 0) {
                Request receiving = comm.iRecv(comm.allocate(8), 1, TAG);
                assertThat(receiving.test()).isFalse();
                gone.countDown();
                assertThatThrownBy(receiving::await)
                        .isInstanceOf(CommunicationException.class)
                        .hasMessageStartingWith("rank 1 is gone: ");
                assertThatThrownBy(() -> comm.recv(comm.allocate(8), 1, TAG))
                        .isInstanceOf(CommunicationException.class)
                        .hasMessageContaining("rank 1 is gone: ");
            } else {
                gone.await();
                OneJvm.kill(comm);
            }
        });
        world.close();
    }

    @Test
    void moreSocketsThanFilesMayBeOpen() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n 96; exec \"$0\" \"$@\"",
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyRanks.class.getName())
                .redirectErrorStream(true)
                .start();
        String said;
        try (InputStream output = process.getInputStream()) {
            said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(said).contains("Too many open files").contains("raise the limit of open files (ulimit -n)");
    }

    /** The limit that the error names suffices, but for the few files that differ between launches. */
    @ParameterizedTest
    @ValueSource(strings = {"push:idle=64", "pull:idle=64"})
    void idleConnectionsThatNeedMoreFilesThanMayBeOpen(String provider, @TempDir Path folder) throws Exception {
        RankProcess.Outcome few = RankProcess.run(limited(96), provider, folder.resolve("few"));
        assertThat(few.exit()).isNotZero();
        Matcher named = Pattern.compile("rank [01] cannot begin: 64 idle connections \\(option idle\\) need 128 file"
                        + " descriptors; \\d+ of 96 are in use, and 64 must stay free; raise the limit to (\\d+) or more"
                        + " \\(ulimit -n \\1\\)")
                .matcher(few.said());
        assertThat(named.find()).as(few.said()).isTrue();
        int right = Integer.parseInt(named.group(1));
        RankProcess.Outcome enough = RankProcess.run(limited(right + 8), provider, folder.resolve("enough"));
        assertThat(enough.said()).contains("rank 0 of JDK ", "rank 1 of JDK ").doesNotContain("Exception");
        assertThat(enough.exit()).isZero();
    }

    /** Starts two processes that may have so many files open. */
    private static List<String> limited(int files) {
        return Stream.concat(
                        Stream.of("sh", "-c", "ulimit -n " + files + " && exec \"$0\" \"$@\""),
                        PlainProcesses.launcher(2).stream())
                .toList();
    }

    /** So many ranks as a process with few files has no sockets for. */
    static final class ManyRanks {
        private ManyRanks() {}

        public static void main(String[] args) {
            OneJvm.run("push", 16, comm -> {
                try {
                    comm.barrier();
                } catch (CommunicationException e) {
                    System.out.println(e.getMessage());
                    Runtime.getRuntime().halt(7);
                }
            });
        }
    }
}
