package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.ThreadsWorld;
import dev.lockstep.spi.Availability;
import java.util.Map;

/**
 * The provider of another one's ranks as threads of this JVM, which believe that they are processes.
 *
 * @param provider the other one
 */
public record RanksTogether(CommunicatorProvider provider) implements CommunicatorProvider {
    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public String description() {
        return provider.description();
    }

    @Override
    public boolean ranksAreThreads() {
        return true;
    }

    @Override
    public Availability availability() {
        return provider.availability();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return provider.unsupported();
    }

    @Override
    public World open(WorldOptions options) {
        return provider.ranksAreThreads()
                ? provider.open(options)
                : new ThreadsWorld(options, (each, peers) -> provider.open(each.with(peers)));
    }
}
