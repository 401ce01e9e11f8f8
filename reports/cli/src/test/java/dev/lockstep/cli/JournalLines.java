package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The events of a run's journal. */
final class JournalLines {
    private JournalLines() {}

    static List<JsonNode> of(Path out, String event) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        ObjectMapper mapper = new ObjectMapper();
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            JsonNode node = mapper.readTree(line);
            if (event.isEmpty() || node.path("event").asText().equals(event)) {
                found.add(node);
            }
        }
        return found;
    }

    static void assertFailedOn(Path out, int rank, int cells) throws IOException {
        List<JsonNode> failed = new ArrayList<>(of(out, ""));
        failed.removeIf(node -> !node.path("status").asText().equals("failed"));
        assertThat(failed).hasSize(cells).allSatisfy(node -> {
            assertThat(node.path("rank").isInt()).as(node.toString()).isTrue();
            assertThat(node.path("rank").asInt()).as(node.toString()).isEqualTo(rank);
        });
    }
}
