package dev.lockstep.transport.aeron;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Calls that no interrupt may break off, in a thread that nobody interrupts: Aeron would end its client, or leave a thread behind. */
final class Apart {
    private Apart() {}

    /** Calls it, and waits for its end, interrupted or not; what it throws is thrown. */
    static <T> T call(Supplier<T> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        done.complete(action.get());
                    } catch (RuntimeException | Error e) {
                        done.completeExceptionally(e);
                    }
                },
                "lockstep-aeron-call");
        thread.setDaemon(true);
        thread.start();
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
    static void run(Runnable action) {
        call(() -> {
            action.run();
            return null;
        });
    }
}
