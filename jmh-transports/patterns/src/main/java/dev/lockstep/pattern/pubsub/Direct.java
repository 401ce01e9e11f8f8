package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.benchmarks.Ends;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Topics after jGMA: a subscriber registers its place with a mediator, a publisher asks for the places at the start,
 * and sends to each by itself. One that publishes marshals and puts the bytes into a buffer, out of which one thread
 * sends; one that subscribes has a thread that receives, unmarshals and puts into a buffer, out of which messages are
 * taken.
 *
 * <ul>
 *   <li><b>Late subscriber</b>: publishers know it when they are opened, or refreshed, after it has subscribed.
 *   <li><b>Order</b>: that of each publisher, with a connection that is kept. With one for each message, as transports
 *       promise nothing of different connections, messages may pass each other.
 *   <li><b>Subscriber that is gone</b>: is given up when sending to it fails, and counted; what was sent to it and not
 *       taken is lost. The others miss nothing.
 *   <li><b>Slow subscriber</b>: its buffer fills, then the transport, then the publisher's buffer; then publishing
 *       waits, and with it the others, for there is one send thread. Nothing is lost, but where a connection is
 *       opened for each message: 1,024 of them wait, and a subscriber that accepts none for 30 seconds is given up.
 *       Where the transport has no {@link Capability#BACK_PRESSURE} the memory of who sends, or receives, grows.
 *   <li><b>Publisher that dies</b>: what it had in its buffer is lost; a message that breaks off is counted. The
 *       others' come.
 *   <li><b>Mediator that is gone</b>: messages go on; who subscribes, closes a subscription or opens a publisher is
 *       told.
 * </ul>
 *
 * @param <M> a message
 */
final class Direct<M> implements Topics<M> {
    /** Between the addresses of a place. */
    static final String SEPARATOR = " ";

    private final Ends ends;
    private final Registry mediator;
    private final Format<M> format;
    private final Way way;
    private final Consumer<IOException> lost;

    /**
     * How messages go.
     *
     * @param perMessage whether a connection is opened for each, or one is kept for all
     * @param buffered whether threads send and receive; else callers do, and a publisher names one subscriber after
     *     the other
     */
    record Way(boolean perMessage, boolean buffered) {
        /**
         * How many endpoints a place has. Where an endpoint hears one sender alone, and connections are kept, each
         * publisher has one of its own.
         */
        int endpoints(Ends ends, int publishers) {
            boolean forOne = !perMessage
                    && ends.transport().unsupported(ends.setting().options()).containsKey(Capability.MANY_SENDERS);
            return forOne ? publishers : 1;
        }
    }

    /**
     * Topics of that mediator.
     *
     * @param mediator which stays open
     * @param lost is told of each subscriber that is given up, by the thread that sends
     */
    Direct(Ends ends, Registry mediator, Format<M> format, Way way, Consumer<IOException> lost) {
        this.ends = ends;
        this.mediator = mediator;
        this.format = format;
        this.way = way;
        this.lost = lost;
    }

    @Override
    public Subscription<M> subscribe(String topic, int publishers) throws IOException {
        return new DirectSubscription<>(
                ends,
                way.endpoints(ends, publishers),
                format,
                way.buffered(),
                new DirectSubscription.Registration(mediator, topic));
    }

    @Override
    public Publisher<M> publisher(int number, String... topics) throws IOException {
        return new DirectPublisher<>(ends, mediator, format, way, lost, number, topics);
    }

    @Override
    public void close() {}
}
