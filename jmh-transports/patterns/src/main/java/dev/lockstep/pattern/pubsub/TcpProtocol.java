package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.support.Lines;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A connection of TCP for each request, which is a line; the answer ends with the connection. */
final class TcpProtocol implements Protocol {
    @Override
    public String scheme() {
        return Tcp.SCHEME;
    }

    @Override
    public Hosted serve(InetSocketAddress at, Registry store) throws IOException {
        return Lines.serve(at, request -> Requests.answer(store, request), Requests.tooLong());
    }

    @Override
    public String ask(InetSocketAddress mediator, String request) throws IOException {
        return Lines.ask(mediator, request);
    }
}
