package dev.lockstep.transport;

import java.io.IOException;
import java.util.List;

/** Closing of several things, each of which is closed whatever another one throws. */
public final class Closing {
    private Closing() {}

    /**
     * Closes all of them, the first one first.
     *
     * @param all what is to be closed; it may also be a step of closing
     * @throws IOException that of the first that fails; those of others are suppressed exceptions of it
     */
    public static void all(List<AutoCloseable> all) throws IOException {
        IOException failed = null;
        for (AutoCloseable one : all) {
            try {
                one.close();
            } catch (Exception e) {
                IOException next = e instanceof IOException io ? io : new IOException(e);
                if (failed == null) {
                    failed = next;
                } else {
                    failed.addSuppressed(next);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * Closes what cannot be used.
     *
     * @param why it cannot; what closing throws is a suppressed exception of it
     * @param all as for {@link #all}
     */
    public static void because(Throwable why, List<? extends AutoCloseable> all) {
        try {
            all(List.copyOf(all));
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }
}
