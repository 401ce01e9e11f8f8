package dev.lockstep.collectives.algorithms;

import java.util.Arrays;
import java.util.List;

/** A framed message of each kind, each reused. */
final class Frames {
    private final List<Framed> all =
            Arrays.stream(Framed.Kind.values()).map(Framed::new).toList();

    /** A message of a kind that a number says. */
    Framed of(int kind, int bytes, int shift) {
        return all.get(Math.floorMod(kind, all.size())).of(bytes, shift);
    }
}
