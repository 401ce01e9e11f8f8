package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What frames carry: all that is written is read, and nothing else is. */
class PayloadsTest {
    private static final Conditions CONDITIONS = Conditions.of(61.5, Double.NaN, 3, 0, 20);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " =&+ ",
                "a=b&c=d",
                "%",
                "%3D",
                "line\nline\r\n",
                "'\"\\`$(rm)",
                ";:,|",
                "\u0000\u0007",
                "åß漢\uD83D\uDE00"
            })
    void anyValueAndAnyKeyButTheEmptyOneSurviveInTheirOrder(String hostile) {
        Map<String, String> pairs = new LinkedHashMap<>();
        pairs.put("z", hostile);
        pairs.put("k" + hostile, "v");
        pairs.put("a", "");
        String line = KeyValues.format(pairs);
        assertThat(KeyValues.parse(line)).containsExactlyEntriesOf(pairs);
        assertThat(line).doesNotContainAnyWhitespaces().doesNotContain("'", "\"", ";", "\\", "$");
    }

    @ParameterizedTest
    @ValueSource(strings = {"word", "a=1&word", "=v", "a=%zz", "a=%4"})
    void whatIsNoListOfPairsIsRefused(String line) {
        assertThat(KeyValues.parse(KeyValues.format(Map.of()))).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> KeyValues.parse(line));
    }

    @Test
    void hostileIdsAndParametersOfAPilotsPlanSurvive() {
        List<PilotPlan.Cell> cells = List.of(
                new PilotPlan.Cell("id\nwith=a&line%0A", "a.B.c", Map.of("p", "x=1&y\n=2", "q r", "%&")),
                new PilotPlan.Cell("plain", "a.B.d", Map.of()));
        for (PilotPlan plan : List.of(
                new PilotPlan("open\nmpi&=", PilotLimits.of(100, true), 77, cells),
                new PilotPlan("local", PilotLimits.of(5, false), 1, List.of()))) {
            assertThat(PilotPlan.parse(plan.format())).isEqualTo(plan);
        }
    }

    @Test
    void conditionsSurviveAndThoseOfTwoThreadsAreTheProcesss() {
        assertThat(Conditions.parse(CONDITIONS.format())).isEqualTo(CONDITIONS);
        Conditions two = CONDITIONS.and(Conditions.of(62, 330, 4, 2, 30));
        assertThat(two).isEqualTo(new Conditions(List.of(61.5, 62.0), List.of(Double.NaN, 330.0), 7, 2, 30));
        assertThat(Conditions.parse(two.format())).isEqualTo(two);
        assertThat(CONDITIONS.and(Conditions.UNKNOWN).switches()).isEqualTo(-1);
    }

    /** They are checked before anything is made of them: cut at every place, and with one byte more. */
    @Test
    void whatRanksTellEachOtherSurvivesWholeAndNotOtherwise() throws IOException {
        List<byte[]> values = List.of(new byte[0], new byte[] {1, -1}, new byte[AllGather.MAX_BYTES]);
        byte[] whole = new AllGather("1.0.é", 7, values).format();
        AllGather same = AllGather.parse(whole);
        assertThat(same.communicator() + " " + same.sequence()).isEqualTo("1.0.é 7");
        assertThat(same.values()).containsExactlyElementsOf(values);
        for (int length = 0; length <= whole.length + 1; length += length < 40 || length >= whole.length - 1 ? 1 : 97) {
            byte[] part = Arrays.copyOf(whole, length);
            if (length != whole.length) {
                assertThatThrownBy(() -> AllGather.parse(part)).isInstanceOf(IOException.class);
            }
        }
        AllGather.requireShort(new byte[4096]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AllGather.requireShort(new byte[4097]))
                .withMessageContainingAll("4096", "4097");
    }

    @Test
    void noiseIsNoExchange() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] noise = new byte[4 + random.nextInt(40)];
            random.nextBytes(noise);
            noise[0] = 0;
            noise[1] = 0;
            try {
                assertThat(AllGather.parse(noise).format()).isEqualTo(noise);
            } catch (IOException e) {
                assertThat(e).isNotNull();
            }
        }
    }

    @Test
    void timesSurviveAndTheLargestChunkFitsAFrameManyTimes() {
        OpTimesChunk chunk = new OpTimesChunk(
                3, 1, -9, 5_000_000_000L, 7, 4, new long[] {5, -1, Long.MIN_VALUE}, new long[] {0, Long.MAX_VALUE, 42});
        OpTimesChunk empty = new OpTimesChunk(0, 0, 0, 0, 0, 0, new long[0], new long[0]);
        assertThat(OpTimesChunk.parse(chunk.format())).isEqualTo(chunk).isNotEqualTo(empty);
        assertThat(OpTimesChunk.parse(empty.format())).isEqualTo(empty);
        long[] most = new long[OpTimesChunk.MAX_LENGTH];
        assertThat(new OpTimesChunk(0, 0, 0, 0, OpTimesChunk.MAX_RECORDED, 0, most, most).format().length)
                .isLessThan(2 << 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 23, 25, 31, 39})
    void bytesOfAnotherLengthAreRefused(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OpTimesChunk.parse(new byte[length]))
                .withMessageContaining(length + " bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conditions.parse(new byte[length]))
                .withMessage("conditions of " + length + " bytes, which no threads have");
    }

    /** Before anything is allocated for them. */
    @ParameterizedTest
    @CsvSource({"-1, 0", "2147483647, 0", "10, -1", "10, 10", "10, 2147483647"})
    void countsThatCannotBeAreRefused(int recorded, int offset) {
        ByteBuffer bytes = ByteBuffer.allocate(48);
        bytes.putInt(0).putInt(0).putLong(7).putLong(9).putInt(recorded).putInt(offset);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OpTimesChunk.parse(bytes.array()))
                .withMessageContaining("of " + recorded + " recorded");
    }
}
