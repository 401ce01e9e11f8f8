package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.rank.HostFacts;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Listens to what processes say of their hosts, and compares their clocks with this one. */
final class HostFactsSession implements Session {
    private final Map<Integer, Long> clocksAhead = new ConcurrentHashMap<>();

    @Override
    public void introduced(RankLink link) {
        long now = System.currentTimeMillis();
        String clock = link.info().properties().get(HostFacts.CLOCK);
        clocksAhead.put(link.rank(), clock == null ? 0 : Long.parseLong(clock) - now);
    }

    @Override
    public void converse(RankLink link) throws IOException, RankFailure {
        Frames.Frame frame = link.next();
        if (frame != null) {
            throw new RankFailure("it sent a " + frame.type() + " frame");
        }
    }

    @Override
    public void complete() {
        // Nobody else waits for it.
    }

    @Override
    public void failed(String reason) {
        // The relay keeps the reason.
    }

    /** In milliseconds. */
    long clockAhead(int rank) {
        return clocksAhead.getOrDefault(rank, 0L);
    }
}
