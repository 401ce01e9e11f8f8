package dev.lockstep.harness.link;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.stream.Stream;

/** Finds the exception that users want to read among those that JMH makes of several threads' exceptions. */
public final class Reasons {
    /** The end of the message that peers of a thread rank get when it has thrown. */
    public static final String LEFT = " left the operation with an exception";

    private Reasons() {}

    /**
     * The reason of a failure.
     *
     * @param failure as JMH throws it, with the threads' own exceptions as suppressed ones
     * @return the first exception that is not the echo of another thread's; then which rank that other thread was,
     *     if an echo tells
     */
    public static String of(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        List<Throwable> all = cause.getSuppressed().length == 0 ? List.of(cause) : List.of(cause.getSuppressed());
        Throwable first = all.stream().filter(e -> !isEcho(e)).findFirst().orElse(all.get(0));
        Stream<String> echoes =
                all.stream().filter(e -> e != first && isEcho(e)).map(Throwable::getMessage);
        return echoes.findFirst().map(echo -> first + " (" + echo + ")").orElse(first.toString());
    }

    /** What a benchmark's method has thrown, out of what JMH puts around it. */
    public static Throwable thrown(Throwable failure) {
        Throwable thrown = failure.getCause() instanceof InvocationTargetException ? failure.getCause() : failure;
        return thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
    }

    private static boolean isEcho(Throwable e) {
        return e.getMessage() != null && e.getMessage().endsWith(LEFT);
    }
}
