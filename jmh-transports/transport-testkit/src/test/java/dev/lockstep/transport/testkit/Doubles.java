package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.testkit.Dressed.DressedEndpoint;
import dev.lockstep.transport.testkit.Dressed.DressedOutbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Broken parts that remember something, each around a good one. */
final class Doubles {
    private Doubles() {}

    /** Says of a capability what is not so: why it is lacking, or by null that it is there. */
    static class Claiming extends Dressed {
        private final Capability capability;
        private final String reason;

        Claiming(Capability capability, String reason) {
            this.capability = capability;
            this.reason = reason;
        }

        @Override
        public Map<Capability, String> unsupported(Map<String, String> options) {
            Map<Capability, String> all = new EnumMap<>(super.unsupported(options));
            all.compute(capability, (any, before) -> reason);
            return all;
        }
    }

    /** Hosts what ends with nobody; it can be started in another process. */
    static final class Littering extends Claiming {
        Littering() {
            super(Capability.PROCESSES, null);
        }

        @Override
        public Hosted.Per hosted(Map<String, String> options) {
            return Hosted.Per.JOB;
        }

        @Override
        public Hosted host(Setting setting) throws IOException {
            Process process = new ProcessBuilder("sleep", "600").start();
            return new Hosted("", process::destroyForcibly);
        }
    }

    /** Opens an endpoint wherever there is room, whatever it was asked for. */
    static final class Moving extends Dressed {
        @Override
        public Endpoint open(Setting setting) throws IOException {
            return super.open(Setting.of(this, setting.folder(), setting.largest()));
        }
    }

    /** Claims that threads may share it, and has one buffer for the first two of them. */
    static final class Racing extends Claiming {
        private final boolean receiver;
        private final ByteBuffer shared = ByteBuffer.allocate(1 << 16);
        private final CountDownLatch two = new CountDownLatch(2);

        Racing(boolean receiver) {
            super(Capability.THREADS, null);
            this.receiver = receiver;
        }

        static void awaitAnother(CountDownLatch two) throws IOException {
            two.countDown();
            try {
                two.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return receiver
                    ? outbox
                    : new DressedOutbox(outbox) {
                        @Override
                        public void send(ByteBuffer message) throws IOException {
                            int length = message.remaining();
                            shared.put(0, message, message.position(), length);
                            awaitAnother(two);
                            synchronized (two) {
                                inner.send(shared.slice(0, length));
                            }
                        }
                    };
        }

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return !receiver
                    ? endpoint
                    : new DressedEndpoint(endpoint) {
                        @Override
                        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                            int length;
                            synchronized (two) {
                                length = inner.receive(shared, timeoutNanos);
                            }
                            awaitAnother(two);
                            into.put(into.position(), shared, 0, Math.max(0, length));
                            return length;
                        }
                    };
        }
    }

    /** Sends nothing before it has received something, which is what the other waits for, too. */
    static final class Polite extends Dressed {
        private final CountDownLatch received = new CountDownLatch(1);

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return new DressedEndpoint(endpoint) {
                @Override
                public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                    int length = inner.receive(into, timeoutNanos);
                    if (length >= 0) {
                        received.countDown();
                    }
                    return length;
                }
            };
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                @Override
                public void send(ByteBuffer message) throws IOException {
                    try {
                        received.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    inner.send(message);
                }

                @Override
                public boolean offer(ByteBuffer message) throws IOException {
                    return received.getCount() == 0 && inner.offer(message);
                }
            };
        }
    }

    /** Answers with the question before. */
    static final class Answering extends DressedEndpoint {
        private ByteBuffer before;

        Answering(Endpoint inner) {
            super(inner);
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            ByteBuffer copy = Dressed.copy(message);
            inner.reply(sender, before == null ? copy : before);
            before = copy;
        }
    }

    /** Answers the first who was answered, whoever asks. */
    static final class Favouring extends DressedEndpoint {
        private long first;

        Favouring(Endpoint inner) {
            super(inner);
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            first = first == 0 ? sender : first;
            inner.reply(first, message);
        }
    }

    /** Claims that threads may share it, and has one piece of memory for the first two that claim. */
    static final class Crowding extends Claiming {
        private final ByteBuffer shared = ByteBuffer.allocate(1 << 16);
        private final CountDownLatch two = new CountDownLatch(2);

        Crowding() {
            super(Capability.THREADS, null);
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                @Override
                public void send(ByteBuffer message) throws IOException {
                    synchronized (two) {
                        inner.send(message);
                    }
                }

                @Override
                public Claim claim() {
                    return new Claim() {
                        private int length;

                        @Override
                        public ByteBuffer reserve(int bytes) {
                            length = bytes;
                            return shared.slice(0, bytes);
                        }

                        @Override
                        public void commit() throws IOException {
                            Racing.awaitAnother(two);
                            synchronized (two) {
                                inner.send(shared.slice(0, length));
                            }
                        }
                    };
                }
            };
        }
    }

    /** Claims that threads may share it, and tells the first two of them of one sender. */
    static final class Mistaking extends Claiming {
        private final CountDownLatch two = new CountDownLatch(2);
        private volatile long sender;

        Mistaking() {
            super(Capability.THREADS, null);
        }

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return new DressedEndpoint(endpoint) {
                @Override
                public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
                    int length;
                    synchronized (two) {
                        length = inner.receive(into, from, timeoutNanos);
                        sender = from.token();
                    }
                    Racing.awaitAnother(two);
                    from.set(sender);
                    return length;
                }

                @Override
                public void reply(long to, ByteBuffer message) throws IOException {
                    synchronized (two) {
                        inner.reply(to, message);
                    }
                }
            };
        }
    }

    /** Claims that threads may share it, and lets them in one after the other. */
    static final class Queueing extends Claiming {
        Queueing() {
            super(Capability.THREADS, null);
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                @Override
                public synchronized void send(ByteBuffer message) throws IOException {
                    inner.send(message);
                }

                @Override
                public synchronized int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos)
                        throws IOException {
                    return inner.request(message, reply, timeoutNanos);
                }
            };
        }

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return new DressedEndpoint(endpoint) {
                @Override
                public synchronized int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                    return inner.receive(into, timeoutNanos);
                }
            };
        }
    }

    /** Says that an offer was refused, which was not. */
    static final class Lying extends DressedOutbox {
        private int offers;

        Lying(Outbox inner) {
            super(inner);
        }

        @Override
        public boolean offer(ByteBuffer message) throws IOException {
            return inner.offer(message) && ++offers != 1;
        }
    }

    /** Sends what was claimed at once, and nothing later. */
    static final class Hasty extends DressedOutbox {
        Hasty(Outbox inner) {
            super(inner);
        }

        @Override
        public Claim claim() throws IOException {
            Claim claim = inner.claim();
            return new Claim() {
                private boolean claimed;

                @Override
                public ByteBuffer reserve(int bytes) throws IOException {
                    ByteBuffer memory = claim.reserve(bytes);
                    if (memory != null) {
                        claim.commit();
                        claimed = true;
                    }
                    return memory;
                }

                @Override
                public void commit() throws IOException {
                    if (!claimed) {
                        claim.commit();
                    }
                    claimed = false;
                }
            };
        }
    }

    /** Has memory for everybody, and drops what there is no room for. */
    static final class Overcommitting extends DressedOutbox implements Outbox.Claim {
        private final ByteBuffer memory = ByteBuffer.allocate(1 << 16);

        Overcommitting(Outbox inner) {
            super(inner);
        }

        @Override
        public Claim claim() {
            return this;
        }

        @Override
        public ByteBuffer reserve(int bytes) {
            return memory.limit(bytes);
        }

        @Override
        public void commit() throws IOException {
            inner.offer(memory);
        }
    }

    /** Keeps what the receiver has no room for, in memory without a bound. */
    static final class Hoarding extends DressedOutbox {
        private final ArrayDeque<ByteBuffer> hoard = new ArrayDeque<>();

        Hoarding(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            hoard.add(Dressed.copy(message));
            while (!hoard.isEmpty() && inner.offer(hoard.peek())) {
                hoard.remove();
            }
        }

        @Override
        public void flush() throws IOException {
            while (!hoard.isEmpty()) {
                inner.send(hoard.remove());
            }
        }
    }

    /** After an interrupt what it sends is taken for the rest of an earlier message. */
    static final class Torn extends DressedOutbox {
        private boolean torn;

        Torn(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (torn) {
                return;
            }
            try {
                inner.send(message);
            } catch (IOException e) {
                torn = true;
                throw e;
            }
        }
    }

    /** Keeps the last message for when there is another. */
    static final class Tardy extends DressedOutbox {
        private ByteBuffer kept;

        Tardy(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (kept != null) {
                inner.send(kept);
            }
            kept = Dressed.copy(message);
        }
    }
}
