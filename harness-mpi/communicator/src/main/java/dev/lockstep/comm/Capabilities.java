package dev.lockstep.comm;

import java.util.Map;

/**
 * The capabilities that an implementation lacks. Nothing is emulated in silence: what its library does not have, it
 * declares here with the reason, and the operations raise an {@link UnsupportedCapabilityException} with the same
 * words.
 *
 * <p>The operations of the role interfaces do so unless overridden; an implementation writes down what it has.
 */
public interface Capabilities {

    /**
     * The missing capabilities.
     *
     * @return a reason for each; empty if all are there
     */
    default Map<Capability, String> unsupported() {
        return Map.of();
    }

    /** Whether a capability is there: true unless it is declared missing. */
    default boolean supports(Capability capability) {
        return !unsupported().containsKey(capability);
    }
}
