package dev.lockstep.harness.survey;

import dev.lockstep.harness.machine.Checksum;
import dev.lockstep.harness.rank.HostFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Compares hosts. JVM and class path must be the same as on this host. The MPI library must be the same on all of them.
 * A cluster's front end need not be like its nodes otherwise, so the rest is compared among the nodes.
 */
public final class HostDifferences {
    private static final long CLOCK_MILLIS = 1_000;

    private HostDifferences() {}

    /**
     * The differences that keep ranks from running, or from running the same; one line each.
     *
     * @param findings on all hosts
     * @param jvm what {@link HostFacts#JVM} is on this host; empty if that is not known, and the hosts' own are only
     *     compared
     * @throws IOException if this host's class path cannot be read
     */
    public static List<String> blocking(HostSurvey.Findings findings, Optional<String> jvm) throws IOException {
        List<HostReport> reports = findings.reports();
        List<String> all = new ArrayList<>();
        findings.together().ifPresent(t -> all.add("each host is well by itself, but not all of them together: " + t));
        for (HostReport report : reports) {
            report.trouble().ifPresent(t -> all.add(report.name() + ": " + t));
            if (!report.said().isEmpty()) {
                String there = report.get(HostFacts.JVM);
                jvm.filter(here -> !here.equals(there))
                        .ifPresent(here -> all.add(report.name() + ": JVM " + there + " there, " + here + " here"));
                addClassPath(report, all);
            }
        }
        if (jvm.isEmpty()) {
            addGroups("JVM", reports, r -> r.get(HostFacts.JVM), all);
        }
        addGroups("MPI library", reports, r -> r.get("library"), all);
        return all;
    }

    /** The differences that may explain a difference in measurements, one line each. */
    public static List<String> notable(List<HostReport> reports) {
        List<String> all = new ArrayList<>();
        addGroups("cores", reports, r -> r.get(HostFacts.CORES), all);
        addGroups("CPU", reports, r -> r.machine().getOrDefault("CPU", HostReport.UNKNOWN), all);
        addGroups("kernel", reports, r -> r.machine().getOrDefault("kernel", HostReport.UNKNOWN), all);
        for (HostReport report : reports) {
            if (Math.abs(report.clockAheadMillis()) > CLOCK_MILLIS) {
                all.add(report.name() + ": its clock is " + report.clockAheadMillis() / 1000.0
                        + " s ahead of the one here");
            }
        }
        return all;
    }

    private static void addClassPath(HostReport report, List<String> all) throws IOException {
        for (Map.Entry<String, String> entry : report.classPath().entrySet()) {
            Path path = Path.of(entry.getKey());
            if (!Checksum.of(path).equals(entry.getValue())) {
                all.add(report.name() + ": " + path.getFileName()
                        + (entry.getValue().equals(Checksum.MISSING) ? " is not there" : " differs from the one here")
                        + " (" + path + ")");
            }
        }
    }

    /** Adds who has which value, if not all are the same. */
    private static void addGroups(
            String what, List<HostReport> reports, Function<HostReport, String> value, List<String> all) {
        Map<String, TreeSet<String>> groups = new LinkedHashMap<>();
        for (HostReport report : reports) {
            if (!value.apply(report).equals(HostReport.UNKNOWN)) {
                groups.computeIfAbsent(value.apply(report), v -> new TreeSet<>())
                        .add(report.name());
            }
        }
        if (groups.size() > 1) {
            List<String> words = new ArrayList<>();
            groups.forEach((v, names) -> words.add(v + " on " + String.join(", ", names)));
            all.add(what + ": " + String.join("; ", words));
        }
    }
}
