package dev.lockstep.codec.serializable;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.UUID;

/**
 * A stream that reads the classes of payloads, and no more of it than the bytes can hold. A payload of another version
 * stands for that of the reader's.
 */
final class FilteredInputStream extends ObjectInputStream {
    private static final String PAYLOADS = "dev.lockstep.codec.payload.";
    private static final int MAX_DEPTH = 1_000;

    private final Class<?> type;
    private final long bytes;

    FilteredInputStream(InputStream source, Class<?> type) throws IOException {
        super(source);
        this.type = type;
        // The stream has read its header of four bytes, and perhaps more.
        this.bytes = source.available() + Long.BYTES;
        setObjectInputFilter(this::check);
    }

    private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        boolean bounded = info.depth() <= MAX_DEPTH && info.arrayLength() <= bytes && info.references() <= bytes;
        return bounded && (info.serialClass() == null || allowed(info.serialClass()))
                ? ObjectInputFilter.Status.ALLOWED
                : ObjectInputFilter.Status.REJECTED;
    }

    private static boolean allowed(Class<?> asked) {
        return asked.isArray()
                ? asked.getComponentType().isPrimitive() || asked.getComponentType() == Object.class
                : asked.getName().startsWith(PAYLOADS)
                        || asked == ArrayList.class
                        || asked == UUID.class
                        || asked == Enum.class
                        || asked == String.class;
    }

    /** Java takes a class of another package for the same if it has the same simple name. */
    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
        String name = described.getName();
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return name.startsWith(PAYLOADS) && simple.equals(type.getSimpleName()) ? type : super.resolveClass(described);
    }
}
