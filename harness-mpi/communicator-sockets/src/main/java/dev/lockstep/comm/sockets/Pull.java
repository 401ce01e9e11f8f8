package dev.lockstep.comm.sockets;

import dev.lockstep.comm.sockets.Dialogues.Dialogue;
import java.io.IOException;

/**
 * Receiver-initiated messaging: a sender keeps what it sends, and answers when the receiver asks for it. Both count the
 * messages of a context, a tag and a direction alike, and a receiver asks by that number.
 */
final class Pull implements Scheme {
    private final Engine engine;
    private final Contexts<Dialogues> contexts;
    private final Tokens<ReceiveRequest> asking = new Tokens<>();
    private final Log log;

    Pull(Engine engine, int size, long logBytes) {
        this.engine = engine;
        contexts = new Contexts<>(() -> new Dialogues(size));
        log = new Log(logBytes);
    }

    @Override
    public boolean sendsWhenAsked() {
        return true;
    }

    @Override
    public void send(SendRequest request) throws IOException {
        Dialogues dialogues = contexts.get(request.context());
        Dialogue dialogue = dialogues.with(request.destination());
        int number = dialogue.sent.next(request.tag());
        Log.Entry entry = log.add(request, number);
        Dialogue.Asked asked = dialogue.takeAsked(request.tag(), number);
        if (asked == null) {
            dialogues.keep(request.destination(), entry);
            return;
        }
        answer(request.destination(), request.context(), entry, asked.token(), asked.room());
        dialogue.answered(asked);
    }

    @Override
    public void receive(ReceiveRequest request) throws IOException {
        int tag = request.tag();
        Dialogue dialogue = contexts.get(request.context()).with(request.source());
        int number = dialogue.received.next(tag);
        int token = asking.add(request);
        if (request.source() == engine.process()) {
            asked(request.source(), request.context(), tag, number, token, request.room());
        } else {
            engine.link(request.source())
                    .add(engine.control().header(Frame.REQUEST, request.context(), tag, number, token, request.room()));
        }
    }

    private void asked(int by, long context, int tag, int number, int token, int room) throws IOException {
        Dialogues dialogues = contexts.get(context);
        Log.Entry entry = dialogues.take(by, tag, number);
        if (entry == null) {
            dialogues.with(by).ask(tag, number, token, room);
            return;
        }
        answer(by, context, entry, token, room);
        if (dialogues.isOver()) {
            contexts.remove(context);
        }
    }

    private void answer(int to, long context, Log.Entry entry, int token, int room) throws IOException {
        if (to == engine.process()) {
            asking.take(token).take(to, entry.tag(), entry.message(), entry.at(), entry.length());
            entry.gone();
        } else if (entry.length() > room) {
            engine.link(to)
                    .add(engine.control()
                            .header(Frame.TOO_LONG, context, entry.tag(), entry.number(), token, entry.length()));
            entry.gone();
        } else {
            engine.link(to).add(entry.answer(context, token));
        }
    }

    @Override
    public void begin(Link from, int kind, long context, int tag, int number, int token, int length, Arrival arrival)
            throws IOException {
        switch (kind) {
            case Frame.REQUEST -> asked(from.peer(), context, tag, number, token, length);
            case Frame.ANSWER -> asking.take(token).take(from.peer(), tag, length, arrival);
            case Frame.TOO_LONG -> {
                ReceiveRequest request = asking.take(token);
                request.matched(from.peer(), tag, length);
                request.complete();
            }
            default -> throw new IOException("it sends what nobody has asked for: kind " + kind);
        }
    }

    @Override
    public void end(Link from, Arrival arrival) {
        if (arrival.request != null) {
            arrival.request.complete();
        }
    }

    @Override
    public void forget(long context) {
        Dialogues dialogues = contexts.get(context);
        dialogues.close();
        if (dialogues.isOver()) {
            contexts.remove(context);
        }
    }
}
