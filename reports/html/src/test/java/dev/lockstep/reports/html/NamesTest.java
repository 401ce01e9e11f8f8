package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.CellKey;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource({
        "dev.lockstep.transport.benchmarks.PingPongBenchmark.pingPong, Ping pong",
        "dev.lockstep.codec.SerializationBenchmark.roundTrip, Serialization: round trip",
        "org.other.TCPConnect.open, TCP connect: open",
        "Bench.run, Bench: run",
        "oddity, Oddity",
        "'', ''"
    })
    void saysBenchmarksInWords(String benchmark, String title) {
        assertThat(Names.title(benchmark)).isEqualTo(title);
    }

    @ParameterizedTest
    @CsvSource({"direct, 4 B · k=x, 4 B · k=x", "heap, 4 B · buffer=heap · k=x, 4 B · heap · k=x"})
    void theUsualBufferGoesWithoutSaying(String buffer, String row, String briefly) {
        CellKey key = new CellKey("b", "ss", new TreeMap<>(Map.of("bytes", "4", "buffer", buffer, "k", "x")), 1);
        assertThat(Names.row(key)).isEqualTo(row);
        assertThat(Names.rowBriefly(key)).isEqualTo(briefly);
    }
}
