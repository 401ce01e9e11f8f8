package dev.lockstep.reports.regression;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Predicate;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes a comparison as JUnit's XML, in the shape that Maven's surefire gave it and CI servers read: a test case per
 * row, a failure per row that regressed or broke. What could not be decided is skipped, or failed when the gate is
 * strict.
 */
public final class JUnitWriter {
    private JUnitWriter() {}

    /**
     * Writes a comparison.
     *
     * @param out is left open
     * @param strict whether inconclusive rows fail
     */
    public static void write(Comparison comparison, boolean strict, Writer out) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            List<Row> rows = comparison.rows();
            xml.writeStartElement("testsuite");
            attribute("name", "lockstep compare", xml);
            attribute("tests", String.valueOf(rows.size()), xml);
            attribute("failures", count(rows, row -> failed(row, strict)), xml);
            attribute("errors", "0", xml);
            attribute("skipped", count(rows, row -> skipped(row, strict)), xml);
            for (Row row : rows) {
                xml.writeCharacters("\n  ");
                testCase(row, strict, xml);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IOException("cannot write XML: " + e.getMessage(), e);
        }
    }

    private static boolean failed(Row row, boolean strict) {
        return row.verdict() == Verdict.REGRESSED || row.broken() || strict && row.verdict() == Verdict.INCONCLUSIVE;
    }

    private static boolean skipped(Row row, boolean strict) {
        return !failed(row, strict) && row.verdict() != Verdict.NO_CHANGE && row.verdict() != Verdict.IMPROVED;
    }

    private static String count(List<Row> rows, Predicate<Row> which) {
        return String.valueOf(rows.stream().filter(which).count());
    }

    private static void testCase(Row row, boolean strict, XMLStreamWriter xml) throws XMLStreamException {
        String benchmark = row.id().benchmark();
        int method = benchmark.lastIndexOf('.');
        boolean ends = failed(row, strict) || skipped(row, strict);
        if (ends) {
            xml.writeStartElement("testcase");
        } else {
            xml.writeEmptyElement("testcase");
        }
        attribute("classname", benchmark.substring(0, Math.max(0, method)), xml);
        attribute("name", row.id().toString().substring(method + 1), xml);
        if (ends) {
            xml.writeEmptyElement(failed(row, strict) ? "failure" : "skipped");
            if (failed(row, strict)) {
                attribute("type", row.verdict().label(), xml);
            }
            attribute("message", Words.sentence(row), xml);
            xml.writeEndElement();
        }
    }

    /** XML has no way at all to write most control characters. */
    private static void attribute(String name, String value, XMLStreamWriter xml) throws XMLStreamException {
        StringBuilder clean = new StringBuilder();
        value.codePoints()
                .map(c -> c == '\t' || c >= ' ' && c < 0xd800 || c >= 0xe000 && c < 0xfffe || c >= 0x10000 ? c : 0xfffd)
                .forEach(clean::appendCodePoint);
        xml.writeAttribute(name, clean.toString());
    }
}
