package dev.lockstep.collectives;

import dev.lockstep.collectives.algorithms.Algorithm;
import dev.lockstep.collectives.algorithms.AllGatherAlgorithm;
import dev.lockstep.collectives.algorithms.AllReduceAlgorithm;
import dev.lockstep.collectives.algorithms.AllToAllAlgorithm;
import dev.lockstep.collectives.algorithms.BarrierAlgorithm;
import dev.lockstep.collectives.algorithms.BroadcastAlgorithm;
import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.CombinationRule;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which combinations of a collective's parameters there are, and which of them a communicator can run. */
public class CollectiveRule implements CombinationRule {
    /** The root that is another rank each time. */
    static final String ROTATE = "rotate";

    /** The communicator's own collective. */
    static final String LIBRARY = "library";

    /** Over messages, by the algorithm that {@link dev.lockstep.collectives.algorithms.Choice#TUNED} picks. */
    static final String TUNED = "tuned";

    static final String SAME = "same";
    static final String ROTATED = "rotated";
    static final String REWRITTEN = "rewritten";

    /** The rule of an allreduce. */
    public static final class AllReduce extends CollectiveRule {
        @Override
        Algorithm[] algorithms() {
            return AllReduceAlgorithm.values();
        }
    }

    /** The rule of an allgather. */
    public static final class AllGather extends CollectiveRule {
        @Override
        Algorithm[] algorithms() {
            return AllGatherAlgorithm.values();
        }
    }

    /** The rule of a barrier. */
    public static final class Barrier extends CollectiveRule {
        @Override
        Algorithm[] algorithms() {
            return BarrierAlgorithm.values();
        }
    }

    /** The rule of an exchange of blocks, which a library may lack in place where it has all others. */
    public static final class AllToAll extends CollectiveRule {
        @Override
        Algorithm[] algorithms() {
            return AllToAllAlgorithm.values();
        }

        @Override
        Optional<String> lackingInPlace(Map<Capability, String> lacking) {
            return Optional.ofNullable(lacking.get(Capability.ALL_TO_ALL_IN_PLACE));
        }
    }

    /** The rule of a broadcast, whose one buffer is in its place anyway. */
    public static final class Broadcast extends CollectiveRule {
        @Override
        Algorithm[] algorithms() {
            return BroadcastAlgorithm.values();
        }

        @Override
        Optional<String> lackingInPlace(Map<Capability, String> lacking) {
            return Optional.of("a broadcast has one buffer, and no form in place");
        }
    }

    /** The algorithms over messages that there are for the collective. */
    Algorithm[] algorithms() {
        return new Algorithm[0];
    }

    /** Why the collective is not in place, of what its library lacks. */
    Optional<String> lackingInPlace(Map<Capability, String> lacking) {
        return Optional.ofNullable(lacking.get(Capability.IN_PLACE));
    }

    @Override
    public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
        Arrival.of(params.getOrDefault(Arrival.SYNC, "none"), params.getOrDefault(Arrival.LATE, "none"));
        reuse(params.getOrDefault("reuse", SAME));
        blocks(params.getOrDefault("blocks", Blocks.EQUAL));
        root(params.getOrDefault("root", "0"), Integer.MAX_VALUE);
        oneOf("inPlace", params.getOrDefault("inPlace", "false"), List.of("false", "true"));
        op(params.getOrDefault("op", "sum"));
        String algorithm = params.getOrDefault("algorithm", LIBRARY);
        Optional<Obstacle> noMessages = overMessages(algorithm, params.get("comm"));
        if (noMessages.isPresent()) {
            return noMessages;
        }
        Optional<Datatype> type = Optional.ofNullable(params.get("type")).map(CollectiveRule::type);
        String bytes = params.getOrDefault("bytes", "0");
        if (type.isPresent() && Integer.parseInt(bytes) % type.get().bytes() != 0) {
            return Optional.of(new Obstacle(
                    "bytes=" + bytes + " is no multiple of " + type.get().bytes() + ", a " + params.get("type")
                            + "'s size",
                    "take a size that is"));
        }
        return params.getOrDefault("inPlace", "false").equals("true")
                ? lackingInPlace(algorithm, params.get("comm"))
                : Optional.empty();
    }

    /** Why a communicator has no messages for an algorithm to go over. */
    private Optional<Obstacle> overMessages(String algorithm, String comm) {
        if (algorithm.equals(LIBRARY)) {
            return Optional.empty();
        }
        List<String> labels = Stream.concat(
                        Stream.of(LIBRARY, TUNED), Arrays.stream(algorithms()).map(Algorithm::label))
                .toList();
        if (!labels.contains(algorithm)) {
            return Optional.of(new Obstacle(
                    "there is no algorithm=" + algorithm + " for this collective; there are "
                            + String.join(", ", labels),
                    "take one of them"));
        }
        return Communicators.discover()
                .find(comm)
                .flatMap(provider -> Stream.of(Capability.POINT_TO_POINT, Capability.DUPLICATE)
                        .map(needed -> provider.unsupported().get(needed))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .map(reason -> new Obstacle(
                                "algorithm=" + algorithm + " on comm " + comm + ": " + reason,
                                "take algorithm=" + LIBRARY)));
    }

    /** Algorithms over messages lack nothing of it. */
    private Optional<Obstacle> lackingInPlace(String algorithm, String comm) {
        return Communicators.discover()
                .find(comm)
                .map(provider -> algorithm.equals(LIBRARY) ? provider.unsupported() : Map.<Capability, String>of())
                .flatMap(this::lackingInPlace)
                .map(reason -> new Obstacle("inPlace=true on comm " + comm + ": " + reason, "take inPlace=false"));
    }

    static Datatype type(String name) {
        return oneOf("type", name, Datatype.values());
    }

    static ReduceOp op(String name) {
        return oneOf("op", name, ReduceOp.values());
    }

    static String blocks(String name) {
        return oneOf("blocks", name, List.of(Blocks.EQUAL, Blocks.UNEVEN));
    }

    static String reuse(String name) {
        return oneOf("reuse", name, List.of(SAME, ROTATED, REWRITTEN));
    }

    static int root(String name, int size) {
        if (name.equals(ROTATE)) {
            return 0;
        }
        if (!name.matches("\\d{1,9}") || Integer.parseInt(name) >= size) {
            throw new IllegalArgumentException("root=" + name + ": it is " + ROTATE + " or a rank, and there are "
                    + (size == Integer.MAX_VALUE ? "none but from 0 on" : size + " of them from 0 on"));
        }
        return Integer.parseInt(name);
    }

    private static <E extends Enum<E>> E oneOf(String param, String name, E[] all) {
        List<String> names = Arrays.stream(all)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toList());
        return all[names.indexOf(oneOf(param, name, names))];
    }

    private static String oneOf(String param, String name, List<String> names) {
        if (!names.contains(name)) {
            throw new IllegalArgumentException(
                    "there is no " + param + "=" + name + "; there are " + String.join(", ", names));
        }
        return name;
    }
}
