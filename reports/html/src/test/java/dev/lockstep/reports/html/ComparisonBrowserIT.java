package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.html.comparison.ComparisonPage;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;

/** A comparison's page in a real browser; some names in it are hostile. */
@Tag("browser")
@ExtendWith(Browser.Shared.class)
class ComparisonBrowserIT {
    private static final Path RUNS = Path.of("../model/src/test/resources/runs/compare");

    private Browser window;
    private ChromeDriver browser;

    @BeforeEach
    void open(Browser shared) throws IOException {
        Comparison comparison = Comparison.of(
                Suite.read(RUNS.resolve("base.json"), Settings.DEFAULT),
                Suite.read(RUNS.resolve("head.json"), Settings.DEFAULT),
                Settings.DEFAULT);
        Path html = Files.createDirectories(Path.of("target/browser")).resolve("comparison.html");
        try (Writer out = Files.newBufferedWriter(html)) {
            ComparisonPage.write(comparison, out);
        }
        window = shared;
        browser = window.driver();
        window.show(html, 1280);
    }

    @ParameterizedTest
    @CsvSource({"light, 'rgba(246, 247, 249, 1)'", "dark, 'rgba(18, 21, 26, 1)'"})
    void takesTheThemeOfTheSystemAndFitsTheWindow(String theme, String background) throws IOException {
        window.theme(theme);
        assertThat(window.background()).isEqualTo(background);
        for (int width : new int[] {1280, 1100}) {
            browser.manage().window().setSize(new Dimension(width, 900));
            assertThat((Boolean) browser.executeScript(
                            "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                    .as("no sideways scrolling of the page at %d", width)
                    .isTrue();
            assertThat(browser.findElements(By.className("scroll")))
                    .allSatisfy(table -> assertThat(table.getDomProperty("scrollWidth"))
                            .as("nor of a table")
                            .isEqualTo(table.getDomProperty("clientWidth")));
            window.screenshot("comparison-" + theme + "-" + width);
        }
        window.assertQuiet();
    }

    @Test
    void staysHarmlessWhateverThingsAreCalledAndLinksLeadSomewhere() {
        assertThat(browser.executeScript("return window.hacked")).isNull();
        assertThat(browser.findElements(By.cssSelector("script, main img, main svg, main iframe")))
                .isEmpty();
        assertThat(browser.findElement(By.tagName("main")).getText()).contains("<svg onload=hacked=1>");
        assertThat(browser.findElements(By.cssSelector("nav a")))
                .isNotEmpty()
                .allSatisfy(link -> assertThat(browser.findElements(By.cssSelector(link.getDomAttribute("href"))))
                        .hasSize(1));
        window.assertQuiet();
    }
}
