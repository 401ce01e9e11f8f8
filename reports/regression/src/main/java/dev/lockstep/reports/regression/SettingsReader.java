package dev.lockstep.reports.regression;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.lockstep.reports.JsonAt;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads {@link Settings} from YAML. It refuses what it does not know: a misspelt floor would be no floor. */
public final class SettingsReader {
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    private static final Set<String> KNOWN =
            Set.of("floor", "falseDiscoveryRate", "statistic", "allow", "ignoreFlags", "overrides", "metrics");

    private SettingsReader() {}

    /**
     * Reads a file; what it leaves out is as in {@link Settings#DEFAULT}.
     *
     * @throws InvalidInputException if it does not hold what it should
     */
    public static Settings read(Path file) throws IOException {
        JsonAt root;
        try {
            JsonNode node = YAML.readTree(Files.readString(file));
            root = new JsonAt(file, "", node);
        } catch (JsonProcessingException e) {
            throw JsonAt.malformed(file, "well-formed YAML", e);
        }
        if (!root.isPresent() || root.node().isMissingNode()) {
            return Settings.DEFAULT;
        }
        only(root, KNOWN);
        Settings usual = Settings.DEFAULT;
        return new Settings(
                fraction(root.get("floor")).orElse(usual.floor()),
                fraction(root.get("falseDiscoveryRate")).orElse(usual.falseDiscoveryRate()),
                root.get("statistic").isPresent()
                        ? oneOf(Settings.Statistic.class, root.get("statistic"))
                        : usual.statistic(),
                allowed(root.get("allow")),
                patterns(root.get("ignoreFlags")),
                overrides(root.get("overrides")),
                metrics(root.get("metrics")),
                usual.placement());
    }

    private static void only(JsonAt object, Set<String> known) throws InvalidInputException {
        for (String name : object.members().keySet()) {
            if (!known.contains(name)) {
                throw object.get(name)
                        .wrong("one of "
                                + String.join(", ", known.stream().sorted().toList()));
            }
        }
    }

    private static List<JsonAt> elements(JsonAt list) throws InvalidInputException {
        return list.isPresent() ? list.elements() : List.of();
    }

    /** Reads a fraction: {@code 3%} or {@code 0.03}. */
    private static Optional<Double> fraction(JsonAt at) throws InvalidInputException {
        if (!at.isPresent()) {
            return Optional.empty();
        }
        String text = at.text().strip();
        boolean percent = text.endsWith("%");
        try {
            double value = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
            double fraction = percent ? value / 100 : value;
            if (fraction > 0 && fraction < 1) {
                return Optional.of(fraction);
            }
        } catch (NumberFormatException e) {
            throw at.wrong("a share such as 3% or 0.03");
        }
        throw at.wrong("a share above 0% and below 100%, such as 3% or 0.03");
    }

    private static Set<Settings.Difference> allowed(JsonAt list) throws InvalidInputException {
        Set<Settings.Difference> allowed = EnumSet.noneOf(Settings.Difference.class);
        for (JsonAt name : elements(list)) {
            allowed.add(oneOf(Settings.Difference.class, name));
        }
        return allowed;
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, JsonAt at) throws InvalidInputException {
        String text = at.text().toUpperCase(Locale.ROOT);
        List<E> all = Arrays.asList(type.getEnumConstants());
        Optional<E> found = all.stream().filter(e -> e.name().equals(text)).findFirst();
        if (found.isEmpty()) {
            throw at.wrong("one of " + all.toString().toLowerCase(Locale.ROOT));
        }
        return found.get();
    }

    private static Pattern pattern(JsonAt at) throws InvalidInputException {
        try {
            return Pattern.compile(at.text());
        } catch (PatternSyntaxException e) {
            throw at.wrong("a regular expression (" + e.getDescription() + ")");
        }
    }

    private static List<Pattern> patterns(JsonAt list) throws InvalidInputException {
        List<Pattern> patterns = new ArrayList<>();
        for (JsonAt at : elements(list)) {
            patterns.add(pattern(at));
        }
        return patterns;
    }

    private static List<Settings.Override> overrides(JsonAt list) throws InvalidInputException {
        List<Settings.Override> overrides = new ArrayList<>();
        for (JsonAt at : elements(list)) {
            only(at, Set.of("benchmark", "floor"));
            double floor =
                    fraction(at.get("floor")).orElseThrow(() -> at.get("floor").wrong("a share such as 3% or 0.03"));
            overrides.add(new Settings.Override(pattern(at.get("benchmark")), floor));
        }
        return overrides;
    }

    private static List<Settings.MetricRule> metrics(JsonAt list) throws InvalidInputException {
        List<Settings.MetricRule> rules = new ArrayList<>();
        for (JsonAt at : elements(list)) {
            only(at, Set.of("metric", "better", "floor"));
            Optional<Better> better = at.get("better").isPresent()
                    ? Optional.of(oneOf(Better.class, at.get("better")))
                    : Optional.empty();
            rules.add(new Settings.MetricRule(at.get("metric").text(), better, fraction(at.get("floor"))));
        }
        rules.addAll(Settings.DEFAULT.metrics());
        return rules;
    }
}
