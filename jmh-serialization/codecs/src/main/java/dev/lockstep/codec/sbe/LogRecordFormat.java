package dev.lockstep.codec.sbe;

import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.schema.sbe.Flag;
import dev.lockstep.codec.schema.sbe.Level;
import dev.lockstep.codec.schema.sbe.LogRecordDecoder;
import dev.lockstep.codec.schema.sbe.LogRecordEncoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderDecoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The message of a log record. */
final class LogRecordFormat implements Format<LogRecord> {
    private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
    private final LogRecordEncoder out = new LogRecordEncoder();
    private final LogRecordDecoder in = new LogRecordDecoder();

    @Override
    public int write(LogRecord value, MutableDirectBuffer target) {
        out.wrapAndApplyHeader(target, 0, headerOut);
        out.sequence(value.sequence);
        out.epochMillis(value.epochMillis);
        out.level(Level.values()[value.level.ordinal()]);
        out.hasThrowable(Texts.flag(value.throwable != null));
        out.host(Texts.required(value.host));
        out.thread(Texts.required(value.thread));
        out.logger(Texts.required(value.logger));
        out.message(Texts.required(value.message));
        out.throwable(value.throwable);
        return out.limit();
    }

    @Override
    public int read(DirectBuffer source, LogRecord value) {
        in.wrapAndApplyHeader(source, 0, headerIn);
        value.sequence = in.sequence();
        value.epochMillis = in.epochMillis();
        value.level = Texts.constant(LogRecord.Level.values(), in.level());
        Texts.checked(in.hostLength(), in.limit(), source);
        value.host = in.host();
        Texts.checked(in.threadLength(), in.limit(), source);
        value.thread = in.thread();
        Texts.checked(in.loggerLength(), in.limit(), source);
        value.logger = in.logger();
        Texts.checked(in.messageLength(), in.limit(), source);
        value.message = in.message();
        Texts.checked(in.throwableLength(), in.limit(), source);
        String throwable = in.throwable();
        value.throwable = in.hasThrowable() == Flag.YES ? throwable : null;
        return in.limit();
    }
}
