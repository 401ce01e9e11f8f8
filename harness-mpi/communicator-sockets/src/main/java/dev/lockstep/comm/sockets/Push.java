package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Status;
import java.io.IOException;

/**
 * Direct messaging: what is sent leaves at once, whether anybody has asked for it or not. A message that nobody has asked
 * for is kept where it arrives.
 */
final class Push implements Scheme {
    private final Engine engine;
    private final Contexts<Matching> contexts = new Contexts<>(Matching::new);
    private final Tokens<SendRequest> waiting = new Tokens<>();
    private Unexpected free;

    Push(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void send(SendRequest request) throws IOException {
        if (request.destination() == engine.process()) {
            sendHere(request);
            return;
        }
        boolean synchronous = request.isSynchronous();
        int token = synchronous ? waiting.add(request) : 0;
        engine.link(request.destination()).add(request.frame(synchronous ? Frame.SYNCHRONOUS : Frame.MESSAGE, token));
    }

    private void sendHere(SendRequest request) {
        Matching matching = contexts.get(request.context());
        ReceiveRequest receive = matching.takePosted(request.destination(), request.tag());
        if (receive != null) {
            receive.take(request.destination(), request.tag(), request.message(), request.at(), request.length());
            request.complete();
            return;
        }
        Unexpected message = unexpected().start(request.destination(), request.tag(), request.length());
        message.bytes().put(0, request.message(), request.at(), request.length());
        message.end();
        if (request.isSynchronous()) {
            message.waiting(request);
        } else {
            request.complete();
        }
        matching.keep(message);
    }

    @Override
    public void receive(ReceiveRequest request) throws IOException {
        Matching matching = contexts.get(request.context());
        Unexpected message = matching.find(request.source(), request.tag());
        if (message == null) {
            matching.post(request);
            if (request.source() >= 0 && request.source() != engine.process()) {
                engine.link(request.source()).open();
            }
            return;
        }
        matching.remove(message);
        if (message.waiting() != null) {
            received(message.waiting(), message.token());
        }
        if (message.waitingHere() != null) {
            message.waitingHere().complete();
        }
        if (message.moveTo(request)) {
            recycle(message);
        }
    }

    @Override
    public boolean probe(Requests of, int source, int tag, Status status) {
        Unexpected found = contexts.get(of.context()).find(of.process(source), tag);
        if (found != null && status != null) {
            status.set(of.rank(found.source()), found.tag(), found.length());
        }
        return found != null;
    }

    @Override
    public void begin(Link from, int kind, long context, int tag, int number, int token, int length, Arrival arrival)
            throws IOException {
        switch (kind) {
            case Frame.MESSAGE, Frame.SYNCHRONOUS -> message(from, kind, context, tag, token, length, arrival);
            case Frame.RECEIVED -> waiting.take(token).received();
            default -> throw new IOException("it sends what is no message: kind " + kind);
        }
    }

    private void message(Link from, int kind, long context, int tag, int token, int length, Arrival arrival)
            throws IOException {
        Matching matching = contexts.get(context);
        ReceiveRequest request = matching.takePosted(from.peer(), tag);
        if (request != null) {
            request.take(from.peer(), tag, length, arrival);
            if (kind == Frame.SYNCHRONOUS) {
                received(from, token);
            }
            return;
        }
        Unexpected message = unexpected().start(from.peer(), tag, length);
        if (kind == Frame.SYNCHRONOUS) {
            message.waiting(from, token);
        }
        arrival.unexpected = message;
        arrival.into(message.bytes(), 0, length);
        matching.keep(message);
    }

    private void received(Link by, int token) throws IOException {
        by.add(engine.control().header(Frame.RECEIVED, 0, 0, 0, token, 0));
    }

    @Override
    public void end(Link from, Arrival arrival) {
        if (arrival.request != null) {
            arrival.request.complete();
        } else if (arrival.unexpected != null && arrival.unexpected.end()) {
            recycle(arrival.unexpected);
        }
    }

    @Override
    public void forget(long context) {
        contexts.remove(context);
    }

    private Unexpected unexpected() {
        Unexpected message = free;
        if (message == null) {
            return new Unexpected();
        }
        free = message.next;
        return message;
    }

    private void recycle(Unexpected message) {
        message.next = free;
        free = message;
    }
}
