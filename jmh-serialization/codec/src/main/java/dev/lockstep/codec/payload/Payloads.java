package dev.lockstep.codec.payload;

import java.util.List;
import java.util.Optional;

/**
 * The payloads that are measured. All types are plain classes with public fields and a constructor without arguments.
 */
public final class Payloads {
    private static final List<Payload<?>> ALL = List.of(
            new Payload<>("ping", "Boysan's message, 353 bytes as JSON", PingMessage.class, PingMessage::of),
            new Payload<>("command", "a small command to a key-value store", Command.class, Command::of),
            new Payload<>("media", "a film and pictures, as in jvm-serializers", MediaContent.class, MediaContent::of),
            doubles(16),
            doubles(1024),
            doubles(65536),
            new Payload<>("log", "a record of a log, mostly text", LogRecord.class, LogRecord::of),
            new Payload<>("records", "1,000 small records", Readings.class, seed -> Readings.of(1_000, seed)));

    private Payloads() {}

    private static Payload<NumericBlock> doubles(int length) {
        return new Payload<>(
                "doubles-" + length,
                "double[" + length + "]",
                NumericBlock.class,
                seed -> NumericBlock.of(length, seed));
    }

    /** Every payload, from small to large, more or less. */
    public static List<Payload<?>> all() {
        return ALL;
    }

    /** The payload of a name; empty if there is none. */
    public static Optional<Payload<?>> find(String name) {
        return ALL.stream().filter(p -> p.name().equals(name)).findFirst();
    }
}
