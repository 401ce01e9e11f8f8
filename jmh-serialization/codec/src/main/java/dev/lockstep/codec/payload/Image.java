package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.Objects;

/** A picture that belongs to a {@link Media}. */
public final class Image implements Serializable {
    private static final long serialVersionUID = 1;

    /** Where it is. */
    public String uri;

    /** Null if it has none. */
    public String title;

    /** In pixels. */
    public int width;

    /** In pixels. */
    public int height;

    /** For what it is fit. */
    public Size size;

    /** For what a picture is fit. */
    public enum Size {
        /** A list. */
        SMALL,
        /** A page. */
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
