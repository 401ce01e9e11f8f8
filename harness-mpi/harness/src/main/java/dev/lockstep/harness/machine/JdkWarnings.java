package dev.lockstep.harness.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * The warnings that newer JDKs print about libraries before a program's own output, and the options that suppress them.
 */
public final class JdkWarnings {
    private static final int NATIVE_ACCESS_SINCE = 22;
    private static final int UNSAFE_SINCE = 24;

    private JdkWarnings() {}

    /** The options of a JDK, by its version, for example 17; none for JDKs that do not know them. */
    public static List<String> off(int feature) {
        List<String> options = new ArrayList<>();
        if (feature >= NATIVE_ACCESS_SINCE) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        if (feature >= UNSAFE_SINCE) {
            // JMH 1.37 reads an object's layout with it.
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options;
    }
}
