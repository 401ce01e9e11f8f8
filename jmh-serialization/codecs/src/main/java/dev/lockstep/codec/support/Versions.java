package dev.lockstep.codec.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the libraries that these codecs were built with. */
public final class Versions {
    private Versions() {}

    /** A library and its version, for example {@code Kryo 5.6.2}. */
    public static String of(String library) {
        try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
            Properties versions = new Properties();
            versions.load(in);
            String version = versions.getProperty(library);
            if (version == null) {
                throw new IllegalArgumentException("no version of " + library + " among " + versions.keySet());
            }
            return library + " " + version;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
