package dev.lockstep.harness.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.placement.PlacementChoice;
import java.util.Optional;

/** A run's options as JSON: for the record, and to tell whether two parts of a run were asked for in the same way. */
public final class OptionsJson {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .addModule(new SimpleModule()
                    .addSerializer(Optional.class, new StdDelegatingSerializer(new StdConverter<Optional<?>, Object>() {
                        @Override
                        public Object convert(Optional<?> value) {
                            return value.orElse(null);
                        }
                    })))
            .build();

    private OptionsJson() {}

    /** All options but the folder, which may be moved. */
    static JsonNode of(RunOptions options) {
        ObjectNode node = JSON.valueToTree(options);
        node.remove("out");
        if (options.versus().isNone()) {
            // As in journals from before there were comparisons.
            node.remove("versus");
        }
        if (!options.keepSamples()) {
            // As in journals from before there were any.
            node.remove("keepSamples");
        }
        if (options.maxMemory() == RunOptions.USUAL_MEMORY) {
            // As in journals from before there was a limit.
            node.remove("maxMemory");
        }
        if (options.threadLevels().isEmpty()) {
            // As in journals from before one could ask.
            node.remove("threadLevels");
        }
        if (!options.narrows()) {
            // As in journals from before scores could be asked for by their precision.
            node.withObject("/plan").remove("precision");
        }
        if (options.placement().equals(PlacementChoice.Wish.COMMON)) {
            // As in journals from before there were choices.
            node.remove("placement");
        } else {
            node.put("placement", options.placement().name());
        }
        node.set(
                "ops",
                JSON.createObjectNode()
                        .put("rule", options.ops().chosenBy())
                        .<ObjectNode>set("of", JSON.valueToTree(options.ops())));
        return node;
    }
}
