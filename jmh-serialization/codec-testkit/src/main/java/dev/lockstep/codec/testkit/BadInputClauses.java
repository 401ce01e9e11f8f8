package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Clauses on bytes that are nobody's encoding: they end in the declared exception or in an object, and cost little. */
final class BadInputClauses {
    /** Those of a build that is in a hurry may be fewer. */
    private static final int MUTATIONS = Integer.getInteger("lockstep.contract.mutations", 10_000);

    private static final int GARBAGE = MUTATIONS / 5;
    private static final int LENGTHS_WITHIN = 48;

    private BadInputClauses() {}

    static <T> List<Clause> of(Subject<T> subject) {
        return List.of(
                subject.clause("truncated bytes do no harm", () -> truncated(subject)),
                subject.clause("flipped bits do no harm", () -> mutated(subject)),
                subject.clause("random bytes do no harm", () -> garbage(subject)),
                subject.clause("lengths that lie do no harm", () -> lying(subject)),
                subject.clause("names of other classes do no harm", () -> foreign(subject)));
    }

    /** Whether the bytes were decoded; false if they were refused as they should be. Other exceptions pass through. */
    static boolean decoded(Codec<?> codec, ByteBuffer bytes) {
        try {
            return codec.decode(bytes) != null;
        } catch (CodecException refused) {
            requireInTime(refused);
            return false;
        }
    }

    /** Some libraries wrap the JVM's error in an exception: then it is memory that was refused, not the bytes. */
    private static void requireInTime(CodecException refused) {
        for (Throwable cause = refused.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError tooLate) {
                throw tooLate;
            }
        }
    }

    private static <T> void harmless(Subject<T> subject, Codec<T> codec, byte[] bytes) throws Exception {
        try {
            Allocation before = Allocation.now();
            decoded(codec, ByteBuffer.wrap(bytes));
            before.expectInProportionTo(bytes.length);
        } catch (RuntimeException | Error e) {
            byte[] shown = Arrays.copyOf(bytes, Math.min(bytes.length, 500));
            throw new AssertionError(e + " for " + HexFormat.of().formatHex(shown), e);
        }
    }

    private static <T> void truncated(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        byte[] bytes = Expect.copy(codec.encode(subject.family().first()));
        for (int length = 0; length < bytes.length; length++) {
            byte[] rest = Arrays.copyOf(bytes, length);
            harmless(subject, codec, rest);
            try {
                codec.decode(new ByteArrayInputStream(rest));
            } catch (CodecException refused) {
                continue;
            }
        }
        subject.expectWorking(codec, "truncated bytes");
    }

    private static <T> void mutated(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        byte[] bytes = Expect.copy(codec.encode(subject.family().first()));
        Random random = new Random(42);
        for (int i = 0; i < MUTATIONS; i++) {
            harmless(subject, codec, mutation(bytes, random));
            if (i % 1_000 == 0) {
                subject.expectWorking(codec, "mutation " + i);
            }
        }
        subject.expectWorking(codec, "mutations");
    }

    /**
     * Changes bytes one to four times: a flipped bit, another value, one left out or doubled, or four that read as
     * "very long".
     */
    private static byte[] mutation(byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int n = 1 + random.nextInt(4); n > 0 && bytes.length > 4; n--) {
            int at = random.nextInt(bytes.length - 3);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes = Mutations.without(bytes, at);
                case 2 -> bytes = Mutations.doubled(bytes, at);
                case 3 -> Mutations.huge(bytes, at, random);
                default -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return bytes;
    }

    private static <T> void garbage(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        Random random = new Random(43);
        for (int i = 0; i < GARBAGE; i++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            harmless(subject, codec, bytes);
        }
        subject.expectWorking(codec, "garbage");
    }

    private static <T> void lying(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        byte[] bytes = Expect.copy(codec.encode(subject.family().first()));
        for (byte[] length : Lengths.lying()) {
            harmless(subject, codec, length);
            for (int at = 0; at < Math.min(bytes.length, LENGTHS_WITHIN); at++) {
                harmless(subject, codec, Lengths.at(at, length, bytes));
            }
        }
        subject.expectWorking(codec, "lengths that lie");
    }

    private static <T> void foreign(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        for (byte[] bytes : Foreign.instead(codec.encode(subject.family().first()))) {
            harmless(subject, codec, bytes);
            Foreign.expectNotSprung();
        }
        subject.expectWorking(codec, "names of other classes");
    }

    /** Small changes to bytes. */
    private static final class Mutations {
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
}
