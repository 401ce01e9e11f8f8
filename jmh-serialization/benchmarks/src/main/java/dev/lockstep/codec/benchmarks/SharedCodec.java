package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One codec for all threads, which declares that it may be. */
@State(Scope.Benchmark)
public class SharedCodec {
    Codec<Object> codec;
    private Choice choice;

    /** Makes the codec. */
    @Setup
    public void make(CodecName name, PayloadName payload) {
        choice = Choice.of(name.codec, payload.payload);
        choice.lack(Capability.THREADS).ifPresent(Choice::refuse);
        codec = choice.open();
    }

    /** An object of one thread's own. */
    Object value(int thread) {
        return choice.value(thread);
    }
}
