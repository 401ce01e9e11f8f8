package dev.lockstep.transport.shaped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTest {
    @ParameterizedTest
    @CsvSource({
        "100mbit, 0us, 100000000, 0",
        "1gbit, 5ms, 1000000000, 5000000",
        "56kbit, 1s, 56000, 1000000000",
        "100gbit, 20us, 100000000000, 20000"
    })
    void isWrittenAsTcDoes(String rate, String delay, long bits, long nanos) {
        assertThat(Rate.parse(rate, delay)).isEqualTo(new Rate(bits, nanos));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 0us, 'rate of a link is a whole number with one of the units gbit, kbit, mbit, not ''100'''",
        "fast, 0us, not 'fast'",
        "1.5gbit, 0us, not '1.5gbit'",
        "-1mbit, 0us, not '-1mbit'",
        "100mbit, 5, 'delay of a link is a whole number with one of the units ms, s, us, not ''5'''",
        "0mbit, 0us, from 1kbit to 100gbit",
        "101gbit, 0us, from 1kbit to 100gbit",
        "100mbit, 2s, a delay of at most 1s",
        "10gbit, 1s, a link holds at most 256 MiB"
    })
    void tellsWhatIsNone(String rate, String delay, String said) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(rate, delay))
                .withMessageContaining(said);
    }

    /** Frames of 1,538 bytes on the wire, of which 1,460 are the message's; the least has 84. */
    @Test
    void countsWhatEthernetAndTcpAdd() {
        Rate rate = Rate.parse("100mbit", "0us");

        assertThat(rate.nanos(1)).isEqualTo(84 * 80);
        assertThat(rate.nanos(1460)).isEqualTo(1538 * 80);
        assertThat(rate.nanos(1461)).isEqualTo((1461 + 2 * 78) * 80);
        assertThat(rate.chunk()).isEqualTo(8 * 1460);
        assertThat(Rate.parse("1kbit", "0us").chunk()).isEqualTo(1460);
        assertThat(Rate.parse("100gbit", "0us").chunk()).isEqualTo(44 * 1460);
        assertThat((4 << 20) * 1e3 / rate.nanos(4 << 20)).isBetween(11.8, 11.9);
    }
}
