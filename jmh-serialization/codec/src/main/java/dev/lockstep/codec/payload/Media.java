package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** A film. */
@SuppressWarnings("serial") // the lists that are put here can be serialized
public final class Media implements Serializable {
    private static final long serialVersionUID = 1;

    /** The address of the film. */
    public String uri;

    /** The title; null if it has none. */
    public String title;

    public int width;

    public int height;

    /** The media type. */
    public String format;

    public long durationMillis;

    public long sizeBytes;

    /** The bits per second; 0 unless {@link #hasBitrate}. */
    public int bitrate;

    /** Whether the bitrate is known. */
    public boolean hasBitrate;

    /** The persons in it. */
    public List<String> persons;

    /** The player. */
    public Player player;

    /** The copyright; null if nobody claims it. */
    public String copyright;

    /** A player of films. */
    public enum Player {
        /** A program on a JVM. */
        JAVA,
        /** A plug-in of browsers. */
        FLASH
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Media m
                && Objects.equals(uri, m.uri)
                && Objects.equals(title, m.title)
                && width == m.width
                && height == m.height
                && Objects.equals(format, m.format)
                && durationMillis == m.durationMillis
                && sizeBytes == m.sizeBytes
                && bitrate == m.bitrate
                && hasBitrate == m.hasBitrate
                && Objects.equals(persons, m.persons)
                && player == m.player
                && Objects.equals(copyright, m.copyright);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                uri,
                title,
                width,
                height,
                format,
                durationMillis,
                sizeBytes,
                bitrate,
                hasBitrate,
                persons,
                player,
                copyright);
    }

    @Override
    public String toString() {
        return uri + " \"" + title + "\" " + width + "x" + height + " " + format + " " + durationMillis + " ms "
                + sizeBytes + " B " + bitrate + " " + hasBitrate + " " + persons + " " + player + " " + copyright;
    }
}
