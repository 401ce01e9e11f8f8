package org.openjdk.jmh.runner.link;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.util.Version;

/**
 * The knowledge that Lockstep has of the frames on JMH's link, which are package-private: this one file stands in their
 * package. It holds for the JMH versions in {@link #TESTED}; {@link #requireTested()} refuses others.
 */
public final class JmhFrames {
    /** Versions of JMH whose frames are known to be these: between 1.36 and 1.37 their package did not change. */
    public static final List<String> TESTED = List.of("1.36", "1.37");

    /** The system property that lets an untested version through. */
    public static final String UNTESTED = "lockstep.jmh.untested";

    private static final String ITERATION = "iteration" + BenchmarkParams.class.getName() + ",";
    private static final String ITERATION_RESULT = "iterationResult";
    private static final String PRINT = "print";
    private static final String PRINTLN = "println" + String.class.getName() + ",";

    private JmhFrames() {}

    /**
     * Checks the JMH on the class path.
     *
     * @throws IllegalStateException if it is not one of {@link #TESTED}
     */
    public static void requireTested() {
        requireTested(Version.getPlainVersion());
    }

    /**
     * Checks a version.
     *
     * @throws IllegalStateException if it is not one of {@link #TESTED}
     */
    public static void requireTested(String version) {
        if (!TESTED.contains(version) && !Boolean.getBoolean(UNTESTED)) {
            throw new IllegalStateException("Lockstep's relay was tested with JMH " + String.join(", ", TESTED)
                    + "; on the class path is " + version + ". Use one of those, or try it with the JVM option -D"
                    + UNTESTED + "=true (JAVA_TOOL_OPTIONS reaches the JVM that ./lockstep starts)");
        }
    }

    /**
     * Whether a thread is one of JMH's host, in which that reads what a fork sends; it is known by the name of its
     * class, which is nested and private.
     */
    public static boolean isHandler(Thread thread) {
        return thread.getClass().getName().equals(BinaryLinkServer.class.getName() + "$Handler");
    }

    /**
     * The connections that JMH's host of this JVM reads from at a port: one at most, unless the host is about to accept
     * another.
     */
    public static List<Socket> served(int port) {
        List<Socket> sockets = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (isHandler(thread)) {
                try {
                    Field field = thread.getClass().getDeclaredField("socket");
                    field.setAccessible(true);
                    sockets.add((Socket) field.get(thread));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("this JMH keeps its connections elsewhere", e);
                }
            }
        }
        sockets.removeIf(socket -> socket.getLocalPort() != port);
        return sockets;
    }

    /** The meaning of a frame to the relay. */
    public sealed interface Meaning {}

    /** A fork says hello, with its process id. */
    public record Hello(long pid) implements Meaning {}

    /** A fork asks for its action plan. */
    public record PlanRequest() implements Meaning {}

    /**
     * An iteration is over, warm-up included.
     *
     * @param benchmark what was run
     * @param iterations how
     * @param number of the iteration, from 1
     * @param result raw, of this fork
     */
    public record Iteration(BenchmarkParams benchmark, IterationParams iterations, int number, IterationResult result)
            implements Meaning {}

    /** An iteration is about to begin, warm-up included. */
    public record Begin() implements Meaning {}

    /** A measured iteration's result: the same as that of the {@link Iteration} before. */
    public record Results() implements Meaning {}

    /** The benchmark failed. */
    public record Failure(BenchmarkException error) implements Meaning {}

    /** The benchmark printed something, in the fork's encoding. */
    public record Output(byte[] bytes) implements Meaning {}

    /** JMH itself printed something, with a line end, if any. */
    public record Print(String text) implements Meaning {}

    /** All iterations are done. */
    public record Complete() implements Meaning {}

    /**
     * JMH's client closes without flushing its last frame, so this may come or not; what counts is that the stream
     * ends.
     */
    public record Finish() implements Meaning {}

    /** A frame that is passed on as it is. */
    public record Other() implements Meaning {}

    /** The meaning of a frame. */
    public static Meaning meaning(Object frame) {
        if (frame instanceof OutputFormatFrame f) {
            return meaning(f);
        } else if (frame instanceof HandshakeInitFrame f) {
            return new Hello(f.getPid());
        } else if (frame instanceof InfraFrame) {
            return new PlanRequest();
        } else if (frame instanceof ResultsFrame) {
            return new Results();
        } else if (frame instanceof ExceptionFrame f) {
            return new Failure(f.getError());
        } else if (frame instanceof OutputFrame f) {
            return new Output(f.getData());
        } else if (frame instanceof ResultMetadataFrame) {
            return new Complete();
        } else if (frame instanceof FinishingFrame) {
            return new Finish();
        }
        return new Other();
    }

    private static Meaning meaning(OutputFormatFrame f) {
        if (f.method.startsWith(ITERATION_RESULT)) {
            return new Iteration(
                    (BenchmarkParams) f.args[0], (IterationParams) f.args[1], (Integer) f.args[2], (IterationResult)
                            f.args[3]);
        }
        if (f.method.startsWith(ITERATION)) {
            return new Begin();
        }
        if (f.method.startsWith(PRINT) && f.args != null && f.args.length == 1 && f.args[0] instanceof String text) {
            return new Print(f.method.startsWith("println") ? text + "\n" : text);
        }
        return new Other();
    }

    /**
     * The iteration frame for JMH's host with another result.
     *
     * @param frame as it came from rank 0
     * @param merged in place of its own result
     */
    public static Serializable withResult(Object frame, IterationResult merged) {
        OutputFormatFrame f = (OutputFormatFrame) frame;
        return new OutputFormatFrame(f.method, new Object[] {f.args[0], f.args[1], f.args[2], merged});
    }

    /** A results frame for JMH's host with the iteration's result. */
    public static Serializable results(IterationResult merged) {
        return new ResultsFrame(merged);
    }

    /** A frame for JMH's host with a line to print. */
    public static Serializable print(String text) {
        return new OutputFormatFrame(PRINTLN, new Object[] {text});
    }

    /** A frame for JMH's host that tells a failure, with rank and reason. */
    public static Serializable failure(String reason) {
        return new ExceptionFrame(new BenchmarkException(new IllegalStateException(reason)));
    }

    /** The last frame for JMH's host. */
    public static Serializable finish() {
        return new FinishingFrame();
    }
}
