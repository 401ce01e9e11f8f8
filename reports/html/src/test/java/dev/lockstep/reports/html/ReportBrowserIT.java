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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.Pdf;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.print.PrintOptions;

/** The report in a real browser. */
class ReportBrowserIT {
    @TempDir
    private Path profile;

    private Browser window;
    private ChromeDriver browser;

    @BeforeEach
    void open() throws IOException {
        window = new Browser(profile);
        browser = window.driver();
    }

    @AfterEach
    void close() {
        if (window != null) {
            window.close();
        }
    }

    @Test
    void opensOfflineAndDrawsEveryChartInBothThemes() throws IOException {
        show("suite", 1400);
        assertDrawn(4);
        window.screenshot("wide");
        String light = window.background();

        browser.findElement(By.id("theme")).click();
        assertThat(window.background()).isNotEqualTo(light);
        assertDrawn(4);
        window.screenshot("wide-dark");

        browser.manage().window().setSize(new Dimension(1100, 900));
        window.screenshot("laptop-dark");
        browser.findElement(By.id("theme")).click();
        assertThat(window.background()).isEqualTo(light);
        window.screenshot("laptop");

        window.assertQuiet();
    }

    @Test
    void showsWhatIsUnderThePointer() throws IOException {
        show("suite", 1400);
        WebElement chart = browser.findElement(By.id("chart-1"));
        browser.executeScript("arguments[0].scrollIntoView({block: 'center'})", chart);
        new Actions(browser).moveToElement(chart, 20, 0).perform();
        window.eventually(() -> chart.getText().contains("slowest batch mean"));
        assertThat(chart.getText()).contains("one JVM, 2 ranks", "forks:", "n = ", "oversubscribed");
        Files.write(Browser.SCREENSHOTS.resolve("tooltip.png"), browser.getScreenshotAs(OutputType.BYTES));
        window.assertQuiet();
    }

    @Test
    void drawsDistributionsInBothThemes() throws IOException {
        show("distributions", 1400);
        assertDrawn(6);
        window.screenshot("distributions");
        assertThat(browser.findElements(By.cssSelector("table.percentiles tbody tr:not(.group)")))
                .hasSize(8);
        WebElement chart = browser.findElement(By.id("distribution-1"));
        assertThat(chart.getText()).contains("90%", "99.9%", "percentile of operations", "slowest rank");
        browser.executeScript("arguments[0].scrollIntoView({block: 'center'})", chart);
        new Actions(browser).moveToElement(chart, 20, 0).perform();
        window.eventually(() -> chart.getText().matches("(?s).*\\bp9[\\d.]+\\b.*"));
        Files.write(
                Browser.SCREENSHOTS.resolve("distributions-tooltip.png"), browser.getScreenshotAs(OutputType.BYTES));

        browser.findElement(By.id("theme")).click();
        assertDrawn(6);
        window.screenshot("distributions-dark");
        window.assertQuiet();
    }

    @Test
    void drawsPlacementsInBothThemes() throws IOException {
        show("placements", 1400);
        assertDrawn(2 + 2);
        window.screenshot("placements");
        WebElement chart = browser.findElement(By.id("placements-1"));
        // The picture of docs/method.md.
        Files.write(
                Browser.SCREENSHOTS.resolve("placements-chart.png"),
                chart.findElement(By.xpath("..")).getScreenshotAs(OutputType.BYTES));
        assertThat(chart.getText())
                .contains(
                        "near (62 ns)", "far (329 ns)", "time from core to core, ns", "C, 2 ranks", "moved meanwhile");
        // A point for each launch and placement, the two bands, and the marks of the legend.
        assertThat(chart.findElements(By.cssSelector("svg path")).size()).isGreaterThan(2 * 10 + 2);
        assertThat(browser.findElements(By.cssSelector("#placements tbody tr:not(.group)")))
                .hasSize(4 + 4 + 3);

        browser.findElement(By.id("theme")).click();
        assertDrawn(2 + 2);
        window.screenshot("placements-dark");
        window.assertQuiet();
    }

    @Test
    void drawsClaimsInBothThemes() throws IOException {
        show("paired", 1400);
        assertDrawn(4 + 3);
        window.screenshot("claims");
        WebElement chart = browser.findElement(By.id("claims-1"));
        assertThat(chart.getText())
                .contains("4 B · openmpi, 2 ranks", "A/A: the base over itself", "above 1 is slower");
        assertThat(browser.executeScript("return window.hacked")).isNull();

        browser.findElement(By.id("theme")).click();
        assertDrawn(4 + 3);
        window.screenshot("claims-dark");
        window.assertQuiet();
    }

    @Test
    void drawsCodecsInBothThemesAndSortsTheirTable() throws IOException {
        show("codecs", 1400);
        assertDrawn(browser.findElements(By.className("plot")).size());
        assertThat(browser.findElements(By.cssSelector("#serialization .plot")).stream()
                        .map(plot -> plot.getAttribute("data-kind")))
                .containsExactly("scatter", "stacks", "stacks", "bars");
        assertThat(browser.findElement(By.id("codecs-1")).getText())
                .contains("kryo", "json-string", "bytes of the encoding");
        assertThat(browser.findElement(By.id("codecs-2")).getText()).contains("object to string", "string to bytes");
        window.screenshot("codecs");
        WebElement size =
                browser.findElement(By.xpath("//table[contains(@class, 'sortable')]//button[text()='bytes']"));
        browser.executeScript("arguments[0].scrollIntoView({block: 'center'})", size);
        size.click();
        assertThat(sizes()).isNotEmpty().isSorted();
        size.click();
        assertThat(sizes()).isSortedAccordingTo(Comparator.reverseOrder());

        browser.findElement(By.id("theme")).click();
        window.screenshot("codecs-dark");
        window.assertQuiet();
    }

    @Test
    void drawsTransportsByFamilyAndLeavesOnlyThoseAskedFor() throws IOException {
        show("transports", 1400);
        assertDrawn(2);
        assertThat(browser.findElement(By.id("chart-1")).getText())
                .contains("memory", "inproc", "sockets", "uds", "message passing", "communicator");
        WebElement processes = browser.findElement(By.id("chart-2"));
        assertThat(processes.getText()).contains("shm", "nio", "a cache line from core to core: ");
        window.screenshot("transports");

        WebElement choice = browser.findElement(By.id("choice"));
        choice.sendKeys("sockets none");
        window.eventually(() -> !processes.getText().contains("shm"));
        assertThat(processes.getText()).contains("sockets", "nio", "uds");
        assertThat(browser.findElement(By.id("chart-1")).isDisplayed()).isFalse();
        choice.clear();
        choice.sendKeys("inproc");
        window.eventually(() -> !processes.isDisplayed());
        assertThat(browser.findElement(By.id("chart-1")).getText())
                .contains("inproc")
                .doesNotContain("uds");
        window.assertQuiet();
    }

    private List<Integer> sizes() {
        return browser.findElements(By.cssSelector("table.sortable tbody tr td:nth-child(2)")).stream()
                .map(cell -> Integer.valueOf(cell.getText()))
                .toList();
    }

    @Test
    void filtersRows() throws IOException {
        show("suite", 1400);
        browser.findElement(By.id("filter")).sendKeys("ping 64 kib");
        assertThat(browser.findElements(By.cssSelector(".lineup tbody tr:not(.group)")).stream()
                        .filter(WebElement::isDisplayed))
                .hasSize(1);
        window.assertQuiet();
    }

    @Test
    void staysHarmlessAndUsableWhateverThingsAreCalled() throws IOException {
        show("hostile", 1400);
        assertThat(browser.executeScript("return window.hacked")).isNull();
        assertThat(browser.findElements(By.cssSelector("main img, main script")))
                .isEmpty();
        assertDrawn(1);
        window.screenshot("hostile");
        window.assertQuiet();
    }

    @Test
    void prints() throws IOException {
        show("suite", 1400);
        browser.findElement(By.id("theme")).click();
        Pdf pdf = browser.print(new PrintOptions());
        Files.write(
                Browser.SCREENSHOTS.resolve("print.pdf"), Base64.getDecoder().decode(pdf.getContent()));
        assertThat(window.background()).as("the theme after printing").isEqualTo("rgba(18, 21, 26, 1)");
        window.assertQuiet();
    }

    @Test
    void staysUsableWithAThousandRows() throws IOException {
        Path html = Path.of("target/browser/large.html");
        new ReportWriter().write(LargeRun.write(Path.of("target/browser/large"), 1000), html);
        browser.get(html.toUri().toString());
        WebElement last = browser.findElement(By.id("chart-200"));
        assertThat(last.findElements(By.tagName("svg")))
                .as("drawn before it is seen")
                .isEmpty();
        browser.findElement(By.id("filter")).sendKeys("benchmark77of");
        assertThat(browser.findElement(By.id("filtered")).getText()).isEqualTo("5 rows");
        browser.executeScript("arguments[0].scrollIntoView()", last);
        window.eventually(() -> !last.findElements(By.tagName("svg")).isEmpty());
        window.assertQuiet();
    }

    private void show(String run, int width) throws IOException {
        Path html = Path.of("target/browser/" + run + ".html");
        new ReportWriter().write(SampleRun.read(run), html);
        window.show(html, width);
    }

    private void assertDrawn(int count) {
        List<WebElement> charts = browser.findElements(By.className("plot"));
        assertThat(charts).hasSize(count).allSatisfy(chart -> {
            browser.executeScript("arguments[0].scrollIntoView()", chart);
            window.eventually(
                    () -> !chart.findElements(By.cssSelector("svg path")).isEmpty());
            WebElement svg = chart.findElement(By.tagName("svg"));
            assertThat(svg.getSize().width).isGreaterThan(300);
            assertThat(chart.findElements(By.cssSelector("svg text"))).hasSizeGreaterThan(3);
        });
    }
}
