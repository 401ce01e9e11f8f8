package dev.lockstep.transport.netty;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.support.Tcp;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.Version;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The answer whether Netty is there. A class of its own, which may fail to load. */
final class Found {
    private Found() {}

    /** The answer for one value of {@code io}. */
    static Availability with(String io) {
        requireWhole();
        Optional<Throwable> missing = io(io).missing();
        return missing.isEmpty()
                ? new Availability.Available(version())
                : new Availability.Unavailable(
                        "Netty has no " + io + " here: " + Tcp.reason(missing.get()),
                        "take io=nio, or see that the native library and the kernel's part of it are there");
    }

    /** Loads a class of each library that is needed. */
    private static void requireWhole() {
        List.of(ByteBuf.class, Channel.class, ByteToMessageDecoder.class, SslHandler.class)
                .forEach(Objects::requireNonNull);
    }

    static Io io(String name) {
        return Io.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static String version() {
        Version version = Version.identify(Found.class.getClassLoader()).get("netty-common");
        return "Netty" + (version == null ? "" : " " + version.artifactVersion());
    }
}
