package dev.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ranks.csv, as it is read; the harness has tests of how it is written. */
class RankRowTest {
    private static final String HEADER =
            "benchmark,params,comm,ranks,threads,n,fork,phase,iteration,rank,thread,host,pid,score,unit\n";

    @TempDir
    private Path directory;

    @Test
    void readsQuotedFieldsAndEmptyOnes() throws IOException {
        List<RankRow> samples = read(HEADER
                + "\"a.B\"\"c\",\"bytes=16;kind=x, y\nz\",local,2,1,500,1,warmup,1,0,0,h,42,1.5,us/op\r\n"
                + "a.B.c,,,,1,,1,measurement,1,,,h,42,2.5e-1,ns/op\n");

        assertThat(samples).hasSize(2);
        assertThat(samples.get(0).key().benchmark()).isEqualTo("a.B\"c");
        assertThat(samples.get(0).key().row().params())
                .containsEntry("kind", "x, y\nz")
                .containsEntry("bytes", "16");
        assertThat(samples.get(0).warmup()).isTrue();
        assertThat(samples.get(1).rank()).isEmpty();
        assertThat(samples.get(1).key().comm()).isEmpty();
        assertThat(samples.get(1).score()).isEqualTo(0.25);
    }

    /** As HostPartsTest sees it written; of files from before percent signs were encoded, a lone one is itself. */
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
                .satisfies(sample ->
                        assertThat(sample.key().comm() + sample.key().ranks()).isEqualTo("local2"));
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
                .hasMessageContaining(
                        "line 2: expected well-formed CSV, found Not enough column values: expected 15, found 2");
        assertThatThrownBy(() -> read(HEADER + "\"a\nb\",,,,1,,1,measurement,1,,,h,42,fast,ns/op\n"))
                .hasMessageContaining("line 2, column score: expected a number, found 'fast'");
        assertThatThrownBy(() -> read(HEADER + "\n\"a,b\n"))
                .hasMessageContaining("expected well-formed CSV, found Missing closing quote");
        assertThatThrownBy(() -> read(HEADER + "\"a\"b,\n")).hasMessageContaining("Expected column separator");
    }

    private List<RankRow> read(String csv) throws IOException {
        return RankRow.read(Files.writeString(directory.resolve("ranks.csv"), csv));
    }

    /** The same parameters that JMH's results have, whatever is in them: otherwise a cell would have no ranks. */
    @Test
    void parametersAreReadAsTheyWereWritten() throws IOException {
        Map<String, String> params = Map.of("text", "a;b,\"c\"=d", "share", "5%", "code", "%3B%25", "empty", "");
        RankRow row = new RankRow(
                "a.B.c", RankRow.params(params), "local", "2", 1, 5, 1, "warmup", 1, "0", "0", "h", "42", 1.5, "us/op");
        assertThat(row.params()).isEqualTo("code=%253B%2525;empty=;share=5%25;text=a%3Bb,\"c\"=d");
        RankRow again = read(RankRow.HEADER + "\n" + row.line()).get(0);
        assertThat(again).isEqualTo(row);
        assertThat(again.key().row().params()).isEqualTo(params);
        assertThat(RankRow.HEADER + "\n")
                .isEqualTo(HEADER.strip() + ",switches,migrations,stolen,probe_before,probe_after,scored\n");
    }

    @Test
    void whatWasNotKnownIsEmptyAndWhatFilesDidNotHaveIsNotKnown() throws IOException {
        String old = "a.B.c,,local,2,1,1,1,measurement,1,0,0,h,42,2.5,us/op";
        RankRow unknown = read(HEADER + old + "\n").get(0);
        assertThat(unknown.line()).isEqualTo(old + ",,,,,,\n");
        assertThat(unknown.scores()).isTrue();
        assertThat(read(RankRow.HEADER + "\n" + unknown.line())).containsExactly(unknown);
        assertThat(unknown.probeBefore()).isNaN();
        assertThat(unknown.switches()).isNull();
        RankRow known =
                read(RankRow.HEADER + "\n" + old + ",3,0,20,61.5,330.0,no\n").get(0);
        assertThat(known.line()).isEqualTo(old + ",3,0,20,61.5,330.0,no\n");
        assertThat(List.of(known.switches(), known.migrations(), known.stolen()))
                .containsExactly(3L, 0L, 20L);
        assertThat(List.of(known.probeBefore(), known.probeAfter())).containsExactly(61.5, 330.0);
        assertThat(known.scores()).isFalse();
    }

    @Test
    void filesOfAnEarlierVersionAreJoinedWithNewOnes() throws IOException {
        String old = "a.B.c,p=x,local,2,1,1,1,measurement,1,0,0,h,42,2.5,us/op";
        Path earlier = Files.writeString(directory.resolve("old.csv"), HEADER + old + "\n");
        Path cut = Files.writeString(directory.resolve("cut.csv"), HEADER.substring(0, 9));
        Path now = Files.writeString(directory.resolve("new.csv"), RankRow.HEADER + "\nunread\ncut o");
        assertThat(RankRow.joined(List.of(directory.resolve("none"), earlier, cut, now)))
                .isEqualTo(RankRow.HEADER + "\n" + old + ",,,,,,\nunread\n");
        assertThat(RankRow.joined(List.of(directory.resolve("none")))).isEmpty();
    }
}
