package org.other;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an attacker would send: a class whose reading does something. */
public final class Gadget extends RuntimeException implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Whether that something was done in this JVM. */
    private static volatile boolean sprung;

    /** With a text. */
    public Gadget(String message) {
        super(message);
    }

    /** True once an object of this class has been read. */
    public static boolean hasSprung() {
        return sprung;
    }

    /** What Java writes of an object. */
    public static byte[] written(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    /** Sets in sets: as each one's hash is made of those in it, each level takes twice as long to read as the next. */
    public static Set<Object> bomb() {
        Set<Object> outer = new HashSet<>();
        Set<Object> one = outer;
        Set<Object> other = new HashSet<>();
        for (int level = 0; level < 50; level++) {
            Set<Object> first = new HashSet<>(Set.of("different"));
            Set<Object> second = new HashSet<>();
            one.addAll(List.of(first, second));
            other.addAll(List.of(first, second));
            one = first;
            other = second;
        }
        return outer;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        sprung = true;
        in.defaultReadObject();
    }
}
