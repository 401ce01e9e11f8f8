package dev.lockstep.harness.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cells that a pilot is to try in one launch; they share communicator, ranks and threads.
 *
 * @param comm their communicator
 * @param limits how long it works on each
 * @param timeoutSeconds how long one batch may take
 * @param cells in this order
 */
public record PilotPlan(String comm, PilotLimits limits, long timeoutSeconds, List<Cell> cells) {

    /**
     * A cell to try.
     *
     * @param id by which the answer names it
     * @param benchmark JMH's full name of it
     * @param params its parameters, without comm and ranks
     */
    public record Cell(String id, String benchmark, Map<String, String> params) {}

    public PilotPlan {
        cells = List.copyOf(cells);
    }

    /** The text of a {@link FrameType#PLAN} frame: a line for the whole, then one for each cell. */
    public String format() {
        StringBuilder text = new StringBuilder(KeyValues.format(Map.of(
                "comm", comm,
                "batch", String.valueOf(limits.batchNanos()),
                "search", String.valueOf(limits.searchNanos()),
                "searches", String.valueOf(limits.searches()),
                "timeout", String.valueOf(timeoutSeconds))));
        for (Cell cell : cells) {
            Map<String, String> line = new LinkedHashMap<>();
            line.put("id", cell.id);
            line.put("benchmark", cell.benchmark);
            line.put("params", KeyValues.format(cell.params));
            text.append('\n').append(KeyValues.format(line));
        }
        return text.toString();
    }

    /** Reads a text that {@link #format} made. */
    public static PilotPlan parse(String text) {
        String[] lines = text.split("\n");
        Map<String, String> head = KeyValues.parse(lines[0]);
        List<Cell> cells = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            Map<String, String> line = KeyValues.parse(lines[i]);
            cells.add(new Cell(line.get("id"), line.get("benchmark"), KeyValues.parse(line.get("params"))));
        }
        return new PilotPlan(
                head.get("comm"),
                new PilotLimits(
                        Long.parseLong(head.get("batch")),
                        Long.parseLong(head.get("search")),
                        Boolean.parseBoolean(head.get("searches"))),
                Long.parseLong(head.get("timeout")),
                cells);
    }
}
