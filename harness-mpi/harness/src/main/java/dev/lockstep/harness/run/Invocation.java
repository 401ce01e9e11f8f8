package dev.lockstep.harness.run;

import java.util.List;

/**
 * One call of a run, as opposed to what it measures.
 *
 * @param arguments of the command line, which a resumed run starts from; empty when there was none
 * @param resume go on with the run that the folder holds
 * @param retryFailed when resuming, try again what has failed
 * @param force when resuming, go on although JVM, Lockstep or benchmarks are not what they were
 * @param await wait for another benchmark on this machine to end, rather than refuse
 */
public record Invocation(List<String> arguments, boolean resume, boolean retryFailed, boolean force, boolean await) {
    /** A new run. */
    public static final Invocation NEW = new Invocation(List.of(), false, false, false, false);

    public Invocation {
        arguments = List.copyOf(arguments);
    }
}
