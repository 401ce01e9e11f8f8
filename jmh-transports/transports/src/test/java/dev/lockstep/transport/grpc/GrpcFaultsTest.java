package dev.lockstep.transport.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.netty.NettyTransport;
import dev.lockstep.transport.support.Tcp;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.Context;
import io.grpc.ForwardingServerBuilder;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerStreamTracer;
import io.grpc.netty.NettyServerBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** gRPC that is not there, its limits, and peers that speak something else. */
@Timeout(120)
class GrpcFaultsTest {
    private static final int LARGEST = 1024;

    /** What gRPC takes unless it is told. */
    private static final int DEFAULT_LIMIT = 4 << 20;

    private static final int ROUNDS = 300;

    private static final Transport GRPC = new GrpcTransport();

    private final ExecutorService others = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        others.shutdownNow();
    }

    @TempDir
    Path folder;

    private Setting setting(String call) {
        return Setting.of(GRPC, folder, LARGEST).with(Map.of("call", call));
    }

    @Test
    void withoutGrpcTheOthersAreThere() throws Exception {
        assertThat(Looking.at(List.of(), "grpc-", "grpc", "netty", "http"))
                .contains("grpc: Unavailable[reason=gRPC is not, or not whole, on the class path: ")
                .contains("remedy=add io.grpc:grpc-netty, grpc-inprocess and grpc-stub")
                .contains("netty: Available", "http: Available");
        assertThat(Looking.at(List.of(), "", "grpc")).contains("grpc: Available[version=gRPC 1.");
    }

    @Test
    void optionsThatCannotBe() {
        assertThat(GRPC.availability(Map.of("call", "push", "over", "tcp")))
                .isEqualTo(new Availability.Unavailable(
                        "option call is 'push'; it can be unary, stream", "choose one of these"));
    }

    @ParameterizedTest
    @CsvSource({"unary, tcp", "stream, tcp", "unary, process", "stream, process"})
    void aMessageAboveTheDefaultLimit(String call, String over) throws IOException {
        int bytes = DEFAULT_LIMIT + 100;
        Setting setting = Setting.of(GRPC, folder, bytes).with(Map.of("call", call, "over", over));
        try (Endpoint to = GRPC.open(setting);
                Endpoint from = GRPC.open(setting);
                Outbox outbox = from.connect(to.address(), 0)) {
            outbox.send(ByteBuffer.allocate(bytes).put(bytes - 1, (byte) 7));
            ByteBuffer in = ByteBuffer.allocate(bytes);
            assertThat(to.receive(in, 0)).isEqualTo(bytes);
            assertThat(in.get(bytes - 1)).isEqualTo((byte) 7);
        }
    }

    /** Its sender is told; a stream has ended with it. */
    @ParameterizedTest
    @ValueSource(strings = {"unary", "stream"})
    void aPeerThatTakesLess(String call) throws Exception {
        try (Endpoint small = GRPC.open(setting(call));
                Endpoint large = GRPC.open(setting(call).withLargest(2 * LARGEST));
                Outbox outbox = large.connect(small.address(), 0)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            outbox.send(ByteBuffer.allocate(LARGEST + 1));
                            Thread.sleep(1);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("RESOURCE_EXHAUSTED");
            try (Outbox next = large.connect(small.address(), 0)) {
                next.send(ByteBuffer.allocate(7));
                assertThat(small.receive(ByteBuffer.allocate(LARGEST), 0)).isEqualTo(7);
            }
        }
    }

    /** Within a process one's last words run in the other's threads, which may have ended. */
    @ParameterizedTest
    @ValueSource(strings = {"unary", "stream"})
    void peersOfAProcessCloseAtOnce(String call) throws Exception {
        Setting setting = setting(call).with(Map.of("over", "process"));
        for (int i = 0; i < ROUNDS; i++) {
            Endpoint one = GRPC.open(setting);
            Endpoint other = GRPC.open(setting);
            Outbox there = one.connect(other.address(), 0);
            Outbox back = other.connect(one.address(), 0);
            there.send(ByteBuffer.allocate(7));
            back.send(ByteBuffer.allocate(7));
            Future<?> closing = others.submit(() -> {
                Closing.all(List.of(back, other));
                return null;
            });
            Closing.all(List.of(there, one));
            closing.get();
        }
    }

    /**
     * Its server has ended when it hears of the call; the caller is told all the same. Nothing of the greeting may be
     * left by then: with a stream of that channel still open the server could not end at once.
     */
    @Test
    void aServerThatEndsWhileAStreamBegins() throws Exception {
        Setting setting = setting("stream").with(Map.of("over", "process"));
        Meanwhile there = new Meanwhile();
        Meanwhile here = new Meanwhile();
        try (Endpoint to = new GrpcEndpoint(setting, there, true);
                Endpoint from = new GrpcEndpoint(setting, here, true);
                Outbox other = from.connect(to.address(), 0)) {
            other.send(ByteBuffer.allocate(7));
            here.streams.set(there.tasks::arriveAndAwaitAdvance);
            here.begins.set(() -> there.started.shutdown());
            there.comes.set(to::close);
            try (Outbox outbox = from.connect(to.address(), 0)) {
                assertThat(there.comes).hasNullValue();
                assertThatThrownBy(() -> {
                            while (true) {
                                outbox.send(ByteBuffer.allocate(7));
                                Thread.sleep(1);
                            }
                        })
                        .isInstanceOf(PeerLostException.class);
            }
        }
    }

    /** Where something happens once: before a client's stream, as it begins, and as the server hears of it. */
    private static final class Meanwhile implements Medium {
        private final Medium medium = new ProcessMedium();
        private final AtomicReference<Closeable> streams = new AtomicReference<>();
        private final AtomicReference<Closeable> begins = new AtomicReference<>();
        private final AtomicReference<Closeable> comes = new AtomicReference<>();
        private final Phaser tasks = new Phaser(1);
        private Server started;

        @Override
        public ServerBuilder<?> server(Setting setting) throws IOException {
            return new Counted(medium.server(setting).addStreamTracerFactory(new ServerStreamTracer.Factory() {
                @Override
                public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
                    return new ServerStreamTracer() {
                        @Override
                        public Context filterContext(Context context) {
                            if (method.equals(Peer.MESSAGES.getFullMethodName())) {
                                happen(comes);
                            }
                            return context;
                        }
                    };
                }
            }));
        }

        /** Its server's tasks are counted. */
        private final class Counted extends ForwardingServerBuilder<Counted> {
            private final ServerBuilder<?> builder;

            private Counted(ServerBuilder<?> builder) {
                this.builder = builder;
            }

            @Override
            protected ServerBuilder<?> delegate() {
                return builder;
            }

            @Override
            public Counted executor(Executor threads) {
                return super.executor(task -> {
                    tasks.register();
                    threads.execute(() -> {
                        try {
                            task.run();
                        } finally {
                            tasks.arriveAndDeregister();
                        }
                    });
                });
            }
        }

        @Override
        public String address(Server server) {
            started = server;
            return medium.address(server);
        }

        @Override
        public ManagedChannelBuilder<?> channel(String address) throws IOException {
            return medium.channel(address).intercept(new ClientInterceptor() {
                @Override
                public <Q, A> ClientCall<Q, A> interceptCall(
                        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
                    if (!method.equals(Peer.MESSAGES)) {
                        return next.newCall(method, options);
                    }
                    happen(streams);
                    return next.newCall(method, options.withStreamTracerFactory(tracers()));
                }
            });
        }

        private ClientStreamTracer.Factory tracers() {
            return new ClientStreamTracer.Factory() {
                @Override
                public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
                    return new ClientStreamTracer() {
                        @Override
                        public void outboundHeaders() {
                            happen(begins);
                        }
                    };
                }
            };
        }

        private static void happen(AtomicReference<Closeable> once) {
            Closeable happening = once.getAndSet(null);
            if (happening != null) {
                try {
                    happening.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public void close() {
            medium.close();
        }
    }

    @Test
    void anotherService() throws Exception {
        Server other = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .build()
                .start();
        String address = Tcp.format((InetSocketAddress) other.getListenSockets().get(0));
        try (Endpoint endpoint = GRPC.open(setting("unary"))) {
            assertThatThrownBy(() -> endpoint.connect(address, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(address + " cannot be connected to: ")
                    .hasMessageContaining("UNIMPLEMENTED");
        } finally {
            other.shutdownNow().awaitTermination();
        }
    }

    @Test
    void anotherProtocol() throws IOException {
        Transport netty = new NettyTransport();
        try (Endpoint other = netty.open(Setting.of(netty, folder, LARGEST));
                Endpoint endpoint = GRPC.open(setting("stream"))) {
            assertThatThrownBy(() -> endpoint.connect(other.address(), TimeUnit.SECONDS.toNanos(20)))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(other.address() + " cannot be connected to: ");
        }
    }
}
