package dev.lockstep.pattern.cache;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.transport.support.Units;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rule of a cache's benchmark: by all of its parameters. */
public final class Cached implements CombinationRule {
    /** Values of {@code read}: by the cache, from the limited store, or the files as they lie there. */
    static final String CACHE = "cache";

    static final String DIRECT = "direct";
    static final String BARE = "bare";

    /** No load is asked for. */
    static final String NO_LOAD = "none";

    /** No sleep, as by default. */
    static final String NO_SLEEP = "0ms";

    /** Where files lie, which leave, and what there is room for: all; as by default. */
    static final String MEMORY = "memory";

    static final String LRU = "lru";
    static final String ALL = "all";

    /** The store's link, as by default. */
    static final String LINK = "1gbit:delay=1ms";

    /** What a cache alone looks at, by default. */
    private static final Map<String, String> OF_THE_CACHE =
            new TreeMap<>(Map.of("tier", MEMORY, "eviction", LRU, "capacity", ALL));

    private static final List<String> READS = List.of(CACHE, DIRECT, BARE);
    private static final Pattern CAPACITY = Pattern.compile("([0-9]{1,9})([kmg]?):([0-9]{1,9})([kmg]?)");
    private static final Map<String, Integer> SHIFTS = Map.of("", 0, "k", 10, "m", 20, "g", 30);

    /** The constructor for the harness. */
    public Cached() {}

    /**
     * The parameters, as they are meant.
     *
     * @param read one of three
     * @param tier where files lie at the start
     * @param memory in bytes
     * @param disk in bytes
     * @param link of the store
     * @param sleepNanos before each request; before the first a share of it
     * @param load 0 if none is asked for
     */
    record Plan(
            String read,
            int bytes,
            int groups,
            Tier tier,
            Eviction eviction,
            long memory,
            long disk,
            String link,
            long sleepNanos,
            double load) {
        boolean isCached() {
            return read.equals(CACHE);
        }

        boolean isBare() {
            return read.equals(BARE);
        }

        /** The most bytes that a rank takes: the first, which has the files for all, and a server with what it keeps. */
        long most() {
            long files = (long) Corpus.FILES * bytes;
            if (!isCached()) {
                return files + bytes;
            }
            // One file more while it is exchanged for another, and one on its way.
            return files
                    + Math.min(memory + disk, files)
                    + 2L * bytes
                    + Math.min(DataCache.Limits.DEFAULT.part(), bytes);
        }
    }

    /**
     * Reads parameters.
     *
     * @throws IllegalArgumentException if a value does not exist; says which there are
     */
    static Plan plan(Map<String, String> params) {
        String read = params.get("read");
        if (!READS.contains(read)) {
            throw new IllegalArgumentException(
                    "read must be one of " + String.join(", ", READS) + ", not '" + read + "'");
        }
        int bytes = positive("bytes", params.get("bytes"));
        String link = params.get("store");
        RemoteStore.link(link);
        Matcher capacity = CAPACITY.matcher(params.get("capacity"));
        boolean isAll = params.get("capacity").equals(ALL);
        if (!isAll && !capacity.matches()) {
            throw new IllegalArgumentException("capacity must be '" + ALL + "', or bytes of memory and of the disk, or"
                    + " k, m or g of them, such as 5m:8m, not '" + params.get("capacity") + "'");
        }
        long all = (long) Corpus.FILES * bytes;
        return new Plan(
                read,
                bytes,
                positive("groups", params.get("groups")),
                tier(params.get("tier")),
                Eviction.of(params.get("eviction")),
                isAll ? all : bytes(capacity.group(1), capacity.group(2)),
                isAll ? all : bytes(capacity.group(3), capacity.group(4)),
                link,
                Units.parse("sleep", params.get("sleep"), Units.TIMES),
                load(params.get("load")));
    }

    private static int positive(String name, String value) {
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) == 0) {
            throw new IllegalArgumentException(name + " must be 1 to 999999999, not '" + value + "'");
        }
        return Integer.parseInt(value);
    }

    private static Tier tier(String name) {
        return Arrays.stream(Tier.values())
                .filter(tier -> tier.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("tier must be one of "
                        + Arrays.stream(Tier.values())
                                .map(tier -> tier.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))
                        + ", not '" + name + "'"));
    }

    private static long bytes(String number, String unit) {
        return Long.parseLong(number) << SHIFTS.get(unit);
    }

    private static double load(String text) {
        if (text.equals(NO_LOAD)) {
            return 0;
        }
        if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,3})?") || Double.parseDouble(text) == 0) {
            throw new IllegalArgumentException(
                    "load must be '" + NO_LOAD + "' or a number above 0 such as 0.6, not '" + text + "'");
        }
        return Double.parseDouble(text);
    }

    @Override
    public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
        Plan plan = plan(params);
        if (threads > 1) {
            return Optional.of(
                    new Obstacle("one thread of a rank serves, or is a client", "take --threads 1, and more --ranks"));
        }
        if (plan.load > 0 && plan.sleepNanos > 0) {
            return Optional.of(
                    new Obstacle("a load says how long clients sleep", "take sleep=" + NO_SLEEP + " with it"));
        }
        if (plan.load > 0 && plan.isBare()) {
            return Optional.of(new Obstacle(
                    "bare reads have nobody who serves, and so no load", "take sleep with it, or read=cache,direct"));
        }
        if (!plan.isCached()) {
            Map<String, String> unused = new TreeMap<>(OF_THE_CACHE);
            if (plan.isBare()) {
                unused.put("store", LINK);
            }
            unused.entrySet().removeIf(one -> one.getValue().equals(params.get(one.getKey())));
            return unused.isEmpty() ? Optional.empty() : Optional.of(unused(plan.read, unused));
        }
        if (plan.tier == Tier.MEMORY && plan.memory < plan.bytes) {
            return Optional.of(tooLarge("memory", plan.bytes, plan.memory));
        }
        if (plan.tier == Tier.DISK && plan.disk < plan.bytes) {
            return Optional.of(tooLarge("disk", plan.bytes, plan.disk));
        }
        return Optional.empty();
    }

    /** It would be measured once more, under another name. */
    private static Obstacle unused(String read, Map<String, String> defaults) {
        String all = defaults.entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(", "));
        return new Obstacle(
                "read=" + read + " is the same whatever " + String.join(", ", defaults.keySet()) + " is",
                "take " + all + " with it");
    }

    private static Obstacle tooLarge(String tier, int bytes, long capacity) {
        return new Obstacle(
                "a file of " + bytes + " bytes does not lie in tier " + tier + ", which has " + capacity,
                "take tier=remote, smaller files, or a larger capacity");
    }
}
