package dev.lockstep.codec.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Encodings of arrays, strings and lists that claim to be longer than they are. */
final class Lengths {
    /** Counts from 16 million to 2^63 - 1: of variable length, of four and of eight bytes, in either byte order. */
    private static final List<String> COUNTS = List.of(
            "80808008",
            "feffffff0f",
            "ffffffff07",
            "ffffffffffffffff7f",
            "01000000",
            "7fffffff",
            "00000001",
            "ffffff7f",
            "7fffffffffffffff",
            "ffffffffffffff7f");

    /** The bytes before a count: bytes, text, array, map of MessagePack, then of CBOR. */
    private static final List<String> KINDS = List.of("", "c6", "db", "dd", "df", "5a", "7a", "9a", "ba", "9b");

    private static final List<Class<?>> ELEMENTS = List.of(
            boolean.class,
            byte.class,
            short.class,
            char.class,
            int.class,
            long.class,
            float.class,
            double.class,
            Object.class,
            String.class);

    private Lengths() {}

    /** Encodings of formats that write counts, or name the array's class and count. */
    static List<byte[]> lying() throws IOException {
        List<byte[]> all = new ArrayList<>();
        for (String kind : KINDS) {
            COUNTS.forEach(count -> all.add(HexFormat.of().parseHex(kind + count)));
        }
        for (Class<?> element : ELEMENTS) {
            Object empty = Array.newInstance(element, 0);
            all.add(java(empty));
            all.add(named(empty.getClass().getName()));
        }
        return all;
    }

    /** Java's own serialization: the last four bytes are the length. */
    private static byte[] java(Object empty) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(empty);
        }
        byte[] array = bytes.toByteArray();
        ByteBuffer.wrap(array).putInt(array.length - Integer.BYTES, Integer.MAX_VALUE - 1);
        return array;
    }

    /**
     * A class as Kryo names it for the first time, in ASCII with the last letter marked, after the flag of a field that
     * is present.
     */
    private static byte[] named(String type) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        name[name.length - 1] |= (byte) 0x80;
        return HexFormat.of().parseHex("010100" + HexFormat.of().formatHex(name) + "01ffffffff07");
    }

    /** The bytes with some of them replaced from an index on. */
    static byte[] at(int at, byte[] other, byte[] bytes) {
        byte[] changed = Arrays.copyOf(bytes, Math.max(bytes.length, at + other.length));
        System.arraycopy(other, 0, changed, at, other.length);
        return changed;
    }
}
