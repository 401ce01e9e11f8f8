package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** A record of a log: mostly text, of which some is not ASCII. */
public final class LogRecord implements Serializable {
    private static final long serialVersionUID = 1;
    private static final List<String> MESSAGES = List.of(
            "Leader changed after the term expired; replaying entries from the last snapshot",
            "Antwort verz\u00f6gert: drei von f\u00fcnf Knoten best\u00e4tigten den Eintrag rechtzeitig",
            "\u30ea\u30fc\u30c0\u30fc\u304c\u4ea4\u4ee3\u3057\u307e\u3057\u305f",
            "Checkpoint written \ud83d\ude80 and old segments removed");

    /** The number, which rises by one from record to record. */
    public long sequence;

    /** The time, in milliseconds since 1970. */
    public long epochMillis;

    /** The severity. */
    public Level level;

    /** The host, fully qualified. */
    public String host;

    /** The thread that logs. */
    public String thread;

    /** The name of a class. */
    public String logger;

    /** The message, in any language. */
    public String message;

    /** A stack trace of several lines; null if there is none. */
    public String throwable;

    /** The severity of a record. */
    public enum Level {
        DEBUG,
        INFO,
        WARN,
        ERROR
    }

    /** A record with plausible contents, with a stack trace if it is an error; equal seeds give equal records. */
    public static LogRecord of(long seed) {
        Random random = new Random(seed);
        LogRecord log = new LogRecord();
        log.sequence = random.nextInt(1_000_000_000);
        log.epochMillis = 1_700_000_000_000L + random.nextInt(1_000_000_000);
        log.level = Level.values()[random.nextInt(Level.values().length)];
        log.host = "node-0" + random.nextInt(10) + ".cluster.example.org";
        log.thread = "replication-" + random.nextInt(16);
        log.logger = "org.example.consensus.LogReplicator";
        log.message = MESSAGES.get(random.nextInt(MESSAGES.size())) + " (term " + random.nextInt(10_000) + ")";
        log.throwable = log.level == Level.ERROR ? stackTrace(random) : null;
        return log;
    }

    private static String stackTrace(Random random) {
        StringBuilder trace = new StringBuilder("java.util.concurrent.TimeoutException: no majority\n");
        for (int frame = 0; frame < 12; frame++) {
            trace.append("\tat org.example.consensus.LogReplicator.step")
                    .append(frame)
                    .append("(LogReplicator.java:")
                    .append(100 + random.nextInt(900))
                    .append(")\n");
        }
        return trace.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogRecord r
                && sequence == r.sequence
                && epochMillis == r.epochMillis
                && level == r.level
                && Objects.equals(host, r.host)
                && Objects.equals(thread, r.thread)
                && Objects.equals(logger, r.logger)
                && Objects.equals(message, r.message)
                && Objects.equals(throwable, r.throwable);
    }

    @Override
    public int hashCode() {
        return Objects.hash(sequence, epochMillis, level, host, thread, logger, message, throwable);
    }

    @Override
    public String toString() {
        return sequence + " " + epochMillis + " " + level + " " + host + " [" + thread + "] " + logger + " " + message
                + " " + throwable;
    }
}
