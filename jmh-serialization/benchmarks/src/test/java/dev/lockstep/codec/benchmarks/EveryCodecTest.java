package dev.lockstep.codec.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codecs;
import dev.lockstep.codec.StagedCodec;
import dev.lockstep.codec.payload.Payload;
import dev.lockstep.codec.payload.Payloads;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every benchmark, with every codec and every payload that it claims, a few times. */
class EveryCodecTest {

    @Test
    void everyCodecAndPayloadThatComesWithUsIsMeasuredByDefault() throws Exception {
        assertThat(Params.values(CodecName.class, "codec"))
                .containsExactlyInAnyOrderElementsOf(Codecs.discover().names());
        assertThat(Codecs.discover().broken()).isEmpty();
        assertThat(Params.values(PayloadName.class, "payload"))
                .containsExactlyElementsOf(
                        Payloads.all().stream().map(Payload::name).toList());
        assertThat(Params.claimed()).hasSizeGreaterThan(80);
    }

    /** Each type of payload; the largest of a type with one codec only. */
    static Stream<Arguments> claimed() throws NoSuchFieldException {
        return Params.claimed()
                .filter(claimed -> claimed.get()[0].equals("written") || !claimed.get()[1].equals("doubles-65536"));
    }

    static Stream<Arguments> staged() throws NoSuchFieldException {
        return claimed()
                .filter(claimed -> Choice.of((String) claimed.get()[0], (String) claimed.get()[1])
                                .open()
                        instanceof StagedCodec);
    }

    @ParameterizedTest
    @MethodSource("claimed")
    void encodesAndDecodesIntoFreshAndReused(String codec, String payload) {
        Subject subject = Params.subject(codec, payload);
        for (String buffer : new String[] {"fresh", "reused"}) {
            EncodeBenchmark encode = new EncodeBenchmark();
            encode.buffer = buffer;
            encode.prepare(subject);
            for (int i = 0; i < 2; i++) {
                ByteBuffer bytes = encode.encode(subject).duplicate();
                Object back = subject.codec.decode(buffer.equals("reused") ? bytes.flip() : bytes);
                assertThat(back).isEqualTo(subject.value);
            }
        }
        Choice choice = Choice.of(codec, payload);
        boolean reuses = choice.lack(Capability.REUSED_INSTANCES).isEmpty();
        for (String instance : reuses ? new String[] {"fresh", "reused"} : new String[] {"fresh"}) {
            DecodeBenchmark decode = new DecodeBenchmark();
            decode.instance = instance;
            decode.prepare(subject, Params.codec(codec), Params.payload(payload));
            Object first = decode.decode(subject);
            Object second = decode.decode(subject);
            assertThat(second).isEqualTo(subject.value);
            if (!codec.equals("empty")) {
                assertThat(second == first).isEqualTo(instance.equals("reused"));
            }
        }
        assertThat(new RoundTripBenchmark().roundTrip(subject)).isEqualTo(subject.value);
    }

    @ParameterizedTest
    @MethodSource("staged")
    void stagesAddUpToTheSameObjectsAndBytes(String codec, String payload) {
        Subject subject = Params.subject(codec, payload);
        StagesBenchmark stages = new StagesBenchmark();
        stages.prepare(subject);
        for (int i = 0; i < 2; i++) {
            assertThat(stages.toBytes()).isEqualTo(stages.encode());
            assertThat(stages.toForm()).isNotNull();
            assertThat(stages.formOf()).isNotNull();
            assertThat(stages.fromForm()).isEqualTo(subject.value).isEqualTo(stages.decode());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping+command+log", "media+records"})
    void typesTakeTurns(String types) throws Exception {
        for (String codec : Params.values(CodecName.class, "codec")) {
            CallSitesBenchmark benchmark = new CallSitesBenchmark();
            benchmark.types = types;
            benchmark.prepare(Params.codec(codec));
            String[] payloads = CallSitesBenchmark.payloads(types);
            assertSoftly(soft -> {
                for (int i = 0; i < 12; i++) {
                    String payload = payloads[i % payloads.length];
                    soft.assertThat(benchmark.encodeDecode())
                            .as(codec)
                            .isEqualTo(Choice.of(codec, payload).value(i));
                }
            });
        }
    }

    @Test
    void typesThatDoNotTakeEvenTurnsAreRefused() {
        CallSitesBenchmark benchmark = new CallSitesBenchmark();
        benchmark.types = "ping+command+log+media+records";
        assertThatThrownBy(() -> benchmark.prepare(Params.codec("written")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5 payloads do not take even turns in 12 places");
    }

    @Test
    void anObjectThatDoesNotSurviveGivesNoNumber() {
        Subject subject = Params.subject("written", "ping");
        assertThatThrownBy(
                        () -> subject.requireBack(Choice.of("written", "ping").value(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("encoded PING")
                .hasMessageContaining("decoded PING");
    }
}
