package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.Codecs;
import dev.lockstep.codec.payload.Payload;
import dev.lockstep.codec.payload.Payloads;
import dev.lockstep.harness.CombinationRule.Obstacle;
import dev.lockstep.spi.Availability;
import java.util.Optional;
import java.util.stream.Collectors;

/** A codec's provider and a payload. */
record Choice(CodecProvider provider, Payload<?> payload) {
    /** The seed of a run, from which payloads are made. */
    private static final long SEED = Long.getLong("lockstep.seed", 1);

    private static final String ANOTHER = "take another codec for it: 'lockstep list codecs' names them";

    /**
     * Looks up what a user named.
     *
     * @throws IllegalArgumentException if there is no such codec or payload; says which there are
     */
    static Choice of(String codec, String payload) {
        return new Choice(
                Codecs.discover().require(codec),
                Payloads.find(payload)
                        .orElseThrow(() -> new IllegalArgumentException("no payload is called '" + payload
                                + "'; there are "
                                + Payloads.all().stream().map(Payload::name).collect(Collectors.joining(", ")))));
    }

    /** The obstacle that keeps the codec from encoding the payload. */
    Optional<Obstacle> obstacle() {
        if (provider.availability() instanceof Availability.Unavailable missing) {
            return Optional.of(new Obstacle(
                    "codec " + provider.name() + " cannot be used here: " + missing.reason(), missing.remedy()));
        }
        return provider.unclaimed(payload.type())
                .map(reason -> new Obstacle("codec " + provider.name() + " does not encode it: " + reason, ANOTHER));
    }

    /** The obstacle that keeps it from being used in a way that not every codec supports. */
    Optional<Obstacle> lack(Capability capability) {
        return Optional.ofNullable(provider.unsupported().get(capability))
                .map(reason ->
                        new Obstacle("codec " + provider.name() + " has no " + capability + ": " + reason, ANOTHER));
    }

    /**
     * Makes a codec.
     *
     * @throws IllegalArgumentException if it cannot encode the payload; says why
     */
    @SuppressWarnings("unchecked") // it is given objects of the payload's type only
    Codec<Object> open() {
        obstacle().ifPresent(Choice::refuse);
        return (Codec<Object>) provider.codec(payload.type());
    }

    /** Refuses for plain JMH, which does not ask whether combinations can run. */
    static void refuse(Obstacle obstacle) {
        throw new IllegalArgumentException(obstacle.reason() + "; " + obstacle.remedy());
    }

    /** An object to encode; equal numbers give equal objects in all processes of a run. */
    Object value(int number) {
        return payload.of(SEED + number);
    }
}
