package dev.lockstep.transport.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** A request that a server has, and its response. */
interface Exchange {
    /** The method and path of the request: {@code POST /message}. */
    String what();

    /** How many bytes the body has, as the client says; -1 if it does not. */
    long length();

    InputStream body() throws IOException;

    /** Responds without a body, and with a header that says what a peer is. */
    void respond(int status) throws IOException;

    /** Responds without a body, and ends the connection. */
    void respondLast() throws IOException;

    /** Responds with a body, which is the caller's again on return. */
    void respond(ByteBuffer answer) throws IOException;
}
