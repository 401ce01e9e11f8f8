package dev.lockstep.collectives.flat;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * Operations whose contents every rank can tell, with buffers of any kind and guards around them, checked on the
 * calling rank to the bit. The elements do not combine exactly: their order shows.
 */
record Sample(FlatCollectives flat, int rank, int ranks) {
    private static final byte GUARD = 0x5c;

    /** Kinds of buffers: on the heap or direct, whole or sliced at odd places, of either order. */
    static final int KINDS = 8;

    /** Calls allReduce and checks all that the interface says; kinds may differ between ranks, the rest does not. */
    void allReduce(int count, Datatype type, ReduceOp op, boolean inPlace, long seed, int kind) {
        int bytes = count * type.bytes();
        ByteBuffer contribution = buffer(bytes, kind);
        ByteBuffer result = buffer(bytes, kind / 3 + kind);
        ByteBuffer input = inPlace ? result : contribution;
        for (int i = 0; i < count; i++) {
            put(input, type, i, element(type, seed, rank, i));
        }
        ByteBuffer passed = inPlace ? IN_PLACE : kind % 3 == 0 ? contribution.asReadOnlyBuffer() : contribution;
        int position = result.position();
        flat.allReduce(passed, result, type, op);
        String what = "allReduce of " + count + " " + type + " " + op + (inPlace ? " in place" : "") + " on rank "
                + rank + " of " + ranks;
        same(position, result.position(), what + ": position");
        same(position + bytes, result.limit(), what + ": limit");
        for (int i = 0; i < count; i++) {
            long expected = element(type, seed, 0, i);
            for (int of = 1; of < ranks; of++) {
                expected = combined(type, op, expected, element(type, seed, of, i));
            }
            same(expected, get(result, type, i), what + ": element " + i);
            if (!inPlace) {
                same(element(type, seed, rank, i), get(contribution, type, i), what + ": contribution " + i);
            }
        }
        guards(result, what);
        guards(contribution, what);
    }

    /** Calls bcast and checks what arrives. */
    void bcast(int bytes, int root, long seed, int kind) {
        ByteBuffer message = buffer(bytes, kind);
        int position = message.position();
        if (rank == root) {
            fill(message, seed);
        }
        flat.bcast(rank == root && kind % 3 == 0 ? message.asReadOnlyBuffer() : message, root);
        String what = "bcast of " + bytes + " bytes from " + root + " on rank " + rank + " of " + ranks;
        same(position, message.position(), what + ": position");
        same(position + bytes, message.limit(), what + ": limit");
        Random random = new Random(seed);
        byte[] expected = new byte[bytes];
        random.nextBytes(expected);
        for (int i = 0; i < bytes; i++) {
            if (expected[i] != message.get(position + i)) {
                throw new AssertionError(what + ": byte " + i);
            }
        }
        guards(message, what);
    }

    /** Calls operations by chance, all ranks alike, with delays of each rank's own. */
    void mixed(int operations, int largest, long seed, boolean delays) throws InterruptedException {
        Random agreed = new Random(seed);
        Random own = new Random(seed * 31 + rank);
        for (int i = 0; i < operations; i++) {
            if (delays) {
                delay(own);
            }
            int what = agreed.nextInt(10);
            int size = agreed.nextInt(10) < 8 ? agreed.nextInt(100) : agreed.nextInt(largest);
            long contents = agreed.nextLong();
            int root = agreed.nextInt(ranks);
            Datatype type = Datatype.values()[agreed.nextInt(4)];
            ReduceOp op = ReduceOp.values()[agreed.nextInt(4)];
            boolean inPlace = agreed.nextBoolean();
            int kind = own.nextInt(KINDS);
            if (what == 0) {
                flat.barrier();
            } else if (what < 5) {
                bcast(size, root, contents, kind);
            } else {
                allReduce(type.elements(size), type, op, inPlace, contents, kind);
            }
        }
    }

    private static void delay(Random own) throws InterruptedException {
        switch (own.nextInt(200)) {
            case 0 -> Thread.sleep(0, 1000);
            case 1, 2, 3, 4 -> Thread.yield();
            case 5, 6, 7, 8, 9 -> {
                long until = System.nanoTime() + own.nextInt(5_000);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            }
            default -> {}
        }
    }

    private static ByteBuffer buffer(int bytes, int kind) {
        int from = 9 + kind % 2 * 8;
        int room = from + bytes + 11;
        ByteBuffer whole = (kind & 2) == 0 ? ByteBuffer.allocateDirect(room + 5) : ByteBuffer.allocate(room + 5);
        if ((kind & 4) != 0) {
            whole = whole.slice(3, room);
        }
        for (int i = 0; i < whole.capacity(); i++) {
            whole.put(i, GUARD);
        }
        whole.limit(from + bytes).position(from);
        return whole.order(kind % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private static void fill(ByteBuffer message, long seed) {
        byte[] contents = new byte[message.remaining()];
        new Random(seed).nextBytes(contents);
        message.put(message.position(), contents);
    }

    private static void guards(ByteBuffer buffer, String what) {
        ByteBuffer all = buffer.duplicate().clear();
        for (int i = 0; i < all.capacity(); i++) {
            if ((i < buffer.position() || i >= buffer.limit()) && all.get(i) != GUARD) {
                throw new AssertionError(what + ": the byte at " + i + " is not the buffer's to change");
            }
        }
    }

    /** The raw bits of an element: floating-point ones are between 0.5 and 1.5, of either sign. */
    private static long element(Datatype type, long seed, int rank, int index) {
        long mixed = (seed ^ rank * 0x9e3779b97f4a7c15L ^ index * 0xc2b2ae3d27d4eb4fL) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 32) * 0xc4ceb9fe1a85ec53L;
        mixed ^= mixed >>> 29;
        double number = ((mixed >>> 11) * 0x1p-53 + 0.5) * ((mixed & 1) == 0 ? 1 : -1);
        return switch (type) {
            case INT -> (int) mixed;
            case LONG -> mixed;
            case FLOAT -> Float.floatToRawIntBits((float) number);
            case DOUBLE -> Double.doubleToRawLongBits(number);
        };
    }

    private static long combined(Datatype type, ReduceOp op, long a, long b) {
        return switch (type) {
            case INT ->
                switch (op) {
                    case SUM -> (int) (a + b);
                    case MIN -> Math.min(a, b);
                    case MAX -> Math.max(a, b);
                    case PROD -> (int) (a * b);
                };
            case LONG ->
                switch (op) {
                    case SUM -> a + b;
                    case MIN -> Math.min(a, b);
                    case MAX -> Math.max(a, b);
                    case PROD -> a * b;
                };
            case FLOAT ->
                Float.floatToRawIntBits(combined(op, Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b)));
            case DOUBLE ->
                Double.doubleToRawLongBits(combined(op, Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
        };
    }

    private static float combined(ReduceOp op, float a, float b) {
        return switch (op) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case PROD -> a * b;
        };
    }

    private static double combined(ReduceOp op, double a, double b) {
        return switch (op) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case PROD -> a * b;
        };
    }

    private static void put(ByteBuffer buffer, Datatype type, int index, long bits) {
        ByteBuffer at = buffer.duplicate().order(ByteOrder.nativeOrder());
        int position = buffer.position() + index * type.bytes();
        if (type.bytes() == Long.BYTES) {
            at.putLong(position, bits);
        } else {
            at.putInt(position, (int) bits);
        }
    }

    private static long get(ByteBuffer buffer, Datatype type, int index) {
        ByteBuffer at = buffer.duplicate().order(ByteOrder.nativeOrder());
        int position = buffer.position() + index * type.bytes();
        return type.bytes() == Long.BYTES ? at.getLong(position) : at.getInt(position);
    }

    private static void same(long expected, long is, String what) {
        if (expected != is) {
            throw new AssertionError(what + " is " + Long.toHexString(is) + ", not " + Long.toHexString(expected));
        }
    }
}
