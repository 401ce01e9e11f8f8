package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.util.function.BiFunction;

/**
 * Opens one rank of {@link MulticoreWorld}, in a class loader of its own: there, all static state is that rank's.
 * Public because it is made by reflection.
 */
public final class MulticoreRank implements BiFunction<WorldOptions, Integer, World> {
    /** Joins the others; returns this rank's view. */
    @Override
    public World apply(WorldOptions options, Integer rank) {
        String[] arguments = {String.valueOf(rank), String.valueOf(options.ranks()), "smpdev"};
        return MpiJavaWorld.open("MPJ Express smpdev", options, arguments, Lacking.MPJ_EXPRESS);
    }
}
