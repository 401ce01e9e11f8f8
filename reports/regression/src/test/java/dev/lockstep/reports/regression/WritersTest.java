package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Golden files: to accept a change, copy what the failing test wrote to {@code target/golden}. */
class WritersTest {
    private static final Path RUNS = Path.of("../model/src/test/resources/runs/compare");

    private static Comparison comparison;

    @BeforeAll
    static void compare() throws IOException {
        comparison = Comparison.read(RUNS.resolve("base.json"), RUNS.resolve("head.json"), Settings.DEFAULT);
    }

    @Test
    void writesJsonLikeTheGoldenFile() throws IOException {
        String json = json(comparison);
        assertGolden("comparison.json", json);
        assertThat(new ObjectMapper().readTree(json).get("rows"))
                .hasSize(comparison.rows().size());
        assertThat(json).doesNotContain("Infinity", "NaN");
    }

    @Test
    void whatBreaksOffIsNoJson() {
        Row good = comparison.rows().get(0);
        Row bad = good.judged(null, "");
        Comparison broken = new Comparison("base", "head", Settings.DEFAULT, List.of(good, bad), List.of());
        StringWriter out = new StringWriter();

        assertThatThrownBy(() -> JsonWriter.write(broken, false, out)).isInstanceOf(NullPointerException.class);
        assertThat(out.toString()).contains("\"rows\"");
        assertThatThrownBy(() -> new ObjectMapper().readTree(out.toString()))
                .isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void writesJUnitLikeTheGoldenFile() throws IOException, ParserConfigurationException, SAXException {
        assertGolden("comparison.xml", junit(false));

        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(junit(true))))
                .getDocumentElement();
        assertThat(suite.getElementsByTagName("testcase").getLength())
                .isEqualTo(Integer.parseInt(suite.getAttribute("tests")));
        assertThat(suite.getAttribute("failures"))
                .as("inconclusive rows fail a strict gate")
                .isEqualTo(String.valueOf(suite.getElementsByTagName("failure").getLength()))
                .isEqualTo(
                        String.valueOf(comparison.count(Verdict.REGRESSED) + comparison.count(Verdict.INCONCLUSIVE)));
    }

    private static String json(Comparison comparison) throws IOException {
        StringWriter out = new StringWriter();
        JsonWriter.write(comparison, false, out);
        return out.toString();
    }

    private static String junit(boolean strict) throws IOException {
        StringWriter out = new StringWriter();
        JUnitWriter.write(comparison, strict, out);
        return out.toString();
    }

    static void assertGolden(String name, String text) throws IOException {
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden", name), text);
        assertThat(text).isEqualTo(Files.readString(Path.of("src/test/resources/golden", name)));
    }
}
