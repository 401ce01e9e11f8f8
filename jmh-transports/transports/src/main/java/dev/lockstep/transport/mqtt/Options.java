package dev.lockstep.transport.mqtt;

import dev.lockstep.transport.Setting;
import java.util.Map;

/**
 * What users choose.
 *
 * @param qos of messages and answers: 0, 1 or 2
 * @param receiveMaximum messages that may be under way without an acknowledgement, on each connection and in each direction
 */
record Options(int qos, int receiveMaximum) {
    static final String QOS = "qos";
    static final String AT_MOST_ONCE = "0";
    static final String AT_LEAST_ONCE = "1";
    static final String RECEIVE_MAXIMUM = "receive-maximum";
    static final String MESSAGES = "1024";

    private static final int MOST = 65_535;

    /**
     * Those of a map.
     *
     * @throws IllegalArgumentException if one has a value that it cannot have
     */
    static Options of(Map<String, String> options) {
        return new Options(
                Integer.parseInt(Setting.option(options, QOS, AT_MOST_ONCE, AT_LEAST_ONCE, "2")),
                receiveMaximum(String.valueOf(options.get(RECEIVE_MAXIMUM))));
    }

    private static int receiveMaximum(String value) {
        int messages = value.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(value) : 0;
        if (messages < 1 || messages > MOST) {
            throw new IllegalArgumentException("option " + RECEIVE_MAXIMUM + " is '" + value
                    + "'; it can be a number of messages, from 1 to " + MOST);
        }
        return messages;
    }
}
