package dev.lockstep.codec.handwritten;

import java.nio.ByteBuffer;

/**
 * Converts text to UTF-8 (RFC 3629) without an array between; half a surrogate pair becomes a question mark, as
 * {@code String} does it.
 */
final class Utf8 {
    private Utf8() {}

    static void write(String text, ByteBuffer target) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                target.put((byte) c);
            } else if (c < 0x800) {
                target.put((byte) (0xc0 | c >> 6)).put((byte) (0x80 | c & 0x3f));
            } else if (!Character.isSurrogate(c)) {
                target.put((byte) (0xe0 | c >> 12))
                        .put((byte) (0x80 | c >> 6 & 0x3f))
                        .put((byte) (0x80 | c & 0x3f));
            } else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                target.put((byte) (0xf0 | point >> 18))
                        .put((byte) (0x80 | point >> 12 & 0x3f))
                        .put((byte) (0x80 | point >> 6 & 0x3f))
                        .put((byte) (0x80 | point & 0x3f));
            } else {
                target.put((byte) '?');
            }
        }
    }
}
