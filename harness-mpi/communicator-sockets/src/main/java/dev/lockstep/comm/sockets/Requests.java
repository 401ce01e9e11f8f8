package dev.lockstep.comm.sockets;

import dev.lockstep.comm.support.Part;
import dev.lockstep.comm.support.Parts;
import java.nio.ByteBuffer;

/** The requests of one communicator in one context, and their pools. For the thread that has the communicator. */
final class Requests implements Parts {
    private final Turns turns;
    private final Engine engine;
    private final long context;

    /** The processes of the communicator, by rank. */
    private final int[] processes;

    private SendRequest freeSends;
    private ReceiveRequest freeReceives;

    Requests(Turns turns, Engine engine, long context, int[] processes) {
        this.turns = turns;
        this.engine = engine;
        this.context = context;
        this.processes = processes;
    }

    long context() {
        return context;
    }

    SendRequest start(ByteBuffer message, int at, int length, int to, int tag, boolean synchronous) {
        SendRequest request = freeSends;
        if (request == null) {
            request = new SendRequest(turns, this);
        } else {
            freeSends = request.next;
        }
        request.next = null;
        request.start(message, at, length, context, processes[to], tag, synchronous);
        engine.send(request);
        return request;
    }

    /** Begins to receive from a rank, or from any. */
    ReceiveRequest post(ByteBuffer buffer, int at, int room, int from, int tag) {
        ReceiveRequest request = freeReceives;
        if (request == null) {
            request = new ReceiveRequest(turns, this);
        } else {
            freeReceives = request.next;
        }
        request.next = null;
        request.start(buffer, at, room, context, process(from), tag);
        engine.receive(request);
        return request;
    }

    /** The process of a rank; a wildcard stays one. */
    int process(int rank) {
        return rank < 0 ? rank : processes[rank];
    }

    /** The rank of a process in the communicator; a wildcard stays one. */
    int rank(int process) {
        for (int rank = 0; rank < processes.length; rank++) {
            if (processes[rank] == process) {
                return rank;
            }
        }
        return process;
    }

    void recycle(SendRequest request) {
        request.next = freeSends;
        freeSends = request;
    }

    void recycle(ReceiveRequest request) {
        request.next = freeReceives;
        freeReceives = request;
    }

    @Override
    public Part send(ByteBuffer buffer, int at, int length, int to, int tag) {
        // Whose part has ended leaves, and would answer nobody.
        return start(buffer, at, length, to, tag, engine.sendsWhenAsked());
    }

    @Override
    public Part receive(ByteBuffer buffer, int at, int length, int from, int tag) {
        return post(buffer, at, length, from, tag);
    }
}
