package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.PilotPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hands the plan of a pilot to all ranks, and keeps what they find. */
final class PilotSession implements Session {
    private final PilotPlan plan;
    private final Map<String, List<Map<String, String>>> found = new LinkedHashMap<>();

    PilotSession(PilotPlan plan) {
        this.plan = plan;
    }

    @Override
    public void introduced(RankLink link) throws IOException {
        link.send(FrameType.PLAN, plan.format());
    }

    @Override
    public void converse(RankLink link) throws IOException, RankFailure {
        for (Frames.Frame frame = link.next(); frame != null; frame = link.next()) {
            Map<String, String> answer = frame.properties();
            synchronized (this) {
                found.computeIfAbsent(answer.get("cell"), c -> new ArrayList<>())
                        .add(
                                link.rank() == 0
                                        ? 0
                                        : found.get(answer.get("cell")).size(),
                                answer);
            }
        }
    }

    @Override
    public void complete() {
        // Nobody else waits for a pilot's end.
    }

    @Override
    public void failed(String reason) {
        // The relay keeps the reason.
    }

    /** For each cell that every process finished: rank 0's answer, with the checks of all processes added up. */
    synchronized Map<String, Map<String, String>> finished(int processes) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        found.forEach((cell, answers) -> {
            if (answers.size() == processes) {
                Map<String, String> sum = new LinkedHashMap<>(answers.get(0));
                int checks = answers.stream()
                        .mapToInt(a -> Integer.parseInt(a.get("checks")))
                        .sum();
                sum.put("checks", String.valueOf(checks));
                all.put(cell, sum);
            }
        });
        return all;
    }
}
