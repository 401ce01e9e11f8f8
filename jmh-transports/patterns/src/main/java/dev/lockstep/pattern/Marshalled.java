package dev.lockstep.pattern;

import dev.lockstep.codec.benchmarks.Claimed;
import dev.lockstep.transport.benchmarks.Carried;
import java.util.Map;
import java.util.Optional;

/** The rule that objects are measured where a transport carries them, and a codec encodes them. */
public final class Marshalled extends Carried {
    private final Claimed codecs = new Claimed();

    /** The constructor for the harness. */
    public Marshalled() {}

    @Override
    protected Optional<Obstacle> other(Map<String, String> params, int threads) {
        return codecs.obstacle(params, threads);
    }
}
