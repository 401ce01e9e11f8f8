package dev.lockstep.reports.regression;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.run.CellKey;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;

/** Writes claims as JSON; {@code reports/README.md} has its schema. Seven digits; what is no finite number is
 * {@code null}. */
public final class ClaimsWriter {
    private static final String SCHEMA = "lockstep-claims/1";
    private static final MathContext DIGITS = new MathContext(7);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ClaimsWriter() {}

    /**
     * Writes them.
     *
     * @param out is left open
     * @throws IOException if {@code out} fails
     */
    public static void write(Claims claims, Writer out) throws IOException {
        ObjectNode root = MAPPER.createObjectNode().put("schema", SCHEMA);
        root.putObject("versus")
                .put("name", claims.versus().name())
                .put("value", claims.versus().value());
        root.put("pairsForAClaim", Finding.PAIRS).put("confidence", 0.95);
        ArrayNode rows = root.putArray("claims");
        claims.claims().forEach(claim -> claim(claim, rows.addObject()));
        ArrayNode overSizes = root.putArray("overSizes");
        claims.overSizes().forEach(together -> together(together, overSizes.addObject()));
        out.write(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root));
        out.write('\n');
    }

    private static void claim(Claim claim, ObjectNode json) {
        cell(claim.head(), json, true);
        json.put("headValue", claim.headValue()).put("metric", claim.metric());
        score("base", claim.baseScore(), json);
        score("head", claim.headScore(), json);
        finding(claim.finding(), json);
        ArrayNode pairs = json.putArray("byPair");
        claim.pairs().forEach((k, pair) -> {
            ObjectNode one = pairs.addObject().put("pair", k);
            number("ratio", Math.exp(pair.ratio()), one);
            number("same", Math.exp(pair.same()), one);
        });
    }

    private static void together(SizesClaim together, ObjectNode json) {
        cell(together.head(), json, false);
        json.put("headValue", together.headValue()).put("metric", together.metric());
        ArrayNode sizes = json.putArray("sizes");
        together.sizes().forEach(sizes::add);
        ArrayNode slower = json.putArray("slowerSizes");
        together.slower().forEach(slower::add);
        finding(together.finding(), json);
    }

    private static void cell(CellKey head, ObjectNode json, boolean withSize) {
        json.put("benchmark", head.benchmark()).put("mode", head.mode());
        ObjectNode params = json.putObject("params");
        head.row().params().forEach(params::put);
        if (!withSize) {
            params.remove(CellKey.SIZE);
        }
        if (!head.comm().isEmpty()) {
            params.put(CellKey.COMM, head.comm()).put(CellKey.RANKS, String.valueOf(head.ranks()));
        }
        json.put("threads", head.threads());
    }

    private static void score(String side, Optional<Row.Score> score, ObjectNode json) {
        score.ifPresent(s -> {
            ObjectNode object = json.putObject(side);
            number("score", s.score(), object);
            object.put("unit", s.unit().name()).put("forks", s.forks()).put("iterations", s.iterations());
        });
    }

    private static void finding(Finding finding, ObjectNode json) {
        json.put("outcome", finding.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .put("why", finding.why());
        finding.ratio().ifPresent(ratio -> ratio("ratio", ratio, json));
        finding.same().ifPresent(same -> ratio("same", same, json));
        json.put("pairs", finding.ratio().map(PairedRatio::pairs).orElse(0));
    }

    private static void ratio(String name, PairedRatio ratio, ObjectNode json) {
        ObjectNode object = json.putObject(name);
        number("mean", ratio.ratio(), object);
        number("low", ratio.low(), object);
        number("high", ratio.high(), object);
    }

    private static void number(String name, double value, ObjectNode json) {
        json.put(name, Double.isFinite(value) ? new BigDecimal(value).round(DIGITS) : null);
    }
}
