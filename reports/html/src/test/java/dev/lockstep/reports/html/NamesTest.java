package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource({
        "dev.lockstep.transport.PingPongBenchmark.pingPong, Ping pong",
        "dev.lockstep.codec.SerializationBenchmark.roundTrip, Serialization: round trip",
        "org.other.TCPConnect.open, TCP connect: open",
        "Bench.run, Bench: run",
        "oddity, Oddity",
        "'', ''"
    })
    void saysBenchmarksInWords(String benchmark, String title) {
        assertThat(Names.title(benchmark)).isEqualTo(title);
    }
}
