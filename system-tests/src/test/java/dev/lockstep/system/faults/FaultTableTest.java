package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/faults.md names tests that exist, and all of those that are written for it. */
class FaultTableTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:IT|Test))\\.(\\w+)`");
    private static final Pattern METHOD =
            Pattern.compile("@(?:Test|ParameterizedTest)\\b.*?\\bvoid (\\w+)\\(", Pattern.DOTALL);
    private static final Set<String> WRITTEN_FOR_IT = Set.of(
            "RankFaultsIT",
            "FurtherRankFaultsIT",
            "HungRanksIT",
            "LaunchFaultsIT",
            "MachineFaultsIT",
            "RelayProbesIT",
            "FfmEdgesIT",
            "ReferenceFaultsIT",
            "TransportFaultsIT",
            "TransportFaultsTest");

    private static final int KNOWN = 94;

    @Test
    void theTableAndTheTestsAgree() throws IOException {
        Set<String> named = new TreeSet<>();
        for (String row : rows()) {
            Matcher m = NAMED.matcher(row);
            while (m.find()) {
                named.add(m.group(1) + "." + m.group(2));
            }
            assertThat(row).containsPattern(NAMED);
        }
        Set<String> existing = new TreeSet<>();
        for (Path source : sources()) {
            String type = source.getFileName().toString().replace(".java", "");
            Matcher m = METHOD.matcher(Files.readString(source));
            while (m.find()) {
                existing.add(type + "." + m.group(1));
            }
        }
        assertThat(existing).containsAll(named);
        existing.removeIf(test -> !WRITTEN_FOR_IT.contains(test.replaceAll("\\..*", "")));
        assertThat(named).containsAll(existing);
        assertThat(existing).as("tests written for it").hasSizeGreaterThan(WRITTEN_FOR_IT.size());
    }

    private static List<String> rows() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(ROOT.resolve("docs/faults.md")));
        lines.removeIf(line -> !line.startsWith("| ") || line.startsWith("| fault |") || line.startsWith("| --- "));
        assertThat(lines).as("no fault goes away").hasSizeGreaterThanOrEqualTo(KNOWN);
        return lines;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().contains("/src/test/java"))
                    .filter(file -> file.toString().matches(".*(IT|Test)\\.java"))
                    .toList();
        }
    }
}
