package dev.lockstep.reports.published;

import static dev.lockstep.reports.published.Finding.Verdict.CONFIRMED;
import static dev.lockstep.reports.published.Finding.Verdict.NOT_ANSWERABLE;
import static dev.lockstep.reports.published.Finding.Verdict.REFUTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.Ratio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FindingTest {
    private static final Path ROOT = Path.of("..", "..");

    /** A finding that holds from 1.15 to 1.25, and one that holds from 1.15 on. */
    @ParameterizedTest
    @CsvSource({
        "1.16, 1.24, CONFIRMED, CONFIRMED",
        "1.15, 1.25, CONFIRMED, CONFIRMED",
        "1.10, 1.14, REFUTED, REFUTED",
        "1.26, 9.00, REFUTED, CONFIRMED",
        "1.10, 1.20, NOT_ANSWERABLE, NOT_ANSWERABLE",
        "1.20, 1.30, NOT_ANSWERABLE, CONFIRMED",
        "0.10, 9.00, NOT_ANSWERABLE, NOT_ANSWERABLE"
    })
    void theWholeIntervalDecides(double low, double high, Finding.Verdict within, Finding.Verdict above) {
        Ratio ratio = new Ratio(Math.sqrt(low * high), low, high);
        Finding.Range from = new Finding.Range(1.15, null);
        assertThat(of(new Finding.Range(1.15, 1.25), ratio, 10, "").verdict()).isEqualTo(within);
        assertThat(of(from, ratio, 10, "").verdict()).isEqualTo(above);
        assertThat(of(from, ratio, 9, "").verdict()).isEqualTo(NOT_ANSWERABLE);
        assertThat(of(from, ratio, 10, "a network").verdict()).isEqualTo(NOT_ANSWERABLE);
    }

    private static Finding of(Finding.Range holds, Ratio ratio, int pairs, String needs) {
        return new Finding("more is more", "more over less", holds, ratio, pairs, needs, "./lockstep run More");
    }

    static Stream<Arguments> published() {
        return Findings.all().stream().flatMap(of -> of.findings().stream().map(finding -> Arguments.of(of, finding)));
    }

    /** What is not answered says what would; a ratio lies in its interval, and the page has all of it. */
    @ParameterizedTest
    @MethodSource("published")
    void aFindingIsWholeAndOnItsPage(Findings of, Finding finding) throws Exception {
        Ratio here = finding.here();
        assertThat(List.of(here.low(), here.ratio(), here.high())).isSorted().allMatch(x -> x > 0);
        assertThat(finding.needs().isEmpty()).isEqualTo(finding.verdict() != NOT_ANSWERABLE);
        assertThat(finding.command()).matches("\\./lockstep run .* --vs .*|scripts/\\w+-claims \\w+");
        assertThat(Files.readString(ROOT.resolve(of.page())).replaceAll("(\\s|\\\\\n)+", " "))
                .contains(of.machine(), finding.command());
    }

    @Test
    void thereAreSuchOfEveryKind() {
        assertThat(Findings.all().stream().flatMap(of -> of.findings().stream()).map(Finding::verdict))
                .contains(CONFIRMED, REFUTED);
    }
}
