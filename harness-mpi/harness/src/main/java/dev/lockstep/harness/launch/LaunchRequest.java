package dev.lockstep.harness.launch;

import java.util.List;

/**
 * A request to a launcher.
 *
 * @param processes how many
 * @param threadsPerProcess how many busy threads each will have
 * @param oversubscribed whether that is more than there are cores
 * @param bind {@code core}, {@code none}, {@code auto}, or a word of the launcher's own
 * @param forward names of variables that every process must see
 * @param extra arguments of the user's, passed on as they are
 * @param hosts where; left to the launcher if none are given
 */
public record LaunchRequest(
        int processes,
        int threadsPerProcess,
        boolean oversubscribed,
        String bind,
        List<String> forward,
        List<String> extra,
        Hosts hosts) {
    /** Binding to a core if there are enough of them, else none. */
    public static final String AUTO = "auto";

    public LaunchRequest {
        forward = List.copyOf(forward);
        extra = List.copyOf(extra);
    }

    /** The binding to ask for, never {@value #AUTO}. */
    public String binding() {
        return bind.equals(AUTO) ? (oversubscribed ? "none" : "core") : bind;
    }
}
