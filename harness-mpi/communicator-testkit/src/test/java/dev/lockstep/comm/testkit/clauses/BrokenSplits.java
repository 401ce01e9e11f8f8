package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Doubles that part the ranks in a wrong way. */
final class BrokenSplits {
    private BrokenSplits() {}

    /** How a double splits. */
    private interface Split {
        Optional<Communicator> by(Communicator to, int color, int key);
    }

    static void addTo(Map<String, UnaryOperator<Communicator>> doubles) {
        doubles.put("split by color", splitting((to, color, key) -> to.split(0, key)));
        doubles.put("split in the order of keys", splitting((to, color, key) -> to.split(color, -key)));
        doubles.put(
                "equal keys keep the order of ranks",
                splitting((to, color, key) -> to.split(color, to.size() - to.rank())));
        doubles.put(
                "an undefined color gets no communicator",
                splitting((to, color, key) -> to.split(color == Communicator.UNDEFINED ? 0 : color, key)));
        doubles.put(
                "messages of split communicators never meet",
                splitting((to, color, key) -> to.split(color, key).map(unused -> new Delegating(to) {
                    @Override
                    public void close() {}
                })));
        doubles.put(
                "a color that cannot be is refused",
                splitting((to, color, key) -> color < 0 ? Optional.empty() : to.split(color, key)));
    }

    private static UnaryOperator<Communicator> splitting(Split split) {
        return original -> new Delegating(original) {
            @Override
            public Optional<Communicator> split(int color, int key) {
                return split.by(to, color, key);
            }
        };
    }
}
