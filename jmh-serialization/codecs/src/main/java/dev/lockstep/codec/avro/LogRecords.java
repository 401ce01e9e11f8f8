package dev.lockstep.codec.avro;

import dev.lockstep.codec.payload.LogRecord;

/** The mapping of log records. */
final class LogRecords {
    private LogRecords() {}

    static dev.lockstep.codec.schema.avro.LogRecord toRecord(LogRecord payload) {
        dev.lockstep.codec.schema.avro.LogRecord record = new dev.lockstep.codec.schema.avro.LogRecord();
        record.setSequence(payload.sequence);
        record.setEpochMillis(payload.epochMillis);
        record.setLevel(dev.lockstep.codec.schema.avro.Level.values()[payload.level.ordinal()]);
        record.setHost(payload.host);
        record.setThread(payload.thread);
        record.setLogger(payload.logger);
        record.setMessage(payload.message);
        record.setThrowable(payload.throwable);
        return record;
    }

    static LogRecord toPayload(dev.lockstep.codec.schema.avro.LogRecord record) {
        LogRecord payload = new LogRecord();
        payload.sequence = record.getSequence();
        payload.epochMillis = record.getEpochMillis();
        payload.level = LogRecord.Level.values()[record.getLevel().ordinal()];
        payload.host = record.getHost();
        payload.thread = record.getThread();
        payload.logger = record.getLogger();
        payload.message = record.getMessage();
        payload.throwable = record.getThrowable();
        return payload;
    }
}
