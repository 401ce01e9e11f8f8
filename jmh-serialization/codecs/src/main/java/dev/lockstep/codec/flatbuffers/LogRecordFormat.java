package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.LogRecord;
import java.nio.ByteBuffer;

/** Log records as tables. */
final class LogRecordFormat implements Format<LogRecord> {

    @Override
    public int write(LogRecord value, FlatBufferBuilder builder) {
        int host = Builders.text(value.host, builder);
        int thread = Builders.text(value.thread, builder);
        int logger = Builders.text(value.logger, builder);
        int message = Builders.text(value.message, builder);
        int throwable = Builders.text(value.throwable, builder);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.startLogRecord(builder);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addSequence(builder, value.sequence);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addEpochMillis(builder, value.epochMillis);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addLevel(builder, value.level.ordinal());
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addHost(builder, host);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addThread(builder, thread);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addLogger(builder, logger);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addMessage(builder, message);
        dev.lockstep.codec.schema.flatbuffers.LogRecord.addThrowable(builder, throwable);
        return dev.lockstep.codec.schema.flatbuffers.LogRecord.endLogRecord(builder);
    }

    @Override
    public LogRecord read(ByteBuffer source, Budget budget) {
        dev.lockstep.codec.schema.flatbuffers.LogRecord table =
                dev.lockstep.codec.schema.flatbuffers.LogRecord.getRootAsLogRecord(source);
        LogRecord value = new LogRecord();
        value.sequence = table.sequence();
        value.epochMillis = table.epochMillis();
        value.level = Builders.constant(LogRecord.Level.values(), table.level());
        value.host = table.host();
        value.thread = table.thread();
        value.logger = table.logger();
        value.message = table.message();
        value.throwable = table.throwable();
        return value;
    }
}
