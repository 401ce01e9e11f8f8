package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecProvider;
import java.nio.ByteBuffer;

/** A provider's codec for one type, under test. */
record Subject<T>(CodecProvider provider, Family<T> family) {

    Codec<T> codec() {
        return provider.codec(family.type());
    }

    boolean has(Capability capability) {
        return !provider.unsupported().containsKey(capability);
    }

    Clause clause(String name, Clause.Check check) {
        return new Clause(family.name() + ": " + name, check);
    }

    /** Fails unless the decoded object equals the encoded one. */
    void expectSame(T sent, T received, String how) {
        Expect.that(received != null, how + ": null came out for %s", sent);
        Expect.that(
                received.getClass() == sent.getClass(),
                how + ": %s came out of %s",
                received.getClass().getName(),
                sent.getClass().getName());
        Expect.that(
                family.same().test(sent, received),
                how + ": %s went in, and %s came out",
                Expect.shortened(sent),
                Expect.shortened(received));
    }

    /** Decodes and compares; all bytes must be used up. */
    void expectDecoded(Codec<T> codec, T sent, ByteBuffer bytes, String how) {
        expectSame(sent, codec.decode(bytes), how);
        Expect.that(!bytes.hasRemaining(), how + ": %s bytes were not read", bytes.remaining());
    }

    /** Expects that the codec works after a misuse. */
    void expectWorking(Codec<T> codec, String afterWhat) {
        expectDecoded(codec, family.first(), codec.encode(family.first()), "after " + afterWhat);
    }
}
