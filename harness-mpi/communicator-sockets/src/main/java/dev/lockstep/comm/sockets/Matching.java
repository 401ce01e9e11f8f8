package dev.lockstep.comm.sockets;

import dev.lockstep.comm.support.Receives;

/**
 * MPI's matching in one context (MPI 4.1, section 3.5): a message goes to the oldest posted receive that matches, a receive
 * gets the oldest message that matches.
 */
final class Matching {
    private ReceiveRequest firstPosted;
    private ReceiveRequest lastPosted;
    private Unexpected firstUnexpected;
    private Unexpected lastUnexpected;

    void post(ReceiveRequest request) {
        if (firstPosted == null) {
            firstPosted = request;
        } else {
            lastPosted.next = request;
        }
        lastPosted = request;
    }

    /** The receive that a message goes to; null if there is none. */
    ReceiveRequest takePosted(int source, int tag) {
        ReceiveRequest before = null;
        for (ReceiveRequest r = firstPosted; r != null; r = r.next) {
            if (r.matches(source, tag)) {
                if (before == null) {
                    firstPosted = r.next;
                } else {
                    before.next = r.next;
                }
                if (lastPosted == r) {
                    lastPosted = before;
                }
                r.next = null;
                return r;
            }
            before = r;
        }
        return null;
    }

    void keep(Unexpected message) {
        if (firstUnexpected == null) {
            firstUnexpected = message;
        } else {
            lastUnexpected.next = message;
        }
        lastUnexpected = message;
    }

    /** The message that a receive gets; null if none has begun to come. */
    Unexpected find(int source, int tag) {
        Unexpected m = firstUnexpected;
        while (m != null && !Receives.matches(source, tag, m.source(), m.tag())) {
            m = m.next;
        }
        return m;
    }

    void remove(Unexpected message) {
        Unexpected before = null;
        for (Unexpected m = firstUnexpected; m != message; m = m.next) {
            before = m;
        }
        if (before == null) {
            firstUnexpected = message.next;
        } else {
            before.next = message.next;
        }
        if (lastUnexpected == message) {
            lastUnexpected = before;
        }
        message.next = null;
    }
}
