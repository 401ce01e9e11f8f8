package dev.lockstep.comm;

import java.util.Map;

/** An operation was called that the implementation declares it does not have. */
public final class UnsupportedCapabilityException extends UnsupportedOperationException {
    private static final long serialVersionUID = 1L;

    private final Capability capability;
    private final String reason;

    private UnsupportedCapabilityException(Capability capability, String reason) {
        super(capability + " is not supported: " + reason);
        this.capability = capability;
        this.reason = reason;
    }

    /**
     * The exception for a missing operation; for implementations.
     *
     * @param of whose operation it is
     * @param needed what the operation needs; at least one
     * @return with the reason of the first that is declared missing
     * @throws IllegalStateException if none is: the declaration is wrong
     */
    public static UnsupportedCapabilityException of(Capabilities of, Capability... needed) {
        Map<Capability, String> lacking = of.unsupported();
        for (Capability capability : needed) {
            String reason = lacking.get(capability);
            if (reason != null) {
                return new UnsupportedCapabilityException(capability, reason);
            }
        }
        throw new IllegalStateException(
                of + " has no operation that needs " + needed[needed.length - 1] + ", and does not declare so");
    }

    /** The missing capability, one of those that the operation needs. */
    public Capability capability() {
        return capability;
    }

    /** The reason, as in {@link Capabilities#unsupported()}. */
    public String reason() {
        return reason;
    }
}
