package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The report of a run in a real browser: all that must not break; the rest is in {@link ReportBrowserIT}. */
@Tag("default")
@ExtendWith(Browser.Shared.class)
class ReportIT {
    @Test
    void opensOfflineDrawsEveryChartInBothThemesAndFiltersRows(Browser window) throws IOException {
        window.show("suite", SampleRun.read("suite"));
        window.assertDrawn(4);
        String light = window.background();
        WebElement theme = window.driver().findElement(By.id("theme"));
        theme.click();
        assertThat(window.background()).isNotEqualTo(light);
        window.assertDrawn(4);
        theme.click();
        assertThat(window.background()).isEqualTo(light);

        window.driver().findElement(By.id("filter")).sendKeys("ping 64 kib");
        assertThat(window.driver().findElements(By.cssSelector(".lineup tbody tr:not(.group)")).stream()
                        .filter(WebElement::isDisplayed))
                .hasSize(1);
        window.assertQuiet();
    }
}
