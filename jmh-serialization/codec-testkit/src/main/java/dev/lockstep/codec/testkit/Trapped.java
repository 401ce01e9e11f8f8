package dev.lockstep.codec.testkit;

import java.io.Serializable;

/**
 * A class that no codec may touch. Its name is as long as that of {@link dev.lockstep.codec.payload.Command}, and ends
 * with the same letter.
 */
final class Trapped implements Serializable {
    private static final long serialVersionUID = 1;

    static {
        System.setProperty(Trapped.class.getName(), "sprung");
    }
}
