package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.LineUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says what marshalling costs where it is not alone: within an exchange of messages, and where several types share call sites. */
final class CodecsInContext {
    private static final String EXCHANGE = "EncodeSendDecodeBenchmark.encodeSendDecode";
    private static final String CALL_SITES = "CallSitesBenchmark.encodeDecode";
    private static final String TYPES = "types";

    /** The codec that sends a header and nothing else. */
    private static final String NOTHING = "empty";

    private record Place(String payload, Column column, int threads) {}

    private CodecsInContext() {}

    static List<Headline> of(LineUp lineUp) {
        Map<Place, Map<String, Uncertain>> exchanges = new LinkedHashMap<>();
        Map<String, Map<String, Uncertain>> types = new LinkedHashMap<>();
        lineUp.cells().filter(Cell::comparable).forEach(cell -> {
            Map<String, String> params = cell.key().row().params();
            String benchmark = Names.brief(cell.key().row().benchmark());
            String codec = params.get(CodecOperation.CODEC);
            Uncertain time = Uncertain.of(cell.good().orElseThrow());
            if (benchmark.equals(EXCHANGE) && codec != null && params.containsKey(CodecOperation.PAYLOAD)) {
                Place place = new Place(
                        params.get(CodecOperation.PAYLOAD),
                        cell.key().column(),
                        cell.key().row().threads());
                exchanges.computeIfAbsent(place, p -> new LinkedHashMap<>()).put(codec, time);
            } else if (benchmark.equals(CALL_SITES) && codec != null && params.containsKey(TYPES)) {
                types.computeIfAbsent(codec, c -> new LinkedHashMap<>()).put(params.get(TYPES), time);
            }
        });
        List<Headline> headlines = new ArrayList<>();
        exchanges.forEach((place, codecs) -> exchange(place, codecs, headlines));
        types.forEach((codec, times) -> mixtures(codec, times, headlines));
        return headlines;
    }

    private static void exchange(Place place, Map<String, Uncertain> codecs, List<Headline> headlines) {
        Uncertain socket = codecs.get(NOTHING);
        if (socket == null) {
            return;
        }
        List<String> shares = new ArrayList<>();
        codecs.forEach((codec, time) -> {
            if (!codec.equals(NOTHING)) {
                shares.add(socket.over(time).rest() + " with " + codec + " (" + CodecSentences.time(time)
                        + ")");
            }
        });
        if (!shares.isEmpty()) {
            headlines.add(new Headline(
                    "Serialization of " + place.payload() + " within an exchange",
                    "over a socket, " + place.column().label() + ": of the time from object to object, marshalling and"
                            + " its bytes are " + String.join(", ", shares) + "; without any it takes "
                            + CodecSentences.time(socket) + "."));
        }
    }

    private static void mixtures(String codec, Map<String, Uncertain> times, List<Headline> headlines) {
        times.forEach((mixture, time) -> {
            List<String> parts = Arrays.asList(mixture.split("\\+"));
            if (parts.size() > 1 && times.keySet().containsAll(parts)) {
                Uncertain sum = Uncertain.sum(parts.stream().map(times::get).toList());
                Uncertain mean = new Uncertain(sum.value() / parts.size(), sum.error() / parts.size());
                headlines.add(new Headline(
                        "Several types through one call site",
                        codec + ", " + String.join(", ", parts) + " in turn: "
                                + time.over(mean).times() + " as long as the mean of each by itself."));
            }
        });
    }
}
