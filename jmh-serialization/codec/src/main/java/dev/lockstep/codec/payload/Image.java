package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.Objects;

/** A picture that belongs to a {@link Media}. */
public final class Image implements Serializable {
    private static final long serialVersionUID = 1;

    /** The address of the picture. */
    public String uri;

    /** The title; null if it has none. */
    public String title;

    public int width;

    public int height;

    /** The use that it is fit for. */
    public Size size;

    /** The use of a picture. */
    public enum Size {
        SMALL,
        LARGE
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Image i
                && Objects.equals(uri, i.uri)
                && Objects.equals(title, i.title)
                && width == i.width
                && height == i.height
                && size == i.size;
    }

    @Override
    public int hashCode() {
        return Objects.hash(uri, title, width, height, size);
    }

    @Override
    public String toString() {
        return uri + " \"" + title + "\" " + width + "x" + height + " " + size;
    }
}
