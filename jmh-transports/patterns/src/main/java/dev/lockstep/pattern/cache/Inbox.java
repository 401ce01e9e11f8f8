package dev.lockstep.pattern.cache;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;

/**
 * The requests that have come to a server, in the order in which they have. Where the library can tell what has come,
 * all of it is taken in before each one is answered, so that its number is known.
 */
final class Inbox {
    /** Of a client: one that waits for its answer, behind a goodbye or two of before. */
    private static final int OF_A_CLIENT = 3;

    private final Communicator comm;
    private final boolean probes;
    private final Status status = new Status();
    private final ByteBuffer[] requests;
    private final int[] clients;
    private int first;
    private int waiting;

    /** How many of these are goodbyes. */
    private int leaving;

    private long taken;
    private long queued;
    private int longest;

    Inbox(Communicator comm) {
        this.comm = comm;
        probes = comm.supports(Capability.PROBE);
        requests = new ByteBuffer[OF_A_CLIENT * Math.max(1, comm.size() - 1)];
        clients = new int[requests.length];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = Protocol.request(comm);
        }
    }

    /** Whether it can be said that nothing has come. */
    boolean probes() {
        return probes;
    }

    /** Takes in what has come, as far as there is room; gives whether there is anything. */
    boolean look() {
        while (probes && waiting < requests.length && comm.iProbe(Communicator.ANY_SOURCE, Protocol.REQUEST, status)) {
            receive(status.source());
        }
        return waiting > 0;
    }

    private void receive(int source) {
        int at = (first + waiting) % requests.length;
        comm.recv(requests[at].clear(), source, Protocol.REQUEST, status);
        requests[at].limit(status.bytes());
        clients[at] = status.source();
        waiting++;
        leaving += isGoodbye(requests[at]) ? 1 : 0;
    }

    /**
     * The next request, for which it waits; to be left alone after the next call.
     *
     * @return position 0 to the end of what has come
     */
    ByteBuffer take() {
        if (!look()) {
            receive(Communicator.ANY_SOURCE);
            look();
        }
        ByteBuffer next = requests[first];
        first = (first + 1) % requests.length;
        waiting--;
        if (isGoodbye(next)) {
            leaving--;
        } else {
            taken++;
            queued += waiting - leaving;
            longest = Math.max(longest, waiting - leaving);
        }
        return next;
    }

    private static boolean isGoodbye(ByteBuffer request) {
        return Protocol.wanted(request) == Protocol.LEAVE;
    }

    /** Who has sent the request that was taken last. */
    int client() {
        return clients[Math.floorMod(first - 1, clients.length)];
    }

    /** How many requests waited when one was taken, on average since this was asked last; NaN if that is not known. */
    double takeMean() {
        double mean = probes ? (double) queued / taken : Double.NaN;
        queued = 0;
        taken = 0;
        return mean;
    }

    /** The most of them; -1 if that is not known. */
    int takeLongest() {
        int most = probes ? longest : -1;
        longest = 0;
        return most;
    }
}
