package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;

/** The mapping of log records. */
final class LogRecords {
    private LogRecords() {}

    static PayloadProtos.LogRecord toMessage(LogRecord log) {
        PayloadProtos.LogRecord.Builder message = PayloadProtos.LogRecord.newBuilder()
                .setSequence(log.sequence)
                .setEpochMillis(log.epochMillis)
                .setLevelValue(Enums.number(log.level))
                .setHost(log.host)
                .setThread(log.thread)
                .setLogger(log.logger)
                .setMessage(log.message);
        if (log.throwable != null) {
            message.setThrowable(log.throwable);
        }
        return message.build();
    }

    static LogRecord toPayload(PayloadProtos.LogRecord message) {
        LogRecord log = new LogRecord();
        log.sequence = message.getSequence();
        log.epochMillis = message.getEpochMillis();
        log.level = Enums.constant(LogRecord.Level.values(), message.getLevelValue());
        log.host = message.getHost();
        log.thread = message.getThread();
        log.logger = message.getLogger();
        log.message = message.getMessage();
        log.throwable = message.hasThrowable() ? message.getThrowable() : null;
        return log;
    }
}
