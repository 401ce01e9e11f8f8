package dev.lockstep.transport.aeron;

import dev.lockstep.transport.PeerLostException;
import io.aeron.Image;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A connection as its receiver has it: of the thread that receives. */
final class Incoming {
    private final long token;
    private final Reading reading;

    /** What it has said first; empty as long as it has said nothing. */
    private Optional<Hello> hello = Optional.empty();

    /** Whether what it has said first was no hello. */
    private boolean stranger;

    /** By which it is answered; null until it is. */
    private Publishing answers;

    Incoming(long token, Image image, int largest) {
        this.token = token;
        reading = new Reading(image, largest);
    }

    long token() {
        return token;
    }

    Reading reading() {
        return reading;
    }

    Image image() {
        return reading.image();
    }

    /** Whether it has said hello; looks for that if it has not. */
    boolean isKnown() throws IOException {
        if (hello.isEmpty() && !stranger) {
            reading.pollFirst(this::meet);
        }
        return hello.isPresent();
    }

    private void meet(ByteBuffer first, long sender) {
        hello = Hello.of(first);
        stranger = hello.isEmpty();
    }

    /** Why nothing of it is taken; empty if it is. */
    Optional<String> trouble(int largest) {
        if (stranger) {
            return Optional.of("a connection begins with another message");
        }
        return reading.isTooLarge()
                ? Optional.of("a message is larger than the largest there, " + largest + " bytes")
                : Optional.empty();
    }

    /**
     * What it is answered by, which is connected.
     *
     * @throws IOException if it hears no answers, or is gone
     */
    Publishing answers(Client client, Guard guard, Medium medium, int term, long timeoutNanos) throws IOException {
        if (answers != null) {
            return answers;
        }
        Hello from = hello.orElseThrow(Incoming::gone);
        Medium.Place to = new Medium.Place(from.address(), "", medium.answers(from.address()), from.answers());
        guard.begin();
        Publishing made = Publishing.open(client, guard, medium, to, term, timeoutNanos);
        if (made == null) {
            throw gone();
        }
        try {
            while (!made.isConnected()) {
                if (image().isClosed() || !guard.goOn(timeoutNanos)) {
                    throw gone();
                }
            }
            answers = made;
            return made;
        } finally {
            if (answers == null) {
                made.close();
            }
        }
    }

    static PeerLostException gone() {
        return new PeerLostException("the peer to be answered has asked nothing, or has closed");
    }

    void close() {
        if (answers != null) {
            answers.close();
        }
    }
}
