package dev.lockstep.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Lockstep: Maven writes it into a resource, which outlives shading; a manifest's entries do not. */
public final class LockstepVersion {
    private LockstepVersion() {}

    /** The number, such as 1.0.0. */
    public static String current() {
        try (InputStream in = LockstepVersion.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("the class path's own version.properties cannot be read", e);
        }
    }
}
