package dev.lockstep.harness.link;

import java.io.ObjectInputFilter;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * The filter of objects that are read from JMH's link: JMH's own, and what they and exceptions are made of. Whoever may
 * choose the classes that are read can execute code.
 */
public final class LinkFilter {
    /**
     * The filter, without a limit of references, which would count everything that a rank ever says: what ranks print
     * has no end. As deep as an exception with a dozen causes, and not so deep that sets within sets take long to be
     * put together.
     */
    public static final ObjectInputFilter FILTER =
            ObjectInputFilter.Config.createFilter("maxdepth=20;maxarray=16777216;"
                    + "org.openjdk.jmh.**;dev.lockstep.**;java.lang.*;java.util.*;java.util.concurrent.*;java.io.*;java.nio.*;java.nio.channels.*;"
                    + "java.net.SocketException;java.net.ConnectException;java.net.SocketTimeoutException;java.net.BindException;"
                    + "java.net.UnknownHostException;!*");

    private LinkFilter() {}

    /**
     * Guards JMH's host, which reads from the first that connects to its port, by the filter of the whole JVM
     * ({@code jdk.serialFilter}). Other threads may read what they could before. A filter that the user has set stays.
     */
    public static synchronized void guardHost() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(info -> JmhFrames.isHandler(Thread.currentThread())
                    ? FILTER.checkInput(info)
                    : ObjectInputFilter.Status.UNDECIDED);
        }
    }

    /**
     * Guards JMH's client in a rank. A filter of the whole JVM would be asked for every object that a benchmark reads,
     * and so be measured, or refuse it; this one is given to the streams of one thread, when they are opened.
     *
     * @param reader the client's thread, which runs no benchmark
     */
    public static void guardRank(Thread reader) {
        try {
            ObjectInputFilter.Config.setSerialFilterFactory((current, next) ->
                    current == null && Thread.currentThread() == reader ? FILTER : next == null ? current : next);
        } catch (IllegalStateException e) {
            // The user has a factory (jdk.serialFilterFactory), or an agent has read objects already. What the client
            // reads comes from a relay that has proved itself, and has read and written it anew.
            return;
        }
    }
}
