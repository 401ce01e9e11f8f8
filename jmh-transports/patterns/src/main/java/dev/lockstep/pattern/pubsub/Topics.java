package dev.lockstep.pattern.pubsub;

import java.io.Closeable;
import java.io.IOException;

/**
 * Publish and subscribe by the names of topics, of 1 to 100 letters, digits, hyphens and underscores. All who have
 * subscribed get each message at most once, whole, and those of one publisher in their order, but where a connection
 * is opened for each. What else is promised, and how, {@link Direct} and {@link Brokered} say. What is lost is
 * counted; nothing is sent again, so nobody promises that a message comes at least once.
 *
 * @param <M> a message
 */
interface Topics<M> extends Closeable {
    /**
     * Subscribes: what is published from now on comes.
     *
     * @param publishers how many there will be, 1 or more
     * @return to be closed before this
     */
    Subscription<M> subscribe(String topic, int publishers) throws IOException;

    /**
     * A publisher, for those who have subscribed.
     *
     * @param number its own among those of each topic, from 0
     * @param topics that it publishes to
     * @return to be closed before this
     */
    Publisher<M> publisher(int number, String... topics) throws IOException;

    /** Ends what they share. */
    @Override
    void close() throws IOException;

    /**
     * Publishes; of one thread.
     *
     * @param <M> a message
     */
    interface Publisher<M> extends Closeable {
        /**
         * Publishes a message; returns when it is on its way or in a buffer, and waits for room. It is no error if
         * nobody has subscribed.
         *
         * @param topic one of this publisher's
         * @throws IOException if this can publish nothing more; says why
         */
        void publish(String topic, M message) throws IOException;

        /**
         * Hears of those who have subscribed since it was opened.
         *
         * @throws IOException if that cannot be found out
         */
        void refresh() throws IOException;

        /** How many subscribers were given up, because sending to them had failed. */
        int lost();

        /** Ends it, when all that was published has left. */
        @Override
        void close() throws IOException;
    }

    /**
     * The messages of a topic, as they come; of one thread.
     *
     * @param <M> a message
     */
    interface Subscription<M> extends Closeable {
        /**
         * Takes a message, and waits for one.
         *
         * @param timeoutNanos how long to wait; 0: no limit
         * @return good until the next one is taken; null if the time is over
         * @throws IOException if no more can come; says why
         */
        M take(long timeoutNanos) throws IOException;

        /** How many messages have broken off, because their publisher was gone in the middle of them. */
        long brokenOff();

        /** No more can come, for a reason from elsewhere: who takes is told. */
        void fail(IOException why);

        /** Ends the subscription; what has not been taken is gone. */
        @Override
        void close() throws IOException;
    }
}
