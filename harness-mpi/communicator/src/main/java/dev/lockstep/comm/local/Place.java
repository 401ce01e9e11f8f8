package dev.lockstep.comm.local;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The place of a rank among those of its color.
 *
 * @param rank among them
 * @param ranks how many they are
 * @param leader the first of them, as a rank of the old group
 * @param group what they share; null until the leader has made it
 */
record Place(int rank, int ranks, int leader, Group group) {

    /** Reads the colors and keys that the ranks show in their slots. */
    static Place find(Group group, int rank) {
        List<Integer> same = IntStream.range(0, group.size())
                .filter(other -> group.slot(other).color == group.slot(rank).color)
                .boxed()
                .sorted(Comparator.comparingInt(other -> group.slot(other).key))
                .toList();
        return new Place(same.indexOf(rank), same.size(), same.get(0), null);
    }

    Place in(Group made) {
        return new Place(rank, ranks, leader, made);
    }
}
