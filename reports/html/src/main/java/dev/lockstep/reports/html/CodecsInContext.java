package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Reported;
import dev.lockstep.reports.html.ReportPage.Headline;
import dev.lockstep.reports.regression.PairedRatio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Says what marshalling costs where it is not alone: within an exchange of messages, and where several types share call
 * sites.
 */
final class CodecsInContext {
    private static final Reported EXCHANGE = new Reported(Reported.SERIALIZATION, "exchange");
    private static final Reported MIXTURE = new Reported(Reported.SERIALIZATION, "mixture");
    private static final String TYPES = "types";

    private record Place(String payload, Column column, int threads) {}

    private record Exchange(String codec, Launches time, boolean carriesNothing) {}

    private CodecsInContext() {}

    static List<Headline> of(LineUp lineUp) {
        Map<Place, List<Exchange>> exchanges = new LinkedHashMap<>();
        Map<String, Map<String, Launches>> types = new LinkedHashMap<>();
        lineUp.cells().filter(Cell::comparable).filter(Cell::claimable).forEach(cell -> {
            Map<String, String> params = cell.key().row().params();
            String codec = params.get(CodecOperation.CODEC);
            Measured measured = cell.good().orElseThrow();
            Launches time = measured.launches();
            if (cell.reported().equals(EXCHANGE) && codec != null && params.containsKey(CodecOperation.PAYLOAD)) {
                Place place = new Place(
                        params.get(CodecOperation.PAYLOAD),
                        cell.column(),
                        cell.key().threads());
                exchanges
                        .computeIfAbsent(place, p -> new ArrayList<>())
                        .add(new Exchange(codec, time, CodecRow.carriesNothing(measured)));
            } else if (cell.reported().equals(MIXTURE) && codec != null && params.containsKey(TYPES)) {
                types.computeIfAbsent(codec, c -> new LinkedHashMap<>()).put(params.get(TYPES), time);
            }
        });
        List<Headline> headlines = new ArrayList<>();
        exchanges.forEach((place, all) -> exchange(place, all, headlines));
        types.forEach((codec, times) -> mixtures(codec, times, headlines));
        return headlines;
    }

    /** Compares with the codec that sends a header and nothing else. */
    private static void exchange(Place place, List<Exchange> exchanges, List<Headline> headlines) {
        Optional<Launches> nothing = exchanges.stream()
                .filter(Exchange::carriesNothing)
                .map(Exchange::time)
                .findFirst();
        if (nothing.isEmpty()) {
            return;
        }
        Launches socket = nothing.get();
        List<Exchange> others = exchanges.stream()
                .filter(exchange -> !exchange.carriesNothing())
                .toList();
        if (others.isEmpty()) {
            return;
        }
        String times = others.stream()
                .map(exchange -> CellText.brief(exchange.time()) + " with " + exchange.codec())
                .collect(Collectors.joining(", "));
        String shares = others.stream()
                .flatMap(exchange -> PairedRatio.of(socket, exchange.time()).stream()
                        .map(ratio -> share(ratio) + " with " + exchange.codec()))
                .collect(Collectors.joining(", "));
        headlines.add(new Headline(
                "Serialization of " + place.payload() + " within an exchange",
                "over a socket, " + place.column().label() + ", from object to object: " + times + ", "
                        + CellText.brief(socket) + " without any"
                        + (shares.isEmpty() ? "" : "; marshalling and its bytes are " + shares) + "."));
    }

    private static String share(PairedRatio socket) {
        return socket.below() ? CellText.rest(socket) : "too little to be told from none";
    }

    private static void mixtures(String codec, Map<String, Launches> times, List<Headline> headlines) {
        times.forEach((mixture, time) -> {
            List<String> parts = Arrays.asList(mixture.split("\\+"));
            if (parts.size() > 1 && times.keySet().containsAll(parts)) {
                Launches mean = parts.stream()
                        .map(times::get)
                        .reduce(Launches::plus)
                        .orElseThrow()
                        .times(1.0 / parts.size());
                PairedRatio.of(time, mean)
                        .ifPresent(ratio -> headlines.add(new Headline(
                                "Several types through one call site",
                                codec + ", " + String.join(", ", parts) + " in turn: "
                                        + (ratio.isClear()
                                                ? CellText.times(ratio) + " as long as"
                                                : "not told apart from")
                                        + " the mean of each by itself.")));
            }
        });
    }
}
