package dev.lockstep.transport.mqtt;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.artemis.ArtemisTransport;
import dev.lockstep.transport.artemis.Broker;
import java.io.IOException;
import java.util.Map;

/**
 * MQTT 5 by Artemis and HiveMQ's client: a broker for each job, a topic for each endpoint. {@code qos} is the quality of service, 0, 1 or
 * 2; {@code receive-maximum} is how many messages may be under way without an acknowledgement, from 1 to 65535.
 */
public final class MqttTransport extends ArtemisTransport {
    /** The constructor for {@link java.util.ServiceLoader}. */
    public MqttTransport() {}

    @Override
    public String name() {
        return "mqtt";
    }

    @Override
    public String description() {
        return "MQTT 5 by Artemis and HiveMQ's client: a broker, embedded or a process, and a topic for each endpoint; qos=0, 1 or 2";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(
                BROKER,
                PROCESS,
                Options.QOS,
                Options.AT_LEAST_ONCE,
                Options.RECEIVE_MAXIMUM,
                Options.MESSAGES,
                Transports.JARS,
                Transports.CLASS_PATH);
    }

    @Override
    protected void requireOptions(Map<String, String> options) {
        Options.of(options);
    }

    @Override
    protected Availability found() {
        return Found.availability();
    }

    @Override
    protected String needs() {
        return "Artemis or HiveMQ's client";
    }

    @Override
    protected String libraries() {
        return "org.apache.artemis:artemis-server, org.apache.artemis:artemis-mqtt-protocol and com.hivemq:hivemq-mqtt-client";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = super.unsupported(options);
        all.put(Capability.CLAIM, "the client keeps a message until it is acknowledged");
        all.put(Capability.ALLOCATION_FREE, "a message of MQTT is an object");
        if (Options.AT_MOST_ONCE.equals(options.get(Options.QOS))) {
            all.put(
                    Capability.BACK_PRESSURE,
                    "nobody acknowledges a message of QoS 0: a receiver drops those for which it has no room");
        }
        return all;
    }

    @Override
    protected Broker broker(Map<String, String> options) {
        return Rules.broker();
    }

    @Override
    protected Endpoint connect(Setting setting) throws IOException {
        return MqttEndpoint.open(setting, Options.of(setting.options()));
    }
}
