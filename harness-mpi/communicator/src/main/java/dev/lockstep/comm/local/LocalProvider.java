package dev.lockstep.comm.local;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;

/** Provides {@code local}: ranks that are threads of one JVM. Each {@link #open} makes a world of its own. */
public final class LocalProvider implements CommunicatorProvider {

    @Override
    public String name() {
        return "local";
    }

    @Override
    public String description() {
        return "ranks are threads of one JVM, messages go through its memory";
    }

    @Override
    public boolean ranksAreThreads() {
        return true;
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain(LocalWorld.VERSION, "this JVM");
    }

    @Override
    public World open(WorldOptions options) {
        return new LocalWorld(options);
    }
}
