package dev.lockstep.codec.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.payload.Payloads;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.harness.CombinationRule.Obstacle;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimedTest {
    /** Claims no media. */
    private static final class Blind extends PayloadCodecProvider {
        Blind() {
            super("blind", "for this test", "no library", Schema.NONE, Map.of());
        }

        @Override
        public Optional<String> unclaimed(Class<?> type) {
            return type == MediaContent.class ? Optional.of("it cannot see") : super.unclaimed(type);
        }

        @Override
        protected <T> Codec<T> open(Class<T> type) {
            throw new AssertionError("nobody should get here");
        }
    }

    @Test
    void whatACodecDoesNotClaimIsNotMeasuredAndRefusedByPlainJmh() {
        Choice choice = new Choice(new Blind(), Payloads.find("media").orElseThrow());
        Obstacle obstacle = choice.obstacle().orElseThrow();
        assertThat(obstacle.reason()).isEqualTo("codec blind does not encode it: it cannot see");
        assertThat(obstacle.remedy()).contains("lockstep list codecs");
        assertThatIllegalArgumentException().isThrownBy(choice::open).withMessageContaining("it cannot see");
        assertThat(new Choice(new Blind(), Payloads.find("ping").orElseThrow()).obstacle())
                .isEmpty();
    }

    @Test
    void codecsAreUsedInTheWaysThatTheyDeclare() {
        Map<String, String> reused = Map.of("codec", "json-string", "payload", "ping", "instance", "reused");
        assertThat(new Claimed().obstacle(reused, 1))
                .hasValueSatisfying(o -> assertThat(o.reason())
                        .isEqualTo("codec json-string has no REUSED_INSTANCES: the paper's way makes a new object"));
        assertThat(new Claimed().obstacle(Map.of("codec", "written", "payload", "ping", "instance", "reused"), 1))
                .isEmpty();
        Map<String, String> kryo = Map.of("codec", "kryo", "payload", "ping");
        assertThat(new Claimed().obstacle(kryo, 1)).isEmpty();
        assertThat(new Claimed.ByThreads().obstacle(kryo, 2))
                .hasValueSatisfying(o -> assertThat(o.reason()).startsWith("codec kryo has no THREADS: "));
        assertThat(new Claimed.InStages().obstacle(kryo, 1))
                .hasValueSatisfying(o -> assertThat(o.reason()).startsWith("the codec has no stages"));
        assertThat(new Claimed.InStages().obstacle(Map.of("codec", "json-string", "payload", "ping"), 1))
                .isEmpty();
        assertThat(new Claimed().obstacle(Map.of("codec", "json", "types", "ping+media"), 1))
                .isEmpty();
    }

    @Test
    void whatIsDeclaredIsAlsoRefusedByPlainJmh() {
        DecodeBenchmark decode = new DecodeBenchmark();
        decode.instance = "reused";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decode.prepare(
                        Params.subject("json-string", "ping"), Params.codec("json-string"), Params.payload("ping")))
                .withMessageContaining(Capability.REUSED_INSTANCES.name());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SharedCodec().make(Params.codec("kryo"), Params.payload("ping")))
                .withMessageContaining(Capability.THREADS.name());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StagesBenchmark().prepare(Params.subject("kryo", "ping")))
                .withMessageContaining("has no stages");
        EncodeBenchmark encode = new EncodeBenchmark();
        encode.buffer = "borrowed";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encode.prepare(Params.subject("kryo", "ping")))
                .withMessage("buffer must be 'fresh' or 'reused', not 'borrowed'");
    }

    @Test
    void whatDoesNotExistIsSaidWithWhatDoes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Claimed().obstacle(Map.of("codec", "json5", "payload", "ping"), 1))
                .withMessageStartingWith("no codec is called 'json5'; there are ")
                .withMessageContaining("json-string");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Claimed().obstacle(Map.of("codec", "json", "payload", "pong"), 1))
                .withMessageStartingWith("no payload is called 'pong'; there are ping, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Claimed().obstacle(Map.of("codec", "json", "types", "ping+pong"), 1))
                .withMessageContaining("'pong'");
    }
}
