package dev.lockstep.harness;

import java.util.Map;

/**
 * A benchmark that knows how much memory its messages take, which may be far more than one message: a run leaves out what
 * takes more than {@code --max-memory} of a rank, by name and before anything is started. Its class needs a public
 * constructor without arguments, as JMH's states do.
 */
public interface Sized {
    /**
     * The memory of one combination of its parameters.
     *
     * @param params by name; the instance is asked once, and may take them for its own
     * @param ranks how many there are
     * @return the bytes of each rank's buffers, for each of its threads; {@link Long#MAX_VALUE} if no JVM has buffers of
     *     that size
     * @throws IllegalArgumentException if a value does not exist; says which there are
     */
    long memory(Map<String, String> params, int ranks);
}
