package dev.lockstep.codec.testkit;

import java.util.Random;

/** Small changes to bytes. */
final class Mutations {
    private Mutations() {}

    static byte[] without(byte[] bytes, int at) {
        byte[] shorter = new byte[bytes.length - 1];
        System.arraycopy(bytes, 0, shorter, 0, at);
        System.arraycopy(bytes, at + 1, shorter, at, shorter.length - at);
        return shorter;
    }

    static byte[] doubled(byte[] bytes, int at) {
        byte[] longer = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, longer, 0, at + 1);
        System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
        return longer;
    }

    /**
     * Writes what reads as a very large length in one of the usual ways: fixed or of variable length, of either byte
     * order.
     */
    static void huge(byte[] bytes, int at, Random random) {
        boolean little = random.nextBoolean();
        boolean variable = random.nextBoolean();
        for (int i = 0; i < 4; i++) {
            bytes[at + i] = (byte) 0xff;
        }
        bytes[little ? at + 3 : at] = (byte) (variable && !little ? 0xff : 0x7f);
    }
}
