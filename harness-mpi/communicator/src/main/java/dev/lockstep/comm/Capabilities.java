package dev.lockstep.comm;

import java.util.Map;

/**
 * What an implementation lacks. Nothing is emulated in silence: what its library does not have, it declares here with the
 * reason, and the operations raise an {@link UnsupportedCapabilityException} with the same words.
 *
 * <p>The operations of the role interfaces do so unless overridden; an implementation writes down what it has.
 */
public interface Capabilities {

    /**
     * What is lacking here, and why.
     *
     * @return a reason for each capability that is not there; empty if all are
     */
    default Map<Capability, String> unsupported() {
        return Map.of();
    }

    /**
     * Whether a capability is there.
     *
     * @param capability asked for
     * @return true unless it is declared lacking
     */
    default boolean supports(Capability capability) {
        return !unsupported().containsKey(capability);
    }
}
