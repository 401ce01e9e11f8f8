package dev.lockstep.transport.http2;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;

/** What peers say to each other. */
final class Requests {
    static final String GREETING = "/peer";
    static final String MESSAGE = "/message";
    static final String QUESTION = "/question";

    static final int OK = 200;
    static final int NO_CONTENT = 204;
    static final int NOT_FOUND = 404;
    static final int TOO_LARGE = 413;

    /** By which a peer knows another. */
    private static final HttpField PEER = new HttpField("Lockstep-Peer", "http2");

    private Requests() {}

    static MetaData.Response response(int status, int length) {
        HttpFields.Mutable fields = HttpFields.build().put(PEER);
        if (status != NO_CONTENT) {
            fields.put(HttpHeader.CONTENT_LENGTH, length);
        }
        return new MetaData.Response(status, null, HttpVersion.HTTP_2, fields, length);
    }

    static boolean isOfPeer(MetaData.Response response) {
        return response.getHttpFields().contains(PEER);
    }
}
