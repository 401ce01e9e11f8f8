package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a composite action's own steps as GitHub's runner does: expressions in {@code env} and {@code if} are filled in,
 * each step is a shell of its own that hears of the others by outputs, and the first that fails is the last. Of other actions
 * it knows those that keep and fetch artifacts, of one file, and what is cached.
 */
final class CompositeAction {
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{\\s*([\\w.-]+)\\s*}}");
    private static final String IF_SET = " != ''";

    private final Path folder;
    private final JsonNode definition;
    private final Path scratch;
    private final Path artifacts;
    private final Map<String, String> variables = new LinkedHashMap<>();

    /**
     * The action in a folder; {@code scratch} is for the runner's own files, {@code artifacts} for those of the workflow
     * and of the cache.
     */
    CompositeAction(Path folder, Path scratch, Path artifacts) throws IOException {
        this.folder = folder;
        this.definition = new ObjectMapper(new YAMLFactory())
                .readTree(folder.resolve("action.yml").toFile());
        this.scratch = Files.createDirectories(scratch);
        this.artifacts = Files.createDirectories(artifacts);
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
        Path file = Files.writeString(scratch.resolve("event.json"), json);
        variable("GITHUB_EVENT_NAME", name).variable("GITHUB_EVENT_PATH", file.toString());
    }

    /** Runs it in {@code workspace}; inputs that are not given have their defaults. */
    Outcome run(Path workspace, Map<String, String> inputs) throws IOException, InterruptedException {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("runner.temp", scratch.toString());
        context.put("github.token", variables.get("github.token"));
        definition.get("inputs").properties().forEach(input -> {
            String value = input.getValue().get("default").asText();
            context.put("inputs." + input.getKey(), filled(value, context));
        });
        inputs.forEach((name, value) ->
                assertThat(context.put("inputs." + name, value)).as(name).isNotNull());
        Path summary = Files.writeString(scratch.resolve("summary"), "");
        Path log = Files.writeString(scratch.resolve("log"), "");
        int exit = 0;
        for (JsonNode step : definition.get("runs").get("steps")) {
            String condition = step.path("if").asText("runner.temp" + IF_SET);
            assertThat(condition).endsWith(IF_SET);
            if (exit == 0 && !value(condition.replace(IF_SET, ""), context).isEmpty()) {
                exit = step.has("run") ? run(step, context, workspace, summary, log) : use(step, context);
            }
        }
        return new Outcome(exit, Files.readString(log), Files.readString(summary), context);
    }

    private int use(JsonNode step, Map<String, String> context) throws IOException {
        JsonNode with = step.get("with");
        Path kept = artifacts.resolve(
                filled(with.path("name").asText(with.path("key").asText()), context));
        Path path = Path.of(filled(with.get("path").asText(), context));
        String action = step.get("uses").asText().replaceFirst("@.*", "");
        switch (action) {
            case "actions/upload-artifact", "actions/cache/save" -> copy(path, kept);
            case "actions/cache/restore" -> copy(kept, path);
            case "actions/download-artifact" -> {
                if (!Files.exists(kept)) {
                    return step.path("continue-on-error").asBoolean() ? 0 : 1;
                }
                copy(kept, path.resolve("comparison.md"));
            }
            default -> throw new AssertionError(action);
        }
        return 0;
    }

    private static void copy(Path from, Path to) throws IOException {
        if (Files.isRegularFile(from)) {
            Files.createDirectories(to.getParent());
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private int run(JsonNode step, Map<String, String> context, Path workspace, Path summary, Path log)
            throws IOException, InterruptedException {
        Path script =
                Files.writeString(scratch.resolve("step.sh"), step.get("run").asText());
        Path outputs = Files.writeString(scratch.resolve("outputs"), "");
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
        int exit = builder.start().waitFor();
        for (String line : Files.readAllLines(outputs)) {
            String[] words = line.split("=", 2);
            context.put("steps." + step.get("id").asText() + ".outputs." + words[0], words[1]);
        }
        return exit;
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
}
