package dev.lockstep.comm.mpijava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.testkit.AnotherUser;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What processes hear of each other, and what strangers do not. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PortServerTest {
    private static final int FOR_EVER = 1_000;

    private final List<Integer> joined = new CopyOnWriteArrayList<>();
    private final List<Integer> untold = new CopyOnWriteArrayList<>();
    private final AtomicBoolean allTold = new AtomicBoolean();
    private PortServer server;

    @BeforeEach
    void start() throws IOException {
        server = new PortServer(2, false, FOR_EVER, new PortServer.Listener() {
            @Override
            public void joined(int rank) {
                joined.add(rank);
            }

            @Override
            public void allTold() {
                allTold.set(true);
            }

            @Override
            public void untold(int rank, IOException reason) {
                untold.add(rank);
            }
        });
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    @Test
    void everyRankHearsOfAllOnceAllAreThere() throws Exception {
        try (Socket one = say("Sending Info", 11, 12, 1);
                Socket zero = say("Sending Info", 21, 22, 0)) {
            String all = "#Peer Information;127.0.0.1@22@21@0;127.0.0.1@12@11@1";
            assertThat(new DataInputStream(zero.getInputStream()).readUTF()).isEqualTo(all);
            assertThat(new DataInputStream(one.getInputStream()).readUTF()).isEqualTo(all);
        }
        assertThat(joined).containsExactlyInAnyOrder(0, 1);
        await(allTold::get);
        assertThat(untold).isEmpty();
    }

    @Test
    void aRankThatIsGoneKeepsNobodyWaiting() throws Exception {
        Socket zero = say("Sending Info", 21, 22, 0);
        await(() -> !joined.isEmpty());
        zero.setSoLinger(true, 0); // a reset: what is written to it fails
        zero.close();
        try (Socket one = say("Sending Info", 11, 12, 1)) {
            DataInputStream in = new DataInputStream(one.getInputStream());
            assertThat(in.readUTF()).contains("@12@11@1");
            assertThat(in.read()).isEqualTo(-1);
        }
        await(() -> !untold.isEmpty());
        assertThat(untold).containsExactly(0);
        assertThat(allTold).isFalse();
    }

    private static void await(BooleanSupplier fact) throws InterruptedException {
        while (!fact.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Test
    void strangersAreHungUpOnAndNobodyNoticesThem() throws Exception {
        try (Socket noRank = say("Sending Info", 1, 2, 2);
                Socket negative = say("Sending Info", 1, 2, -1);
                Socket rude = say("GET / HTTP/1.0", 1, 2, 0);
                Socket silent = connect();
                Socket zero = say("Sending Info", 21, 22, 0)) {
            assertThat(noRank.getInputStream().read()).isEqualTo(-1);
            assertThat(negative.getInputStream().read()).isEqualTo(-1);
            assertThat(rude.getInputStream().read()).isEqualTo(-1);
            // A rank that is there already cannot come once more, so it has come first.
            await(() -> !joined.isEmpty());
            try (Socket again = say("Sending Info", 31, 32, 0);
                    Socket one = say("Sending Info", 11, 12, 1)) {
                assertThat(again.getInputStream().read()).isEqualTo(-1);
                assertThat(new DataInputStream(one.getInputStream()).readUTF()).contains("@22@21@0", "@12@11@1");
                assertThat(new DataInputStream(zero.getInputStream()).readUTF()).contains("@22@21@0", "@12@11@1");
            }
            assertThat(silent.isConnected()).isTrue();
        }
        assertThat(joined).containsExactly(0, 1);
    }

    @Test
    void anotherUserDoesNotTakeARanksPlace() throws Exception {
        String greeting = "\\000\\014Sending Info\\000\\000\\000\\001\\000\\000\\000\\002\\000\\000\\000\\000";
        try (AnotherUser stranger = new AnotherUser(port(), greeting)) {
            stranger.awaitHungUp();
            assertThat(joined).isEmpty();
            everyRankHearsOfAllOnceAllAreThere();
        }
    }

    @Test
    void aCrowdOfStrangersCostsLittleAndKeepsNobodyOut() throws Exception {
        int before = Thread.activeCount();
        List<Socket> crowd = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            Socket silent = connect();
            crowd.add(silent);
            // A greeting of 64 KB is announced, and begins to come.
            new DataOutputStream(silent.getOutputStream()).writeShort(0xffff);
        }
        dripUntilHungUp(crowd.get(0));
        await(() -> Thread.activeCount() - before < 40);
        everyRankHearsOfAllOnceAllAreThere();
        for (Socket silent : crowd) {
            silent.close();
        }
    }

    @Test
    void whatIsNoGreetingIsHungUpOnBeforeItIsWhole() throws IOException {
        try (Socket rude = connect()) {
            DataOutputStream out = new DataOutputStream(rude.getOutputStream());
            out.writeShort(0xffff);
            out.write(new byte[12]);
            dripUntilHungUp(rude);
        }
    }

    /** A byte now and then is enough for whom only single reads have a deadline. */
    private static void dripUntilHungUp(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        while (!Thread.currentThread().isInterrupted()) {
            try {
                socket.getOutputStream().write(0);
                if (socket.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException e) {
                continue;
            } catch (SocketException e) {
                assertThat(e).hasMessageMatching(".*(reset|Broken pipe).*");
                return;
            }
        }
        throw new AssertionError("it was never hung up on");
    }

    @Test
    void onceAllAreToldNobodyElseCanCome() throws Exception {
        try (Socket silent = connect()) {
            everyRankHearsOfAllOnceAllAreThere();
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        }
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", port());
    }

    private int port() throws IOException {
        return Integer.parseInt(server.addresses().replaceFirst(".*:", ""));
    }

    private Socket say(String greeting, int writePort, int readPort, int rank) throws IOException {
        Socket socket = connect();
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeUTF(greeting);
        out.writeInt(writePort);
        out.writeInt(readPort);
        out.writeInt(rank);
        return socket;
    }
}
