package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.LogRecord;
import java.nio.ByteBuffer;

/** The bytes of a log record. */
final class LogRecordFormat implements Format<LogRecord> {
    private final LogRecord.Level[] levels = LogRecord.Level.values();

    @Override
    public LogRecord make() {
        return new LogRecord();
    }

    @Override
    public void write(LogRecord value, ByteBuffer target) {
        target.putLong(value.sequence);
        target.putLong(value.epochMillis);
        Fields.writeEnum(value.level, target);
        Fields.writeText(value.host, target);
        Fields.writeText(value.thread, target);
        Fields.writeText(value.logger, target);
        Fields.writeText(value.message, target);
        Fields.writeText(value.throwable, target);
    }

    @Override
    public void read(ByteBuffer source, LogRecord value) {
        value.sequence = source.getLong();
        value.epochMillis = source.getLong();
        value.level = Fields.readEnum(levels, source);
        value.host = Fields.readText(source);
        value.thread = Fields.readText(source);
        value.logger = Fields.readText(source);
        value.message = Fields.readText(source);
        value.throwable = Fields.readText(source);
    }
}
