package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.Pdf;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.print.PrintOptions;

/** Every kind of chart, and what is done with a report, in a real browser. */
@Tag("browser")
@ExtendWith(Browser.Shared.class)
class ReportBrowserIT {
    private Browser window;
    private ChromeDriver browser;

    @BeforeEach
    void open(Browser shared) {
        window = shared;
        browser = window.driver();
    }

    @AfterEach
    void nothingIsComplainedOf() {
        window.assertQuiet();
    }

    private void show(String run) throws IOException {
        window.show(run, SampleRun.read(run));
    }

    private WebElement element(String css) {
        return browser.findElement(By.cssSelector(css));
    }

    private void scrollTo(WebElement element) {
        browser.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
    }

    /** Saves a picture of what is in the window, or of a part of it. */
    private static void save(String name, byte[] picture) throws IOException {
        Files.write(Browser.SCREENSHOTS.resolve(name), picture);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            suite         | 4 | #chart-1        | one JVM, 2 ranks
            distributions | 6 | #distribution-1 | 90%; 99.9%; percentile of operations; slowest rank
            placements    | 4 | #placements-1   | near (62 ns); far (329 ns); time from core to core, ns; C, 2 ranks; moved meanwhile
            paired        | 7 | #claims-1       | 4 B · openmpi, 2 ranks; A/A: the base over itself; above 1 is slower
            codecs        | 2 | #stages-1       | kryo; json-string; to form; the whole, measured
            transports    | 2 | #chart-1        | inproc; nio; uds; communicator
            consensus     | 3 | #waterfall-1    | + threads; unexplained; the whole; +515
            hostile       | 1 | #chart-1        | µs
            """)
    void drawsEveryKindOfChartInBothThemes(String run, int charts, String chart, String words) throws IOException {
        show(run);
        window.assertDrawn(charts);
        assertThat(element(chart).getText()).contains(words.split("; "));
        window.screenshot(run);
        assertThat(browser.executeScript("return window.hacked")).isNull();
        assertThat(browser.findElements(By.cssSelector("main img, main script")))
                .isEmpty();

        element("#theme").click();
        window.assertDrawn(charts);
        window.screenshot(run + "-dark");
    }

    @Test
    void showsWhatIsUnderThePointer() throws IOException {
        show("suite");
        WebElement chart = element("#chart-1");
        scrollTo(chart);
        new Actions(browser).moveToElement(chart, 20, 0).perform();
        window.eventually(() -> chart.getText().contains("slowest batch mean"));
        assertThat(chart.getText()).contains("one JVM, 2 ranks", "forks:", "n = ", "oversubscribed");
        save("tooltip.png", browser.getScreenshotAs(OutputType.BYTES));

        show("distributions");
        assertThat(browser.findElements(By.cssSelector("table.percentiles tbody tr:not(.group)")))
                .hasSize(8);
        WebElement distribution = element("#distribution-1");
        scrollTo(distribution);
        new Actions(browser).moveToElement(distribution, 20, 0).perform();
        window.eventually(() -> distribution.getText().matches("(?s).*\\bp9[\\d.]+\\b.*"));
        save("distributions-tooltip.png", browser.getScreenshotAs(OutputType.BYTES));
    }

    @Test
    void drawsAPointForEachLaunchAndPlacement() throws IOException {
        show("placements");
        WebElement chart = element("#placements-1");
        scrollTo(chart);
        // Besides the points, the two bands, and the marks of the legend.
        window.eventually(() -> chart.findElements(By.cssSelector("svg path")).size() > 2 * 10 + 2);
        // The picture of docs/method.md.
        save("placements-chart.png", chart.findElement(By.xpath("..")).getScreenshotAs(OutputType.BYTES));
    }

    @Test
    void drawsLoadsWithTheRatesThatWereMissed() throws IOException {
        window.show("sweep", SweepRun.story().timed(Path.of("target/browser/sweep")));
        window.assertDrawn(2 + 16);
        assertThat(element("#chart-1").getText()).contains("nio: kept 10,000/s", "rate, messages per second", "1,000");
        window.screenshot("sweep");
        element("#theme").click();
        window.screenshot("sweep-dark");

        window.show("clients", SweepRun.server().timed(Path.of("target/browser/clients")));
        window.assertDrawn(3 + 8);
        window.screenshot("clients");
    }

    @Test
    void drawsWhoCameLateOperationByOperation() throws IOException {
        window.show("straggler", SweepRun.straggler().timed(Path.of("target/browser/straggler")));
        WebElement chart = element("#distribution-2");
        scrollTo(chart);
        window.eventually(() -> chart.findElements(By.cssSelector("svg path")).size() > 4 * 200);
        assertThat(chart.getText()).contains("rank 0 begins late by", "rank 1 takes");
        // The picture of docs/method.md.
        save("straggler-chart.png", chart.findElement(By.xpath("..")).getScreenshotAs(OutputType.BYTES));
        window.screenshot("straggler");
    }

    private long number(String script) {
        return ((Number) browser.executeScript("return " + script)).longValue();
    }

    /** Charts take their new width a moment after the window has its own. */
    private void assertNotWider() {
        window.eventually(
                () -> number("document.documentElement.scrollWidth") <= number("document.documentElement.clientWidth"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"suite", "paired", "codecs", "placements", "distributions"})
    void noPageScrollsSidewaysOnAPhone(String run) throws IOException {
        show(run);
        window.viewport(390, 844);
        assertNotWider();
        window.viewport(390, (int) number("document.documentElement.scrollHeight"));
        save(run + "-390.png", browser.getScreenshotAs(OutputType.BYTES));
    }

    /** The first screen holds the picture and the sentences; a phone's is read from above to below, and not sideways. */
    @ParameterizedTest
    @CsvSource({"1300, 900, light", "1300, 900, dark", "390, 844, light", "390, 844, dark"})
    void theStoryFitsTheScreen(int width, int height, String theme) throws IOException {
        StoryRun story = StoryRun.whole()
                .event(
                        "\"event\":\"start\",\"time\":\"2026-11-20T09:14:03Z\",\"command\":\"lockstep bench\",\"cells\":14")
                .event("\"event\":\"left-out\",\"what\":\"comm mpj\",\"reason\":\"no jar\",\"remedy\":\"setup\"");
        window.show("story", story.read(Path.of("target/browser/story")));
        window.viewport(width, height);
        window.theme(theme);
        save("story-" + width + "-" + theme + ".png", browser.getScreenshotAs(OutputType.BYTES));
        assertNotWider();
        List<WebElement> values = browser.findElements(By.cssSelector(".ladder b"));
        assertThat(values).hasSize(15).allSatisfy(value -> {
            assertThat(value.getRect().x + value.getRect().width).isLessThanOrEqualTo(width - 8);
            assertThat(value.getText()).matches("[\\d.]+ [nµ]s");
        });
        long sentences = number("document.querySelector('#shows').getBoundingClientRect().bottom + scrollY");
        long picture = number("document.querySelector('.ladder').getBoundingClientRect().bottom + scrollY");
        if (width > 1000) {
            assertThat(sentences).isLessThanOrEqualTo(height);
        } else {
            assertThat(sentences).isGreaterThan(picture);
        }
        assertThat(element("#left-out li").isDisplayed()).isFalse();
        window.viewport(width, (int) number("document.documentElement.scrollHeight"));
        save("story-page-" + width + "-" + theme + ".png", browser.getScreenshotAs(OutputType.BYTES));
    }

    @Test
    void sortsTheTableOfCodecs() throws IOException {
        show("codecs");
        WebElement size =
                browser.findElement(By.xpath("//table[contains(@class, 'sortable')]//button[text()='encoded bytes']"));
        int column =
                browser.findElements(By.cssSelector("table.sortable th button")).indexOf(size) + 1;
        scrollTo(size);
        size.click();
        assertThat(sizes(column)).isNotEmpty().isSorted();
        size.click();
        assertThat(sizes(column)).isSortedAccordingTo(Comparator.reverseOrder());
    }

    private List<Integer> sizes(int column) {
        return browser.findElements(By.cssSelector("table.sortable tbody tr td:nth-child(" + column + ")")).stream()
                .map(cell -> Integer.valueOf(cell.getText()))
                .toList();
    }

    @Test
    void leavesOnlyTheTransportsThatAreAskedFor() throws IOException {
        show("transports");
        window.assertDrawn(2);
        WebElement jvm = element("#chart-1");
        WebElement processes = element("#chart-2");
        assertThat(processes.getText()).contains("shm", "nio", "a cache line from core to core");
        WebElement choice = element("#choice");
        choice.sendKeys("uds none");
        window.eventually(() -> !processes.getText().contains("shm"));
        assertThat(processes.getText()).contains("uds").doesNotContain("nio");
        assertThat(jvm.isDisplayed()).isFalse();
        choice.clear();
        choice.sendKeys("inproc");
        window.eventually(() -> !processes.isDisplayed());
        assertThat(jvm.getText()).contains("inproc").doesNotContain("uds");
    }

    @Test
    void prints() throws IOException {
        show("suite");
        element("#theme").click();
        Pdf pdf = browser.print(new PrintOptions());
        save("print.pdf", Base64.getDecoder().decode(pdf.getContent()));
        assertThat(window.background()).as("the theme after printing").isEqualTo("rgba(18, 21, 26, 1)");
    }

    @Test
    void staysUsableWithAThousandRows() throws IOException {
        window.show("large", LargeRun.write(Path.of("target/browser/large"), 1000));
        WebElement last = element("#chart-200");
        assertThat(last.findElements(By.tagName("svg")))
                .as("drawn before it is seen")
                .isEmpty();
        element("#filter").sendKeys("benchmark77of");
        assertThat(element("#filtered").getText()).isEqualTo("5 rows");
        browser.executeScript("arguments[0].scrollIntoView()", last);
        window.eventually(() -> !last.findElements(By.tagName("svg")).isEmpty());
    }
}
