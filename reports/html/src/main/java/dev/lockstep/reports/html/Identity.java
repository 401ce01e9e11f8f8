package dev.lockstep.reports.html;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.RunData;
import dev.lockstep.run.Environment;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * When, where and on what a run was made, in a line.
 *
 * @param when to the minute; empty when not known
 * @param facts machine, cores, JDK, MPI: what is known of them
 * @param command what was typed; empty when not known
 */
public record Identity(String when, List<String> facts, String command) {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    static Identity of(RunData run) {
        Optional<RunEvent.Start> start = run.state().flatMap(RunState::start);
        String when = start.map(RunEvent.Start::time)
                .filter(time -> !time.isEmpty())
                .or(() -> run.environment().map(Environment::recorded))
                .orElse("");
        List<String> facts = new ArrayList<>();
        run.environment().ifPresent(environment -> {
            environment.find("host", "hostname", "host name").ifPresent(facts::add);
            environment.find("CPU", "CPU model", "processor").ifPresent(facts::add);
            environment
                    .find("cores", "CPU cores", "logical CPUs", "CPUs", "processors", "available processors")
                    .ifPresent(cores -> facts.add(
                            cores.matches("\\d+") ? cores + (cores.equals("1") ? " core" : " cores") : cores));
        });
        // The result knows best what it ran on; several JDKs in one file are worth seeing.
        run.results().stream()
                .map(JmhResult::jvm)
                .map(JmhResult.Jvm::jdk)
                .filter(jdk -> !jdk.equals("unknown"))
                .map(jdk -> "JDK " + jdk)
                .distinct()
                .forEach(facts::add);
        run.environment()
                .flatMap(e -> e.find("MPI library", "library", "MPI"))
                .map(version -> version.split(",")[0])
                .ifPresent(facts::add);
        return new Identity(
                readable(when), facts, start.map(RunEvent.Start::command).orElse(""));
    }

    /** A time that is not ISO 8601 is shown as it is: it was somebody's record. */
    private static String readable(String when) {
        if (when.isEmpty()) {
            return "";
        }
        try {
            return MINUTE.format(Instant.parse(when));
        } catch (DateTimeParseException asItIs) {
            return when;
        }
    }

    /** All of it in a line. */
    public String line() {
        List<String> parts = new ArrayList<>();
        if (!when.isEmpty()) {
            parts.add(when);
        }
        parts.addAll(facts);
        return parts.isEmpty() ? "When and where this ran was not recorded." : String.join(" · ", parts);
    }
}
