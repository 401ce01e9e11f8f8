package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Golden files: to accept a change, copy what the failing test wrote to {@code target/golden}. */
class WritersTest {
    private static final Path RUNS = Path.of("../model/src/test/resources/runs/compare");

    private static Comparison comparison;

    @BeforeAll
    static void compare() throws IOException {
        comparison = Comparison.of(
                Suite.read(RUNS.resolve("base.json"), Settings.DEFAULT),
                Suite.read(RUNS.resolve("head.json"), Settings.DEFAULT),
                Settings.DEFAULT);
    }

    @Test
    void writesJsonLikeTheGoldenFile() throws IOException {
        String json = json(comparison);
        assertGolden("comparison.json", json);

        JsonNode root = new ObjectMapper().readTree(json);
        assertThat(root.get("exitCode").asInt()).isEqualTo(1);
        int counted = 0;
        for (JsonNode count : root.get("counts")) {
            counted += count.asInt();
        }
        assertThat(root.get("rows")).hasSize(counted);
        assertThat(root.get("rows").get(0).get("verdict").asText()).isEqualTo("regressed");
        assertThat(json).doesNotContain("Infinity", "NaN");
    }

    @Test
    void writesJUnitLikeTheGoldenFile() throws IOException, ParserConfigurationException, SAXException {
        String xml = junit(false);
        assertGolden("comparison.xml", xml);

        Element suite = parsed(xml);
        NodeList cases = suite.getElementsByTagName("testcase");
        assertThat(suite.getAttribute("tests")).isEqualTo(String.valueOf(cases.getLength()));
        assertThat(suite.getAttribute("failures"))
                .isEqualTo(String.valueOf(suite.getElementsByTagName("failure").getLength()))
                .isEqualTo(String.valueOf(comparison.count(Verdict.REGRESSED)));
        assertThat(suite.getAttribute("skipped"))
                .isEqualTo(String.valueOf(suite.getElementsByTagName("skipped").getLength()));
        assertThat(((Element) cases.item(0)).getAttribute("classname")).contains("</script><script>hacked=1</script>");
    }

    @Test
    void aStrictGateFailsInJUnitToo() throws IOException, ParserConfigurationException, SAXException {
        assertThat(parsed(junit(true)).getAttribute("failures"))
                .isEqualTo(
                        String.valueOf(comparison.count(Verdict.REGRESSED) + comparison.count(Verdict.INCONCLUSIVE)));
    }

    @Test
    void theSameFilesGiveTheSameBytes() throws IOException {
        String first = json(comparison);
        compare();
        assertThat(json(comparison)).isEqualTo(first);
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

    private static Element parsed(String xml) throws IOException, ParserConfigurationException, SAXException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    private static void assertGolden(String name, String text) throws IOException {
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden", name), text);
        assertThat(text).isEqualTo(Files.readString(Path.of("src/test/resources/golden", name)));
    }
}
