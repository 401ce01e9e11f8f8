package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.payload.GraphNode;
import java.nio.ByteBuffer;
import java.util.List;

/** Clauses on graphs that go deep, and on cyclic ones. */
final class GraphClauses {
    private static final int DEEPER_THAN_ANY_STACK = 200_000;

    private GraphClauses() {}

    static <T> List<Clause> of(Subject<T> subject) {
        if (subject.family().type() != GraphNode.class) {
            return List.of();
        }
        return List.of(
                subject.clause("a graph of any depth comes back or is refused", () -> deep(subject)),
                subject.has(Capability.CYCLES)
                        ? subject.clause("cycles come back", () -> cyclesComeBack(subject))
                        : subject.clause("cycles are refused", () -> cyclesAreRefused(subject)));
    }

    private static <T> void deep(Subject<T> subject) {
        for (int depth = 100; depth <= DEEPER_THAN_ANY_STACK; depth *= 2) {
            Codec<T> codec = subject.codec();
            T chain = subject.family().type().cast(GraphNode.chain(depth));
            try {
                ByteBuffer bytes = codec.encode(chain);
                subject.expectDecoded(codec, chain, bytes, "at a depth of " + depth);
            } catch (CodecException refused) {
                subject.expectWorking(codec, "a depth of " + depth);
            } catch (StackOverflowError e) {
                throw new AssertionError("the stack overflows at a depth of " + depth, e);
            }
        }
    }

    private static <T> void cyclesComeBack(Subject<T> subject) {
        Codec<T> codec = subject.codec();
        for (int length : new int[] {1, 2, 30}) {
            T ring = subject.family().type().cast(GraphNode.ring(length));
            subject.expectDecoded(codec, ring, codec.encode(ring), "a ring of " + length);
        }
        subject.expectWorking(codec, "rings");
    }

    private static <T> void cyclesAreRefused(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        for (int length : new int[] {1, 2, 30}) {
            T ring = subject.family().type().cast(GraphNode.ring(length));
            Expect.refused("a ring of " + length, () -> codec.encode(ring));
            Expect.refused(
                    "a ring of " + length + " to a buffer", () -> codec.encode(ring, ByteBuffer.allocate(10_000_000)));
            subject.expectWorking(codec, "a ring of " + length);
        }
    }
}
