package dev.lockstep.comm.sockets;

import java.util.Arrays;

/** Counts messages by tag. Both ends count alike. Allocates only for tags that are new. */
final class Numbers {
    private static final int FREE = -1;

    private int[] tags = {FREE, FREE, FREE, FREE};
    private int[] counts = new int[4];
    private int used;

    /** The number of the next message of a tag, from 1 on. */
    int next(int tag) {
        int place = place(tag);
        if (tags[place] == FREE) {
            if (2 * ++used > tags.length) {
                grow();
                place = place(tag);
            }
            tags[place] = tag;
        }
        return ++counts[place];
    }

    private int place(int tag) {
        int place = tag & tags.length - 1;
        while (tags[place] != FREE && tags[place] != tag) {
            place = place + 1 & tags.length - 1;
        }
        return place;
    }

    private void grow() {
        int[] oldTags = tags;
        int[] oldCounts = counts;
        tags = new int[2 * oldTags.length];
        Arrays.fill(tags, FREE);
        counts = new int[tags.length];
        for (int i = 0; i < oldTags.length; i++) {
            if (oldTags[i] != FREE) {
                int place = place(oldTags[i]);
                tags[place] = oldTags[i];
                counts[place] = oldCounts[i];
            }
        }
    }
}
