package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.AllGather;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The exchanges under way: for each the values of the ranks that have come so far. */
final class Gatherings {
    private final int ranks;
    private final Map<Key, byte[][]> open = new HashMap<>();

    private record Key(String communicator, int sequence) {}

    Gatherings(int ranks) {
        this.ranks = ranks;
    }

    /**
     * Takes in a rank's value.
     *
     * @return every rank's, once this was the last
     * @throws RankFailure if it is not one value, or the rank's second one
     */
    synchronized Optional<AllGather> add(int rank, AllGather part) throws RankFailure {
        Key key = new Key(part.communicator(), part.sequence());
        byte[][] values = open.computeIfAbsent(key, k -> new byte[ranks][]);
        if (part.values().size() != 1 || values[rank] != null) {
            throw new RankFailure("it exchanged " + part.values().size() + " values where one was due: " + key);
        }
        values[rank] = part.values().get(0);
        if (Arrays.stream(values).anyMatch(Objects::isNull)) {
            return Optional.empty();
        }
        open.remove(key);
        return Optional.of(new AllGather(key.communicator, key.sequence, List.of(values)));
    }
}
