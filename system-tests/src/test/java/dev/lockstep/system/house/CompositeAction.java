package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a composite action's own steps as GitHub's runner does: expressions in {@code env} and {@code if} are filled in,
 * each step is a shell of its own that hears of the others by outputs, and the first that fails is the last. Steps that use
 * other actions are left out.
 */
final class CompositeAction {
    private static final long TIMEOUT_SECONDS = 120;
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{\\s*([\\w.-]+)\\s*}}");
    private static final Pattern CONDITION = Pattern.compile("([\\w.-]+) (==|!=) '([^']*)'");

    private final Path folder;
    private final JsonNode definition;
    private final Path scratch;
    private final Map<String, String> variables = new LinkedHashMap<>();

    /** The action in a folder; {@code scratch} is for the runner's own files. */
    CompositeAction(Path folder, Path scratch) throws IOException {
        this.folder = folder;
        this.definition = new ObjectMapper(new YAMLFactory())
                .readTree(folder.resolve("action.yml").toFile());
        this.scratch = scratch;
    }

    /**
     * What it left.
     *
     * @param exit of the step that failed, otherwise 0
     * @param log what all steps printed
     * @param summary of the job
     * @param context outputs of steps, as expressions name them
     */
    record Outcome(int exit, String log, String summary, Map<String, String> context) {}

    JsonNode definition() {
        return definition;
    }

    /** Of the runner's environment. */
    CompositeAction variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** What started the workflow. */
    void event(String name, String json) throws IOException {
        variable("GITHUB_EVENT_NAME", name);
        variable(
                "GITHUB_EVENT_PATH",
                Files.writeString(scratch.resolve("event.json"), json).toString());
    }

    /** Runs it in {@code workspace}; inputs that are not given have their defaults. */
    Outcome run(Path workspace, Map<String, String> inputs) throws IOException, InterruptedException {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("github.token", variables.getOrDefault("github.token", ""));
        definition.get("inputs").properties().forEach(input -> {
            String value = input.getValue().get("default").asText();
            context.put("inputs." + input.getKey(), filled(value, context));
        });
        inputs.forEach((name, value) ->
                assertThat(context.put("inputs." + name, value)).as(name).isNotNull());
        Path summary = Files.createFile(scratch.resolve(UUID.randomUUID() + ".md"));
        Path log = Files.createFile(scratch.resolve(UUID.randomUUID() + ".log"));
        int exit = 0;
        for (JsonNode step : definition.get("runs").get("steps")) {
            if (exit == 0 && step.has("run") && holds(step.path("if").asText(""), context)) {
                exit = run(step, context, workspace, summary, log);
            }
        }
        return new Outcome(exit, Files.readString(log), Files.readString(summary), context);
    }

    private int run(JsonNode step, Map<String, String> context, Path workspace, Path summary, Path log)
            throws IOException, InterruptedException {
        Path script = Files.writeString(
                scratch.resolve(UUID.randomUUID() + ".sh"), step.get("run").asText());
        Path outputs = Files.createFile(scratch.resolve(UUID.randomUUID() + ".out"));
        ProcessBuilder builder = new ProcessBuilder(step.get("shell").asText(), "-e", script.toString())
                .directory(workspace.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("LOCKSTEP_") || name.startsWith("GITHUB_"));
        environment.putAll(variables);
        environment.remove("github.token");
        environment.put("GITHUB_ACTION_PATH", folder.toString());
        environment.put("GITHUB_WORKSPACE", workspace.toString());
        environment.put("GITHUB_OUTPUT", outputs.toString());
        environment.put("GITHUB_STEP_SUMMARY", summary.toString());
        environment.put("RUNNER_TEMP", scratch.toString());
        step.path("env")
                .properties()
                .forEach(variable -> environment.put(
                        variable.getKey(), filled(variable.getValue().asText(), context)));
        Process process = builder.start();
        boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended)
                .as("ended in time; it said: %s", Files.readString(log))
                .isTrue();
        for (String line : Files.readAllLines(outputs)) {
            int equals = line.indexOf('=');
            context.put(
                    "steps." + step.get("id").asText() + ".outputs." + line.substring(0, equals),
                    line.substring(equals + 1));
        }
        return process.exitValue();
    }

    private static String filled(String text, Map<String, String> context) {
        return EXPRESSION.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(match.group(1), context)));
    }

    /** Outputs that were not set are empty; anything else has to be known here. */
    private static String value(String name, Map<String, String> context) {
        assertThat(context.containsKey(name) || name.startsWith("steps."))
                .as(name)
                .isTrue();
        return context.getOrDefault(name, "");
    }

    private static boolean holds(String condition, Map<String, String> context) {
        if (condition.isEmpty()) {
            return true;
        }
        Matcher matcher = CONDITION.matcher(condition);
        assertThat(matcher.matches()).as(condition).isTrue();
        return value(matcher.group(1), context).equals(matcher.group(3)) == "==".equals(matcher.group(2));
    }
}
