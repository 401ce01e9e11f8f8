package dev.lockstep.transport.netty;

import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** As {@link NettyTransport}, with TLS 1.3: a certificate of a launch's own, and a handshake for each connection. */
public final class NettyTlsTransport extends NettyTransport {
    /** The constructor for {@link java.util.ServiceLoader}. */
    public NettyTlsTransport() {}

    @Override
    public String name() {
        return "netty-tls";
    }

    @Override
    public String description() {
        return "Netty over TLS 1.3, by the JDK's engine: a full handshake for each connection; io=nio, epoll or io_uring";
    }

    @Override
    public String medium() {
        return "TLS 1.3 over TCP, Netty";
    }

    @Override
    public Hosted.Per hosted(Map<String, String> options) {
        return Hosted.Per.JOB;
    }

    /** The certificate, and its key. */
    @Override
    public Hosted host(Setting setting) throws IOException {
        return Hosted.text(Certificate.make(setting.folder()).text());
    }

    @Override
    Optional<Tls> tls(Setting setting) throws IOException {
        return Optional.of(new Tls(new Certificate(setting.hosted())));
    }
}
