package dev.lockstep.collectives.algorithms;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The product of 2 x 2 matrices of ints, which is associative but not commutative. Overflow wraps. */
final class Matrices implements Fold {
    static final int BYTES = 4 * Integer.BYTES;

    @Override
    public int bytes() {
        return BYTES;
    }

    @Override
    public boolean commutes() {
        return false;
    }

    @Override
    public void combine(ByteBuffer own, int at, ByteBuffer other, int otherAt, int bytes, boolean otherFirst) {
        if (bytes % BYTES != 0) {
            throw new AssertionError(bytes + " bytes are no whole matrices");
        }
        for (int i = 0; i < bytes; i += BYTES) {
            int[] mine = get(own, at + i);
            int[] theirs = get(other, otherAt + i);
            int[] product = otherFirst ? product(theirs, mine) : product(mine, theirs);
            for (int k = 0; k < product.length; k++) {
                own.putInt(at + i + k * Integer.BYTES, inOrder(own, product[k]));
            }
        }
    }

    static int[] product(int[] a, int[] b) {
        return new int[] {
            a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]
        };
    }

    private static int[] get(ByteBuffer from, int at) {
        int[] matrix = new int[4];
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] = inOrder(from, from.getInt(at + k * Integer.BYTES));
        }
        return matrix;
    }

    /** In native order, whatever the buffer's is. */
    private static int inOrder(ByteBuffer buffer, int value) {
        return buffer.order() == ByteOrder.nativeOrder() ? value : Integer.reverseBytes(value);
    }
}
