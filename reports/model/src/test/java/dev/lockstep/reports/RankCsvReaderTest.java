package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankCsvReaderTest {
    private static final String HEADER =
            "benchmark,params,comm,ranks,threads,n,fork,phase,iteration,rank,thread,host,pid,score,unit\n";

    @TempDir
    private Path directory;

    @Test
    void readsQuotedFieldsAndEmptyOnes() throws IOException {
        List<RankSample> samples = read(HEADER
                + "\"a.B\"\"c\",\"bytes=16;kind=x, y\nz\",local,2,1,500,1,warmup,1,0,0,h,42,1.5,us/op\r\n"
                + "a.B.c,,,,1,,1,measurement,1,,,h,42,2.5e-1,ns/op\n");

        assertThat(samples).hasSize(2);
        assertThat(samples.get(0).key().row().benchmark()).isEqualTo("a.B\"c");
        assertThat(samples.get(0).key().row().params())
                .containsEntry("kind", "x, y\nz")
                .containsEntry("bytes", "16");
        assertThat(samples.get(0).warmup()).isTrue();
        assertThat(samples.get(1).rank()).isEmpty();
        assertThat(samples.get(1).key().column()).isEqualTo(Column.PLAIN);
        assertThat(samples.get(1).score()).isEqualTo(0.25);
    }

    /** As RankRowsTest sees it written; of files from before percent signs were encoded, a lone one is itself. */
    @Test
    void valuesHoldWhatPartsThem() throws IOException {
        assertThat(read(HEADER + "a.B.c,p=a%3Bb=50%25%3B%253B;q=9%,local,2,1,20,1,measurement,1,0,0,h,1,1.0,us/op\n"))
                .singleElement()
                .satisfies(sample ->
                        assertThat(sample.key().row().params()).isEqualTo(Map.of("p", "a;b=50%;%3B", "q", "9%")));
    }

    @Test
    void takesColumnsByNameAndIgnoresNewOnes() throws IOException {
        assertThat(read("new,unit,score,iteration,phase,fork,threads,ranks,comm,params,benchmark\n"
                        + "?,us/op,1,1,measurement,1,1,2,local,,a.B.c\n"))
                .singleElement()
                .satisfies(sample -> assertThat(sample.key().column()).isEqualTo(new Column("local", 2)));
    }

    @Test
    void whatBreaksOffAtTheEndIsNotRead() throws IOException {
        String row = "a.B.c,,local,2,1,1,1,measurement,1,0,0,h,42,2.5,us/op";
        for (int length = 0; length <= row.length(); length++) {
            assertThat(read(HEADER + row + "\n" + row.substring(0, length))).hasSize(1);
        }
        assertThat(read("")).isEmpty();
        assertThat(read(HEADER.substring(0, 20))).isEmpty();
    }

    @Test
    void namesTheLineThatIsWrong() {
        assertThatThrownBy(() -> read("benchmark,score\n")).hasMessageContaining("line 1: expected a column params");
        assertThatThrownBy(() -> read(HEADER + "a,b\n"))
                .hasMessageContaining("line 2: expected 15 fields, found 2 fields");
        assertThatThrownBy(() -> read(HEADER + "\"a\nb\",,,,1,,1,measurement,1,,,h,42,fast,ns/op\n"))
                .hasMessageContaining("line 2, column score: expected a number, found 'fast'");
        assertThatThrownBy(() -> read(HEADER + "\n\"a,b\n")).hasMessageContaining("line 3: expected a closing quote");
        assertThatThrownBy(() -> read(HEADER + "\"a\"b,\n")).hasMessageContaining("a comma after a closing quote");
    }

    private List<RankSample> read(String csv) throws IOException {
        return RankCsvReader.read(Files.writeString(directory.resolve("ranks.csv"), csv));
    }
}
