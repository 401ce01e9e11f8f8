package dev.lockstep.transport.jms;

import dev.lockstep.transport.Setting;
import java.util.Map;

/**
 * What users choose.
 *
 * @param persistent whether the broker has each message on its disk
 * @param sync whether it waits for the disk
 * @param ack how messages are acknowledged: {@link #AUTO}, {@link #CLIENT} or {@link #DUPS_OK}
 * @param prefetch bytes that the broker sends ahead to each who receives
 */
record Options(boolean persistent, boolean sync, String ack, int prefetch) {
    static final String DELIVERY = "delivery";
    static final String NON_PERSISTENT = "non-persistent";
    static final String PERSISTENT = "persistent";
    static final String JOURNAL = "journal";
    static final String SYNC = "sync";
    static final String ACK = "ack";
    static final String AUTO = "auto";
    static final String CLIENT = "client";
    static final String DUPS_OK = "dups-ok";
    static final String PREFETCH = "prefetch";

    /** Artemis's own default. */
    static final String PREFETCH_BYTES = "1048576";

    /**
     * Those of a map.
     *
     * @throws IllegalArgumentException if one has a value that it cannot have
     */
    static Options of(Map<String, String> options) {
        return new Options(
                Setting.option(options, DELIVERY, NON_PERSISTENT, PERSISTENT).equals(PERSISTENT),
                Setting.option(options, JOURNAL, SYNC, "nosync").equals(SYNC),
                Setting.option(options, ACK, AUTO, CLIENT, DUPS_OK),
                prefetch(String.valueOf(options.get(PREFETCH))));
    }

    private static int prefetch(String value) {
        if (!value.matches("0|[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(
                    "option " + PREFETCH + " is '" + value + "'; it can be a number of bytes, from 0 to 999999999");
        }
        return Integer.parseInt(value);
    }
}
