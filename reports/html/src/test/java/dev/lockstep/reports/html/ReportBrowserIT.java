package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
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
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.print.PrintOptions;

/**
 * The report in a real browser. Needs Debian's {@code chromium} and {@code chromium-driver} (or the system properties
 * {@code lockstep.chromium} and {@code lockstep.chromedriver}), and fails without them: an unseen report is not a tested one.
 */
class ReportBrowserIT {
    private static final Path SCREENSHOTS = Path.of("target/screenshots");

    /** Says for each new Chromium that its debugging protocol is unknown, which nothing here uses. Kept: a logger may go. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium.devtools");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    @TempDir
    private Path profile;

    private ChromeDriver browser;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(SCREENSHOTS);
        File driver = new File(System.getProperty("lockstep.chromedriver", "/usr/bin/chromedriver"));
        File chromium = new File(System.getProperty("lockstep.chromium", "/usr/bin/chromium"));
        // Named outright, or Selenium would go and download them.
        assertThat(driver).exists();
        assertThat(chromium).exists();
        ChromeDriverService service =
                new ChromeDriverService.Builder().usingDriverExecutable(driver).build();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        browser = new ChromeDriver(service, options);
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.quit();
        }
    }

    @Test
    void opensOfflineAndDrawsEveryChartInBothThemes() throws IOException {
        show("suite", 1400);
        assertDrawn(4);
        screenshot("wide");
        String light = background();

        browser.findElement(By.id("theme")).click();
        assertThat(background()).isNotEqualTo(light);
        assertDrawn(4);
        screenshot("wide-dark");

        browser.manage().window().setSize(new Dimension(1100, 900));
        screenshot("laptop-dark");
        browser.findElement(By.id("theme")).click();
        assertThat(background()).isEqualTo(light);
        screenshot("laptop");

        assertQuiet();
    }

    @Test
    void showsWhatIsUnderThePointer() throws IOException {
        show("suite", 1400);
        WebElement chart = browser.findElement(By.id("chart-1"));
        browser.executeScript("arguments[0].scrollIntoView({block: 'center'})", chart);
        new Actions(browser).moveToElement(chart, 20, 0).perform();
        eventually(() -> chart.getText().contains("slowest rank"));
        assertThat(chart.getText()).contains("one JVM, 2 ranks", "forks:", "n = ", "oversubscribed");
        Files.write(SCREENSHOTS.resolve("tooltip.png"), browser.getScreenshotAs(OutputType.BYTES));
        assertQuiet();
    }

    @Test
    void drawsDistributionsInBothThemes() throws IOException {
        show("distributions", 1400);
        assertDrawn(6);
        screenshot("distributions");
        assertThat(browser.findElements(By.cssSelector("table.percentiles tbody tr:not(.group)")))
                .hasSize(8);
        WebElement chart = browser.findElement(By.id("distribution-1"));
        assertThat(chart.getText()).contains("90%", "99.9%", "percentile of operations", "slowest rank");
        browser.executeScript("arguments[0].scrollIntoView({block: 'center'})", chart);
        new Actions(browser).moveToElement(chart, 20, 0).perform();
        eventually(() -> chart.getText().matches("(?s).*\\bp9[\\d.]+\\b.*"));
        Files.write(SCREENSHOTS.resolve("distributions-tooltip.png"), browser.getScreenshotAs(OutputType.BYTES));

        browser.findElement(By.id("theme")).click();
        assertDrawn(6);
        screenshot("distributions-dark");
        assertQuiet();
    }

    @Test
    void drawsClaimsInBothThemes() throws IOException {
        show("paired", 1400);
        assertDrawn(4 + 3);
        screenshot("claims");
        WebElement chart = browser.findElement(By.id("claims-1"));
        assertThat(chart.getText())
                .contains("4 B · openmpi, 2 ranks", "A/A: the base over itself", "above 1 is slower");
        assertThat(browser.executeScript("return window.hacked")).isNull();

        browser.findElement(By.id("theme")).click();
        assertDrawn(4 + 3);
        screenshot("claims-dark");
        assertQuiet();
    }

    @Test
    void filtersRows() throws IOException {
        show("suite", 1400);
        browser.findElement(By.id("filter")).sendKeys("ping 64 kib");
        assertThat(browser.findElements(By.cssSelector(".lineup tbody tr:not(.group)")).stream()
                        .filter(WebElement::isDisplayed))
                .hasSize(1);
        assertQuiet();
    }

    @Test
    void staysHarmlessAndUsableWhateverThingsAreCalled() throws IOException {
        show("hostile", 1400);
        assertThat(browser.executeScript("return window.hacked")).isNull();
        assertThat(browser.findElements(By.cssSelector("main img, main script")))
                .isEmpty();
        assertDrawn(1);
        screenshot("hostile");
        assertQuiet();
    }

    @Test
    void prints() throws IOException {
        show("suite", 1400);
        browser.findElement(By.id("theme")).click();
        Pdf pdf = browser.print(new PrintOptions());
        Files.write(SCREENSHOTS.resolve("print.pdf"), Base64.getDecoder().decode(pdf.getContent()));
        assertThat(background()).as("the theme after printing").isEqualTo("rgba(18, 21, 26, 1)");
        assertQuiet();
    }

    @Test
    void staysUsableWithAThousandRows() throws IOException {
        Path html = Path.of("target/browser/large.html");
        new ReportWriter().write(LargeRun.write(Path.of("target/browser/large"), 1000), html);
        long start = System.nanoTime();
        browser.get(html.toUri().toString());
        browser.findElement(By.id("filter")).sendKeys("benchmark77of");
        assertThat(browser.findElement(By.id("filtered")).getText()).isEqualTo("5 rows");
        assertThat((System.nanoTime() - start) / 1e9)
                .as("seconds to open and filter")
                .isLessThan(20);
        WebElement last = browser.findElement(By.id("chart-200"));
        browser.executeScript("arguments[0].scrollIntoView()", last);
        eventually(() -> !last.findElements(By.tagName("svg")).isEmpty());
        assertQuiet();
    }

    private void show(String run, int width) throws IOException {
        Path html = Path.of("target/browser/" + run + ".html");
        new ReportWriter().write(SampleRun.read(run), html);
        browser.manage().window().setSize(new Dimension(width, 900));
        browser.get(html.toUri().toString());
    }

    private void assertDrawn(int count) {
        List<WebElement> charts = browser.findElements(By.className("plot"));
        assertThat(charts).hasSize(count).allSatisfy(chart -> {
            browser.executeScript("arguments[0].scrollIntoView()", chart);
            eventually(() -> !chart.findElements(By.cssSelector("svg path")).isEmpty());
            WebElement svg = chart.findElement(By.tagName("svg"));
            assertThat(svg.getSize().width).isGreaterThan(300);
            assertThat(chart.findElements(By.cssSelector("svg text"))).hasSizeGreaterThan(3);
        });
    }

    /** No error or warning on the console, and nothing asked of anybody but the file itself. */
    private void assertQuiet() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .isEmpty();
        assertThat(browser.manage().logs().get(LogType.PERFORMANCE).getAll())
                .extracting(LogEntry::getMessage)
                .filteredOn(message -> message.contains("\"Network.requestWillBeSent\""))
                // The page a new browser opens by itself asks for things too.
                .filteredOn(message -> !message.contains("\"documentURL\":\"chrome:"))
                .isNotEmpty()
                .allMatch(message -> message.contains("\"url\":\"file:") || message.contains("\"url\":\"data:"));
    }

    private void eventually(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 5_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited 5 s in vain").isLessThan(deadline);
            browser.executeAsyncScript("setTimeout(arguments[0], 50)");
        }
    }

    private String background() {
        return browser.findElement(By.tagName("html")).getCssValue("background-color");
    }

    /** Of the whole page, however long. */
    private void screenshot(String name) throws IOException {
        Dimension before = browser.manage().window().getSize();
        long height = (Long) browser.executeScript("scrollTo(0, 0); return document.documentElement.scrollHeight");
        browser.manage().window().setSize(new Dimension(before.width, (int) height + 160));
        browser.executeAsyncScript("setTimeout(arguments[0], 400)");
        Files.write(SCREENSHOTS.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
        browser.manage().window().setSize(before);
    }
}
