package dev.lockstep.codec.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.codec.payload.PingMessage;
import org.junit.jupiter.api.Test;

class CodecsTest {

    @Test
    void jsonGivesTheSameBytesAndObjectsByBothWays() throws Exception {
        JsonBenchmark json = new JsonBenchmark();
        json.prepare();
        assertThat(json.encode()).hasSize(PingMessage.JSON_BYTES).isEqualTo(json.encodeViaString());
        assertThat(json.decode()).isEqualTo(PingMessage.of(2018)).isEqualTo(json.decodeViaString());
    }

    @Test
    void kryoGivesTheSameObjectAgainAndAgain() {
        KryoBenchmark kryo = new KryoBenchmark();
        kryo.prepare();
        for (int i = 0; i < 3; i++) {
            assertThat(kryo.encode().toBytes()).hasSize(KryoBenchmark.KRYO_BYTES);
            assertThat(kryo.decode()).isEqualTo(PingMessage.of(2018));
        }
    }

    @Test
    void messageThatDoesNotSurviveGivesNoNumber() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RoundTrip.requireEqual(PingMessage.of(1), PingMessage.of(2)))
                .withMessageContaining(PingMessage.of(2).toString());
    }
}
