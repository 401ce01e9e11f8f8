package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReportWriterTest {
    @Test
    void writesTheWholeReportIntoOneFile() throws IOException {
        Path html = Path.of("target/sample/report.html");
        new ReportWriter().write(SampleRun.read("suite"), html);
        assertThat(Files.readString(html)).contains("Ping pong", "echarts", "no progress for 60 s");
    }
}
