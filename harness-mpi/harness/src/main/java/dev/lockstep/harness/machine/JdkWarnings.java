package dev.lockstep.harness.machine;

import java.util.ArrayList;
import java.util.List;

/** What newer JDKs print of libraries, before a program's own words, and the options that keep them from it. */
public final class JdkWarnings {
    private static final int NATIVE_ACCESS_SINCE = 22;
    private static final int UNSAFE_SINCE = 24;

    private JdkWarnings() {}

    /**
     * The options that a JDK has.
     *
     * @param feature its version, for example 17
     * @return arguments of {@code java}; none for JDKs that do not know them
     */
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
