package dev.lockstep.codec.sbe;

import dev.lockstep.codec.payload.Command;
import dev.lockstep.codec.schema.sbe.CommandDecoder;
import dev.lockstep.codec.schema.sbe.CommandEncoder;
import dev.lockstep.codec.schema.sbe.Flag;
import dev.lockstep.codec.schema.sbe.MessageHeaderDecoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderEncoder;
import dev.lockstep.codec.schema.sbe.Operation;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The message of a command to a key-value store. */
final class CommandFormat implements Format<Command> {
    private static final byte[] NOTHING = {};

    private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
    private final CommandEncoder out = new CommandEncoder();
    private final CommandDecoder in = new CommandDecoder();

    @Override
    public int write(Command value, MutableDirectBuffer target) {
        out.wrapAndApplyHeader(target, 0, headerOut);
        out.operation(Operation.values()[value.operation.ordinal()]);
        out.requestId(value.requestId);
        out.version(value.version);
        out.ttlSeconds(value.ttlSeconds);
        out.hasValue(Texts.flag(value.value != null));
        out.key(Texts.required(value.key));
        byte[] bytes = value.value == null ? NOTHING : value.value;
        out.putValue(bytes, 0, bytes.length);
        return out.limit();
    }

    @Override
    public int read(DirectBuffer source, Command value) {
        in.wrapAndApplyHeader(source, 0, headerIn);
        value.operation = Texts.constant(Command.Operation.values(), in.operation());
        value.requestId = in.requestId();
        value.version = in.version();
        value.ttlSeconds = in.ttlSeconds();
        Texts.checked(in.keyLength(), in.limit(), source);
        value.key = in.key();
        byte[] bytes = new byte[Texts.checked(in.valueLength(), in.limit(), source)];
        in.getValue(bytes, 0, bytes.length);
        value.value = in.hasValue() == Flag.YES ? bytes : null;
        return in.limit();
    }
}
