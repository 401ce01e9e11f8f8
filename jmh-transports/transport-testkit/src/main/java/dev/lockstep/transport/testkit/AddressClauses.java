package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.BIND;
import static dev.lockstep.transport.Capability.HOSTS;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assumptions;

/** Clauses on addresses. */
final class AddressClauses {
    private static final int GIVEN_UP = 20;
    private static final int HEIRS = 3;

    private AddressClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("an address is text", AddressClauses::text),
                Clause.of("an address that is none of its own is refused", AddressClauses::foreign),
                Clause.of("a dead address fails before the time is over", AddressClauses::dead, BIND),
                Clause.of("an address belongs to one endpoint", AddressClauses::taken, BIND),
                Clause.of("an address that is given up goes to one of those who open it", AddressClauses::heirs, BIND),
                Clause.of("it is at the address of its setting", AddressClauses::placed, HOSTS));
    }

    private static void text(Stage stage) throws Exception {
        Endpoint to = stage.open();
        String address = to.address();
        Expect.that(address.matches("\\S+"), "'%s' has white space", address);
        Expect.that(address.equals(to.address()), "the address changes");
        String copied = new String(address.toCharArray());
        Outbox outbox = stage.closing(stage.open().connect(copied, Stage.LONG_NANOS));
        stage.sendOne(outbox, to);
    }

    private static void foreign(Stage stage) throws Exception {
        Endpoint from = stage.open();
        Expect.refused(
                IllegalArgumentException.class,
                "connecting to no address",
                () -> from.connect("nowhere?at*all", Stage.LONG_NANOS));
    }

    private static void dead(Stage stage) throws Exception {
        Endpoint from = stage.open();
        String address;
        try (Endpoint gone = stage.open()) {
            address = gone.address();
        }
        long start = System.nanoTime();
        Expect.fails("connecting to an endpoint that was closed", () -> from.connect(address, Stage.LONG_NANOS));
        Expect.that(System.nanoTime() - start < Stage.LONG_NANOS, "it has lasted until the time was over");
    }

    private static void taken(Stage stage) throws Exception {
        Endpoint first = stage.open();
        Setting same = stage.setting().withAt(first.address());
        Expect.fails(
                "opening a second endpoint at " + first.address(),
                () -> stage.transport().open(same).close());
        stage.sendOne(stage.connect(stage.open(), first), first);
        first.close();
        Endpoint second = stage.closing(stage.transport().open(same));
        Expect.that(second.address().equals(first.address()), "it is at %s, not %s", second.address(), first.address());
        stage.sendOne(stage.connect(stage.open(), second), second);
    }

    /** The first gives it up while they try; what the one then has works. */
    private static void heirs(Stage stage) throws Exception {
        for (int round = 0; round < GIVEN_UP; round++) {
            Endpoint first = stage.open();
            Setting same = stage.setting().withAt(first.address());
            AtomicBoolean taken = new AtomicBoolean();
            List<Future<Endpoint>> opening = new ArrayList<>();
            for (int i = 0; i < HEIRS; i++) {
                opening.add(stage.start(() -> openOn(stage, same, taken)));
            }
            first.close();
            List<Endpoint> heirs = new ArrayList<>();
            for (Future<Endpoint> one : opening) {
                Optional.ofNullable(stage.join(one)).map(stage::closing).ifPresent(heirs::add);
            }
            Expect.that(heirs.size() == 1, "%s endpoints have one address", heirs.size());
            try (Outbox outbox = stage.connect(stage.open(), heirs.get(0))) {
                stage.sendOne(outbox, heirs.get(0));
            }
            heirs.get(0).close();
        }
    }

    /** Opens an endpoint, or sees that another has; null then. */
    private static Endpoint openOn(Stage stage, Setting setting, AtomicBoolean taken) throws Exception {
        long start = System.nanoTime();
        do {
            try {
                Endpoint opened = stage.transport().open(setting);
                taken.set(true);
                return opened;
            } catch (IOException notYet) {
                Stage.pause();
            }
            if (System.nanoTime() - start > stage.patienceNanos()) {
                throw stage.overdue("nobody gets the address %s", setting.at().orElseThrow());
            }
        } while (!taken.get());
        return null;
    }

    /** Another than the usual one, so that it is not met by chance. */
    private static void placed(Stage stage) throws Exception {
        InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        try (ServerSocket probe = new ServerSocket(0, 1, other)) {
            Expect.that(probe.isBound(), "nothing listens at %s", other);
        } catch (IOException notHere) {
            Assumptions.abort("this system has no second loopback address: " + notHere);
        }
        Endpoint to = stage.closing(stage.transport().open(stage.setting().withAddress(other)));
        Between.port(to)
                .map(InetSocketAddress.class::cast)
                .or(() -> DatagramsBetween.port(to))
                .ifPresent(port -> Expect.that(
                        port.getAddress().equals(other), "it is at %s, and its setting says %s", port, other));
        stage.sendOne(stage.connect(stage.open(), to), to);
    }
}
