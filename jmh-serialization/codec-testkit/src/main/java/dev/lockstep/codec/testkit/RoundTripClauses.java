package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.StagedCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clauses on decoding what was encoded. */
final class RoundTripClauses {
    private static final int THREADS = 4;
    private static final int ROUNDS = 100;

    private RoundTripClauses() {}

    static <T> List<Clause> of(Subject<T> subject) {
        List<Clause> all = new ArrayList<>();
        all.add(subject.clause("what goes in comes out", () -> fresh(subject)));
        all.add(subject.clause("streams do as buffers do", () -> streams(subject)));
        all.add(subject.clause("one codec's bytes are another's", () -> acrossInstances(subject)));
        if (subject.codec() instanceof StagedCodec<?, ?>) {
            all.add(subject.clause("the stages do as the whole", () -> stages(subject)));
        }
        if (subject.has(Capability.THREADS)) {
            all.add(subject.clause("threads share an instance", () -> threads(subject)));
        }
        return all;
    }

    private static <T> void fresh(Subject<T> subject) {
        Codec<T> codec = subject.codec();
        List<ByteBuffer> encoded = new ArrayList<>();
        for (T value : subject.family().plain()) {
            encoded.add(codec.encode(value));
        }
        for (int i = 0; i < encoded.size(); i++) {
            ByteBuffer again = encoded.get(i).duplicate();
            subject.expectDecoded(codec, subject.family().plain().get(i), encoded.get(i), "object " + i);
            subject.expectDecoded(codec, subject.family().plain().get(i), again, "object " + i + " once more");
        }
    }

    private static <T> void streams(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        for (T value : subject.family().plain()) {
            Watched target = new Watched();
            target.write('!');
            codec.encode(value, target);
            Expect.that(!target.closed, "the stream was closed");
            ByteBuffer bytes = ByteBuffer.wrap(target.toByteArray());
            Expect.that(bytes.get() == '!', "what stood in the stream was overwritten");
            InputStream source = new Trickle(Expect.copy(bytes));
            subject.expectSame(value, codec.decode(source), "by streams");
            Expect.that(source.read() == -1, "the stream was not read to its end");
            subject.expectDecoded(codec, value, bytes, "from a stream to a buffer");
            InputStream fromBuffer = new ByteArrayInputStream(Expect.copy(codec.encode(value)));
            subject.expectSame(value, codec.decode(fromBuffer), "from a buffer to a stream");
        }
    }

    private static <T> void acrossInstances(Subject<T> subject) {
        Codec<T> sender = subject.codec();
        for (T value : subject.family().plain()) {
            sender.encode(value);
            subject.expectDecoded(subject.codec(), value, sender.encode(value), "by another instance");
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void stages(Subject<T> subject) {
        stages(subject, (StagedCodec<T, Object>) subject.codec());
    }

    private static <T, F> void stages(Subject<T> subject, StagedCodec<T, F> codec) {
        Expect.that(!codec.form().isBlank(), "the form has no name");
        for (T value : subject.family().plain()) {
            F form = codec.toForm(value);
            subject.expectDecoded(codec, value, codec.toBytes(form), "encoded in stages");
            subject.expectSame(value, codec.fromForm(form), "to the form and back");
            ByteBuffer bytes = codec.encode(value);
            subject.expectSame(value, codec.fromForm(codec.formOf(bytes)), "decoded in stages");
            Expect.that(!bytes.hasRemaining(), "%s bytes were not read", bytes.remaining());
        }
    }

    private static <T> void threads(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        List<T> values = subject.family().plain().subList(0, 2);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                T value = values.get(thread % 2);
                tasks.add(() -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        subject.expectDecoded(codec, value, codec.encode(value), "among threads");
                    }
                    return null;
                });
            }
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** A stream that knows whether it was closed. */
    private static final class Watched extends ByteArrayOutputStream {
        private boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A stream that gives a few bytes at a time, as a socket may. */
    private static final class Trickle extends ByteArrayInputStream {
        private static final int FEW = 7;

        Trickle(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(FEW, length));
        }
    }
}
