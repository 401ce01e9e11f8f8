package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Reported;
import dev.lockstep.reports.html.ReportPage.Headline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says what marshalling costs where it is not alone: within an exchange of messages, and where several types share call
 * sites.
 */
final class CodecsInContext {
    private static final Reported EXCHANGE = new Reported(Reported.SERIALIZATION, "exchange");
    private static final Reported MIXTURE = new Reported(Reported.SERIALIZATION, "mixture");
    private static final String TYPES = "types";

    private record Place(String payload, Column column, int threads) {}

    private record Exchange(String codec, Uncertain time, boolean carriesNothing) {}

    private CodecsInContext() {}

    static List<Headline> of(LineUp lineUp) {
        Map<Place, List<Exchange>> exchanges = new LinkedHashMap<>();
        Map<String, Map<String, Uncertain>> types = new LinkedHashMap<>();
        lineUp.cells().filter(Cell::comparable).forEach(cell -> {
            Map<String, String> params = cell.key().row().params();
            String codec = params.get(CodecOperation.CODEC);
            Measured measured = cell.good().orElseThrow();
            Uncertain time = Uncertain.of(measured);
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
        Optional<Uncertain> nothing = exchanges.stream()
                .filter(Exchange::carriesNothing)
                .map(Exchange::time)
                .findFirst();
        if (nothing.isEmpty()) {
            return;
        }
        Uncertain socket = nothing.get();
        List<String> shares = exchanges.stream()
                .filter(exchange -> !exchange.carriesNothing())
                .map(exchange -> share(socket.over(exchange.time())) + " with " + exchange.codec() + " ("
                        + exchange.time().brief() + ")")
                .toList();
        if (!shares.isEmpty()) {
            headlines.add(new Headline(
                    "Serialization of " + place.payload() + " within an exchange",
                    "over a socket, " + place.column().label() + ": of the time from object to object, marshalling and"
                            + " its bytes are " + String.join(", ", shares) + "; without any it takes "
                            + socket.brief() + "."));
        }
    }

    private static String share(Uncertain.Ratio socket) {
        return socket.high() >= 1 ? "too little to be told from none" : socket.rest();
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
