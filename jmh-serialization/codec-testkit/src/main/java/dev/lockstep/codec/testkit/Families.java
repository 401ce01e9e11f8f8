package dev.lockstep.codec.testkit;

import static dev.lockstep.codec.Capability.NULL_ELEMENTS;
import static dev.lockstep.codec.Capability.NULL_FIELDS;
import static dev.lockstep.codec.Capability.NULL_LISTS;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.payload.Command;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.payload.Readings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Objects of every payload's type: usual ones, and those that codecs often get wrong. */
final class Families {
    /**
     * ASCII, two bytes, three bytes, and characters beyond the BMP with a flag and a family of several code points
     * each.
     */
    static final String UNICODE = "a\u0000\u00e9\u00df\u07ff\u0800\u6f22\uffff\ud83d\ude80\ud83c\udde8\ud83c\udded"
            + "\ud83d\udc68\u200d\ud83d\udc69\udbff\udfff";

    private static final String LONG = "0123456789abcdef".repeat(1_000);
    private static final String LONG_UNICODE = UNICODE.repeat(500);

    private Families() {}

    static List<Family<?>> all() {
        return List.of(ping(), command(), media(), numbers(), log(), readings(), graph());
    }

    private static <T> T with(Supplier<T> start, Consumer<T> change) {
        T value = start.get();
        change.accept(value);
        return value;
    }

    private static <T> Family<T> family(String name, Class<T> type, List<T> plain, Map<Capability, List<T>> withNulls) {
        return new Family<>(name, type, plain, withNulls, Objects::equals);
    }

    private static Family<PingMessage> ping() {
        Supplier<PingMessage> start = () -> PingMessage.of(1);
        return family(
                "ping",
                PingMessage.class,
                List.of(
                        start.get(),
                        PingMessage.of(2),
                        with(start, p -> p.type = ""),
                        with(start, p -> p.receiver.host = UNICODE),
                        with(start, p -> p.type = LONG_UNICODE),
                        with(start, p -> p.id = new UUID(0, 0)),
                        with(start, p -> p.id = new UUID(-1, Long.MIN_VALUE)),
                        with(start, p -> p.round = Long.MIN_VALUE),
                        with(start, p -> p.sentAtMillis = Long.MAX_VALUE),
                        with(start, p -> p.tag = Integer.MIN_VALUE)),
                Map.of());
    }

    private static Family<Command> command() {
        Supplier<Command> start = () -> Command.of(1);
        return family(
                "command",
                Command.class,
                List.of(
                        start.get(),
                        Command.of(2),
                        with(start, c -> c.value = new byte[0]),
                        with(start, c -> c.value = new byte[100_000]),
                        with(start, c -> c.key = ""),
                        with(start, c -> c.key = UNICODE),
                        with(start, c -> c.key = LONG),
                        with(start, c -> c.operation = Command.Operation.DELETE),
                        with(start, c -> c.requestId = -1),
                        with(start, c -> c.ttlSeconds = Integer.MAX_VALUE)),
                Map.of(NULL_FIELDS, List.of(with(start, c -> c.value = null))));
    }

    private static Family<MediaContent> media() {
        Supplier<MediaContent> start = () -> with(() -> MediaContent.of(1), c -> c.media.copyright = "none");
        return family(
                "media",
                MediaContent.class,
                List.of(
                        start.get(),
                        with(() -> MediaContent.of(2), c -> c.media.copyright = ""),
                        with(start, c -> c.images = new ArrayList<>()),
                        with(start, c -> c.media.persons = new ArrayList<>()),
                        with(start, c -> c.media.persons = new ArrayList<>(List.of("", UNICODE, LONG))),
                        with(start, c -> c.media.title = UNICODE),
                        with(start, c -> c.media.hasBitrate = false),
                        with(start, c -> c.media.durationMillis = Long.MIN_VALUE),
                        with(start, c -> c.images.get(1).title = "")),
                Map.of(
                        NULL_FIELDS,
                        List.of(
                                with(start, c -> c.media.copyright = null),
                                with(start, c -> c.media.title = null),
                                with(start, c -> c.images.get(0).title = null)),
                        NULL_LISTS,
                        List.of(with(start, c -> c.images = null), with(start, c -> c.media.persons = null)),
                        NULL_ELEMENTS,
                        List.of(
                                with(start, c -> c.images.set(1, null)),
                                with(start, c -> c.media.persons = new ArrayList<>(Arrays.asList("one", null))))));
    }

    private static Family<NumericBlock> numbers() {
        Supplier<NumericBlock> start = () -> NumericBlock.of(16, 1);
        return family(
                "numbers",
                NumericBlock.class,
                List.of(
                        start.get(),
                        NumericBlock.of(1_024, 2),
                        NumericBlock.of(65_536, 3),
                        with(start, b -> b.values = new double[0]),
                        with(
                                start,
                                b -> b.values = new double[] {
                                    Double.NaN,
                                    Double.POSITIVE_INFINITY,
                                    Double.NEGATIVE_INFINITY,
                                    Double.MIN_VALUE,
                                    Double.MAX_VALUE,
                                    -0.0,
                                    0.0,
                                    0.1
                                })),
                Map.of(NULL_LISTS, List.of(with(start, b -> b.values = null))));
    }

    private static Family<LogRecord> log() {
        Supplier<LogRecord> start = () -> with(() -> LogRecord.of(1), r -> r.throwable = "\tat here");
        return family(
                "log",
                LogRecord.class,
                List.of(
                        start.get(),
                        with(() -> LogRecord.of(2), r -> r.throwable = ""),
                        with(start, r -> r.message = UNICODE),
                        with(start, r -> r.message = ""),
                        with(start, r -> r.throwable = LONG_UNICODE),
                        with(start, r -> r.level = LogRecord.Level.DEBUG),
                        with(start, r -> r.sequence = Long.MIN_VALUE)),
                Map.of(NULL_FIELDS, List.of(with(start, r -> r.throwable = null))));
    }

    private static Family<Readings> readings() {
        Supplier<Readings> start = () -> Readings.of(5, 1);
        return family(
                "readings",
                Readings.class,
                List.of(
                        start.get(),
                        Readings.of(1_000, 2),
                        Readings.of(3_000, 3),
                        Readings.of(0, 4),
                        with(start, b -> b.readings.get(4).unit = UNICODE),
                        with(start, b -> b.readings.get(0).value = Double.NaN)),
                Map.of(
                        NULL_LISTS,
                        List.of(with(start, b -> b.readings = null)),
                        NULL_ELEMENTS,
                        List.of(with(start, b -> b.readings.set(2, null)))));
    }

    private static Family<GraphNode> graph() {
        Supplier<GraphNode> start = () -> GraphNode.star(3);
        return new Family<>(
                "graph",
                GraphNode.class,
                List.of(
                        start.get(),
                        GraphNode.of(""),
                        GraphNode.of(UNICODE),
                        GraphNode.chain(40),
                        GraphNode.star(10_000)),
                Map.of(
                        NULL_FIELDS,
                        List.of(with(start, n -> n.label = null)),
                        NULL_LISTS,
                        List.of(with(start, n -> n.links.get(2).links = null)),
                        NULL_ELEMENTS,
                        List.of(with(start, n -> n.links.set(1, null)))),
                GraphNode::looksLike);
    }
}
