package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real browser. Needs Debian's {@code chromium} and {@code chromium-driver} (or the system properties {@code
 * lockstep.chromium} and {@code lockstep.chromedriver}), and fails without them: an unseen page is not a tested one.
 */
final class Browser implements AutoCloseable {
    static final Path SCREENSHOTS = Path.of("target/screenshots");

    /** Says for each new Chromium that its debugging protocol is unknown, which nothing here uses. Kept: a logger may go. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium.devtools");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    private final ChromeDriver driver;

    /** Starts it; {@code profile} is an empty folder. */
    Browser(Path profile) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        File program = new File(System.getProperty("lockstep.chromedriver", "/usr/bin/chromedriver"));
        File chromium = new File(System.getProperty("lockstep.chromium", "/usr/bin/chromium"));
        // Named outright, or Selenium would go and download them.
        assertThat(program).exists();
        assertThat(chromium).exists();
        ChromeDriverService service =
                new ChromeDriverService.Builder().usingDriverExecutable(program).build();
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
    }

    /** For what is not here. */
    ChromeDriver driver() {
        return driver;
    }

    /** Opens a file in a window of this width. */
    void show(Path html, int width) {
        driver.manage().window().setSize(new Dimension(width, 900));
        driver.get(html.toUri().toString());
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
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited a minute in vain").isLessThan(deadline);
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
