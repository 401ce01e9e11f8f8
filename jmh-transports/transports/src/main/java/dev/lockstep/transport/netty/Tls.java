package dev.lockstep.transport.netty;

import dev.lockstep.transport.support.Tcp;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;

/**
 * TLS 1.3 by the JDK's engine, one handshake for each connection (RFC 8446, section 2; nothing is resumed). A client trusts
 * the peers' one certificate, and no other: the name of a host does not matter then.
 */
final class Tls {
    private static final String VERSION = "TLSv1.3";

    private final SslContext server;
    private final SslContext client;

    /** By the certificate and key that peers share. */
    Tls(Certificate shared) throws IOException {
        try {
            KeyStore store = shared.store();
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, Certificate.PASSWORD);
            X509Certificate certificate = (X509Certificate) store.getCertificate(Certificate.ALIAS);
            server = SslContextBuilder.forServer(keys)
                    .sslProvider(SslProvider.JDK)
                    .protocols(VERSION)
                    .build();
            client = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .protocols(VERSION)
                    .trustManager(certificate)
                    .endpointIdentificationAlgorithm(null)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate that peers share cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The server's side of a connection.
     *
     * @param brokenOff is told how many bytes have come of a record that breaks off
     */
    SslHandler accepted(ByteBufAllocator allocator, IntConsumer brokenOff) {
        return new Whole(server.newEngine(allocator), brokenOff);
    }

    /** The client's side of a connection, whose handshake may last that long; 0: no limit. */
    SslHandler opened(ByteBufAllocator allocator, long timeoutNanos) {
        SslHandler handler = client.newHandler(allocator);
        handler.setHandshakeTimeout(Tcp.millis(timeoutNanos), TimeUnit.MILLISECONDS);
        return handler;
    }

    /** Tells of a record that breaks off, of which nothing behind this handler would know. */
    private static final class Whole extends SslHandler {
        private final IntConsumer brokenOff;

        Whole(SSLEngine engine, IntConsumer brokenOff) {
            super(engine);
            this.brokenOff = brokenOff;
        }

        @Override
        protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
            super.decodeLast(ctx, in, out);
            if (handshakeFuture().isSuccess() && in.isReadable()) {
                brokenOff.accept(in.readableBytes());
            }
        }
    }
}
