package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.CodecException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The bytes of fields. */
final class Fields {
    private static final int NULL = -1;

    private Fields() {}

    /** Reads a length, and makes sure that there can be as many elements. */
    private static int length(ByteBuffer source, int bytesPerElement) {
        int length = source.getInt();
        if (length < NULL || (long) length * bytesPerElement > source.remaining()) {
            throw new CodecException("a length of " + length + ", with " + source.remaining() + " bytes left");
        }
        return length;
    }

    static void writeText(String text, ByteBuffer target) {
        int start = target.position();
        target.putInt(NULL);
        if (text != null) {
            Utf8.write(text, target);
            target.putInt(start, target.position() - start - Integer.BYTES);
        }
    }

    static String readText(ByteBuffer source) {
        int length = length(source, 1);
        if (length == NULL) {
            return null;
        }
        if (source.hasArray()) {
            int start = source.arrayOffset() + source.position();
            source.position(source.position() + length);
            return new String(source.array(), start, length, StandardCharsets.UTF_8);
        }
        byte[] utf8 = new byte[length];
        source.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    static void writeBytes(byte[] bytes, ByteBuffer target) {
        if (bytes == null) {
            target.putInt(NULL);
        } else {
            target.putInt(bytes.length).put(bytes);
        }
    }

    /** Fills the given array if it has the right length. */
    static byte[] readBytes(ByteBuffer source, byte[] reused) {
        int length = length(source, 1);
        if (length == NULL) {
            return null;
        }
        byte[] bytes = reused != null && reused.length == length ? reused : new byte[length];
        source.get(bytes);
        return bytes;
    }

    static void writeDoubles(double[] values, ByteBuffer target) {
        if (values == null) {
            target.putInt(NULL);
            return;
        }
        target.putInt(values.length);
        target.asDoubleBuffer().put(values);
        target.position(target.position() + values.length * Double.BYTES);
    }

    /** Fills the given array if it has the right length. */
    static double[] readDoubles(ByteBuffer source, double[] reused) {
        int length = length(source, Double.BYTES);
        if (length == NULL) {
            return null;
        }
        double[] values = reused != null && reused.length == length ? reused : new double[length];
        source.asDoubleBuffer().get(values);
        source.position(source.position() + length * Double.BYTES);
        return values;
    }

    static void writeEnum(Enum<?> value, ByteBuffer target) {
        target.put((byte) value.ordinal());
    }

    static <E> E readEnum(E[] values, ByteBuffer source) {
        int ordinal = source.get();
        if (ordinal < 0 || ordinal >= values.length) {
            throw new CodecException("there is no " + values[0].getClass().getSimpleName() + " of number " + ordinal);
        }
        return values[ordinal];
    }

    static void writeFlag(boolean flag, ByteBuffer target) {
        target.put((byte) (flag ? 1 : 0));
    }

    static boolean readFlag(ByteBuffer source) {
        return source.get() != 0;
    }

    static void writeTexts(List<String> texts, ByteBuffer target) {
        if (texts == null) {
            target.putInt(NULL);
            return;
        }
        target.putInt(texts.size());
        for (String text : texts) {
            writeText(text, target);
        }
    }

    static List<String> readTexts(ByteBuffer source) {
        int length = length(source, Integer.BYTES);
        if (length == NULL) {
            return null;
        }
        List<String> texts = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            texts.add(readText(source));
        }
        return texts;
    }

    static <T> void writeList(List<T> list, Format<T> format, ByteBuffer target) {
        if (list == null) {
            target.putInt(NULL);
            return;
        }
        target.putInt(list.size());
        for (T element : list) {
            writeFlag(element != null, target);
            if (element != null) {
                format.write(element, target);
            }
        }
    }

    static <T> List<T> readList(ByteBuffer source, Format<T> format) {
        int length = length(source, 1);
        if (length == NULL) {
            return null;
        }
        List<T> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            list.add(readFlag(source) ? read(source, format) : null);
        }
        return list;
    }

    static <T> T read(ByteBuffer source, Format<T> format) {
        T value = format.make();
        format.read(source, value);
        return value;
    }
}
