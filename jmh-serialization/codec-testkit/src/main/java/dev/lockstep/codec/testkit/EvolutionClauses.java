package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.payload.Command;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Clauses on decoding one version's bytes with another version, where that is promised. Each version lacks a field of
 * the other.
 */
final class EvolutionClauses {
    private EvolutionClauses() {}

    static List<Clause> of(CodecProvider provider) {
        if (provider.unclaimed(Command.class).isPresent()
                || provider.unsupported().containsKey(Capability.EVOLUTION)) {
            return List.of();
        }
        return List.of(
                new Clause("command: a later version reads an earlier one", () -> forwards(provider)),
                new Clause("command: an earlier version reads a later one", () -> backwards(provider)));
    }

    private static void forwards(CodecProvider provider) {
        Codec<dev.lockstep.codec.payload.next.Command> reader =
                provider.codec(dev.lockstep.codec.payload.next.Command.class);
        for (long seed = 0; seed < 20; seed++) {
            Command old = Command.of(seed);
            ByteBuffer bytes = provider.codec(Command.class).encode(old);
            dev.lockstep.codec.payload.next.Command read = reader.decode(bytes);
            Expect.that(!bytes.hasRemaining(), "%s bytes were not read", bytes.remaining());
            Expect.that(
                    old.operation == read.operation
                            && old.requestId == read.requestId
                            && old.key.equals(read.key)
                            && Arrays.equals(old.value, read.value)
                            && old.version == read.version,
                    "%s was read as %s",
                    old,
                    read);
            Expect.that(read.tenant == null && read.priority == 0, "fields that were not there are set: %s", read);
            subjectWorks(provider, read);
        }
    }

    private static void backwards(CodecProvider provider) {
        Codec<Command> reader = provider.codec(Command.class);
        for (long seed = 0; seed < 20; seed++) {
            dev.lockstep.codec.payload.next.Command late = later(Command.of(seed));
            ByteBuffer bytes = provider.codec(dev.lockstep.codec.payload.next.Command.class)
                    .encode(late);
            Command expected = Command.of(seed);
            expected.ttlSeconds = 0;
            Command read = reader.decode(bytes);
            Expect.that(!bytes.hasRemaining(), "%s bytes were not read", bytes.remaining());
            Expect.that(expected.equals(read), "%s was read as %s", late, read);
        }
    }

    private static dev.lockstep.codec.payload.next.Command later(Command command) {
        dev.lockstep.codec.payload.next.Command later = new dev.lockstep.codec.payload.next.Command();
        later.operation = command.operation;
        later.requestId = command.requestId;
        later.key = command.key;
        later.value = command.value;
        later.version = command.version;
        later.tenant = "somebody";
        later.priority = 7;
        return later;
    }

    private static void subjectWorks(CodecProvider provider, dev.lockstep.codec.payload.next.Command command) {
        Codec<dev.lockstep.codec.payload.next.Command> codec =
                provider.codec(dev.lockstep.codec.payload.next.Command.class);
        Expect.that(
                command.equals(codec.decode(codec.encode(command))), "%s does not survive its own version", command);
    }
}
