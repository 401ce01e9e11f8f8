package dev.lockstep.codec.benchmarks;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The parameter {@code payload}: by default, all of them. */
@State(Scope.Benchmark)
public class PayloadName {
    /** The name of one of {@link dev.lockstep.codec.payload.Payloads}. */
    @Param({"ping", "command", "media", "doubles-16", "doubles-1024", "doubles-65536", "log", "records"})
    String payload;
}
