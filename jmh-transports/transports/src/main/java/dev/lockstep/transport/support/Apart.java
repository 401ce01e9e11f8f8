package dev.lockstep.transport.support;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Calls that no interrupt may break off, in a thread that nobody interrupts: libraries would leave half undone what they do. */
public final class Apart {
    private Apart() {}

    /** Calls it, and waits for its end, interrupted or not; what it throws is thrown. */
    public static <T> T call(Supplier<T> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        begin(() -> {
            try {
                done.complete(action.get());
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        try {
            return done.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    /** The same of what has no result. */
    public static void run(Runnable action) {
        call(() -> {
            action.run();
            return null;
        });
    }

    /** Begins it, and waits for nothing. */
    public static void begin(Runnable action) {
        Thread thread = new Thread(action, "lockstep-apart");
        thread.setDaemon(true);
        thread.start();
    }
}
