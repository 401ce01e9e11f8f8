package org.other;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

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

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        sprung = true;
        in.defaultReadObject();
    }
}
