package dev.lockstep.transport.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of a transport's faults have: a folder, threads that go on until they fail, and small messages. */
public abstract class Faults {
    /** Of the messages, in bytes. */
    protected static final int LARGEST = 1024;

    protected static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    protected final ExecutorService others = Executors.newCachedThreadPool();

    @TempDir
    protected Path folder;

    private final Map<String, String> usual;

    /** With options that are not the transport's defaults. */
    protected Faults(Map<String, String> usual) {
        this.usual = usual;
    }

    @AfterEach
    final void end() {
        others.shutdownNow();
    }

    /** What goes wrong. */
    protected interface Action {
        void run() throws IOException;
    }

    /** The transport's options, some of them changed: names and values. */
    protected final Map<String, String> options(Transport transport, String... changed) {
        Map<String, String> all = new HashMap<>(transport.options());
        all.putAll(usual);
        for (int i = 0; i < changed.length; i += 2) {
            all.put(changed[i], changed[i + 1]);
        }
        return all;
    }

    protected final Setting setting(Transport transport, String... changed) {
        return Setting.of(transport, folder, LARGEST).with(options(transport, changed));
    }

    protected static ByteBuffer message(int bytes) {
        return ByteBuffer.allocate(bytes);
    }

    protected static void pass(Outbox outbox, Endpoint to, int bytes) throws IOException {
        outbox.send(message(bytes));
        assertThat(to.receive(message(LARGEST), 0)).isEqualTo(bytes);
    }

    /** That a message passes over what is hosted for it. */
    protected static void assertPasses(Transport transport, Setting setting) throws IOException {
        try (Hosted hosted = transport.host(setting);
                Endpoint to = transport.open(setting.withHosted(hosted.text()));
                Endpoint from = transport.open(setting.withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            pass(outbox, to, 3);
        }
    }

    /**
     * Offers messages until none is taken any more; how many were.
     *
     * @param refusals in a row, between which whoever moves them has had time to
     */
    protected static int fill(Outbox outbox, int refusals) throws Exception {
        return fill(outbox, LARGEST, refusals);
    }

    /** The same with messages of that many bytes. */
    protected static int fill(Outbox outbox, int bytes, int refusals) throws Exception {
        int sent = 0;
        for (int refused = 0; refused < refusals; ) {
            if (outbox.offer(message(bytes))) {
                sent++;
                refused = 0;
            } else {
                refused++;
                Thread.sleep(50);
            }
        }
        return sent;
    }

    /** A child of this process that was none before. */
    protected static ProcessHandle startedSince(List<ProcessHandle> before) {
        return ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .findFirst()
                .orElseThrow();
    }

    protected static void await(BooleanSupplier fact) throws InterruptedException {
        while (!fact.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    /** Adds the length of a message, if there is one. */
    protected static void hear(Endpoint endpoint, List<Integer> heard) throws IOException {
        int length = endpoint.receive(message(LARGEST), SHORT_NANOS);
        if (length >= 0) {
            heard.add(length);
        }
    }

    /** How something ends that goes on until it fails, in a thread of its own. */
    protected final Future<IOException> failureOf(Action again) {
        return others.submit(() -> {
            try {
                while (true) {
                    again.run();
                }
            } catch (IOException e) {
                return e;
            }
        });
    }

    protected static IOException of(Future<IOException> failure) throws Exception {
        return failure.get(60, TimeUnit.SECONDS);
    }
}
