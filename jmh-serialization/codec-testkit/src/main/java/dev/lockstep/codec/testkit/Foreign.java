package dev.lockstep.codec.testkit;

import dev.lockstep.codec.payload.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Bytes that ask for an object of {@link Trapped}. */
final class Foreign {
    private static final String TRAP = "dev.lockstep.codec.testkit.Trapped";

    private Foreign() {}

    /**
     * Java's own serialization of the trap, and the given bytes with the trap's name wherever a payload's class with a
     * name as long is meant. The name's last letter stays: some mark it, by its highest bit.
     */
    static List<byte[]> instead(ByteBuffer encoded) throws IOException {
        List<byte[]> all = new ArrayList<>();
        ByteArrayOutputStream java = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(java)) {
            out.writeObject(Command.of(1));
        }
        all.add(renamed(java.toByteArray(), Command.class.getName()));
        all.add(renamed(Expect.copy(encoded), Command.class.getName()));
        return all;
    }

    private static byte[] renamed(byte[] bytes, String name) {
        String mine = TRAP.substring(0, TRAP.length() - 1);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace(name.substring(0, name.length() - 1), mine).getBytes(StandardCharsets.ISO_8859_1);
    }

    static void expectNotSprung() {
        Expect.that(
                System.getProperty(TRAP) == null, "a class that has nothing to do with the payload was initialised");
    }
}
