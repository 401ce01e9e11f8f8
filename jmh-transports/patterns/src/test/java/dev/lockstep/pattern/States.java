package dev.lockstep.pattern;

import dev.lockstep.codec.benchmarks.CodecName;
import dev.lockstep.codec.benchmarks.PayloadName;
import dev.lockstep.codec.benchmarks.Subject;
import dev.lockstep.transport.benchmarks.Peers;
import java.lang.reflect.Field;
import java.util.List;

/** JMH's states with the parameters that a test chooses, as JMH itself would set them. */
public final class States {
    /** All transports, those that spin giving way: there are more threads in tests than cores. */
    public static final List<String> TRANSPORTS = List.of(
            "aeron-ipc",
            "aeron-udp",
            "communicator",
            "communicator:calls=nonblocking:threads=many:wait=yield",
            "grpc",
            "grpc:call=stream",
            "http",
            "http2",
            "inproc:wait=yield",
            "jms:broker=embedded",
            "mqtt:broker=embedded",
            "netty",
            "netty-tls",
            "nio",
            "shm:wait=yield",
            "socket",
            "socket-open-close",
            "uds",
            "zeromq");

    private States() {}

    public static Peers peers(String transport) throws ReflectiveOperationException {
        return with(new Peers(), "transport", transport);
    }

    public static Peers peers(String transport, String link) throws ReflectiveOperationException {
        return with(peers(transport), "link", link);
    }

    public static Subject subject(String codec, String payload) throws ReflectiveOperationException {
        Subject subject = new Subject();
        subject.make(with(new CodecName(), "codec", codec), with(new PayloadName(), "payload", payload));
        return subject;
    }

    private static <T> T with(T state, String param, String value) throws ReflectiveOperationException {
        Field field = state.getClass().getDeclaredField(param);
        field.setAccessible(true);
        field.set(state, value);
        return state;
    }
}
