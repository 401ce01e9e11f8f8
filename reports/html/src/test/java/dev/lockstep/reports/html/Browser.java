package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.RunData;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real browser, the same for all tests of the module: {@link Shared} gives it to them, and ends it with the last. Needs
 * Debian's {@code chromium} and {@code chromium-driver} (or the system properties {@code lockstep.chromium} and {@code
 * lockstep.chromedriver}), and fails without them: an unseen page is not a tested one.
 */
final class Browser implements AutoCloseable {
    /** Resolves parameters of tests that are browsers. */
    static final class Shared implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Browser.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot().getStore(Namespace.GLOBAL).getOrComputeIfAbsent(Browser.class);
        }
    }

    private static final Path PAGES = Path.of("target/browser");

    static final Path SCREENSHOTS = Path.of("target/screenshots");

    /** Says for each new Chromium that its debugging protocol is unknown, which nothing here uses. Kept: a logger may go. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium.devtools");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final ChromeDriver driver;

    /** Starts it; a machine may take minutes for that. */
    Browser() throws IOException {
        Files.createDirectories(SCREENSHOTS);
        Path profile = Files.createTempDirectory(Files.createDirectories(PAGES), "profile")
                .toAbsolutePath();
        File program = new File(System.getProperty("lockstep.chromedriver", "/usr/bin/chromedriver"));
        File chromium = new File(System.getProperty("lockstep.chromium", "/usr/bin/chromium"));
        // Named outright, or Selenium would go and download them.
        assertThat(program).exists();
        assertThat(chromium).exists();
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program)
                .withTimeout(PATIENCE)
                .build();
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
        driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
    }

    /** For what is not here. */
    ChromeDriver driver() {
        return driver;
    }

    /** Opens a page in a window of this width, under the system's light theme, and forgets what was logged before. */
    void show(Path html, int width) {
        theme("light");
        driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        driver.manage().window().setSize(new Dimension(width, 900));
        driver.manage().logs().get(LogType.BROWSER);
        driver.manage().logs().get(LogType.PERFORMANCE);
        driver.get(html.toUri().toString());
    }

    /** Writes the report of a run, and shows it. */
    void show(String name, RunData run) throws IOException {
        Path html = PAGES.resolve(name + ".html");
        new ReportWriter().write(run, html);
        show(html, 1400);
    }

    /** Sets the size of the page's window, which may be narrower than a browser's can be, until {@link #show}. */
    void viewport(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Sets what the system says that it prefers: {@code light} or {@code dark}. */
    void theme(String theme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    /** Scrolls to each chart, which is drawn then: paths and words as wide as there is room. */
    void assertDrawn(int count) {
        List<WebElement> charts = driver.findElements(By.className("plot"));
        assertThat(charts).hasSize(count).allSatisfy(chart -> {
            driver.executeScript("arguments[0].scrollIntoView()", chart);
            eventually(() -> !chart.findElements(By.cssSelector("svg path")).isEmpty());
            assertThat(chart.findElement(By.tagName("svg")).getSize().width).isGreaterThan(300);
            assertThat(chart.findElements(By.cssSelector("svg text"))).hasSizeGreaterThan(3);
        });
    }

    /** No error or warning on the console, and nothing asked of anybody but the file itself. */
    void assertQuiet() {
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .isEmpty();
        assertThat(driver.manage().logs().get(LogType.PERFORMANCE).getAll())
                .extracting(LogEntry::getMessage)
                .filteredOn(message -> message.contains("\"Network.requestWillBeSent\""))
                // The page a new browser opens by itself asks for things too.
                .filteredOn(message -> !message.contains("\"documentURL\":\"chrome:"))
                .isNotEmpty()
                .allMatch(message -> message.contains("\"url\":\"file:") || message.contains("\"url\":\"data:"));
    }

    void eventually(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain").isLessThan(deadline);
            driver.executeAsyncScript("setTimeout(arguments[0], 50)");
        }
    }

    String background() {
        return driver.findElement(By.tagName("html")).getCssValue("background-color");
    }

    /** Of the whole page, however long. */
    void screenshot(String name) throws IOException {
        Dimension before = driver.manage().window().getSize();
        long height = (Long) driver.executeScript("scrollTo(0, 0); return document.documentElement.scrollHeight");
        driver.manage().window().setSize(new Dimension(before.width, (int) height + 160));
        driver.executeAsyncScript("setTimeout(arguments[0], 400)");
        Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        driver.manage().window().setSize(before);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
