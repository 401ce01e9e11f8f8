package dev.lockstep.transport.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.faults.Faults;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Libraries that are not there, options that cannot be, strangers, and what QoS 0 loses. */
@Tag("faults")
@Timeout(180)
class MqttFaultsTest extends Faults {
    /** Far more bytes than may wait at the broker, on the way and at a receiver. */
    private static final int TOO_MANY = 60_000;

    private final Transport mqtt = new MqttTransport();

    MqttFaultsTest() {
        super(Map.of("broker", "embedded"));
    }

    @Test
    void withoutLibrariesTheOthersAreThere() throws Exception {
        for (String without :
                List.of("artemis-server-", "artemis-mqtt-protocol-", "netty-codec-mqtt-", "hivemq-mqtt-")) {
            assertThat(Looking.at(List.of(), without, "mqtt", "netty", "http"))
                    .contains(
                            "mqtt: Unavailable[reason=Artemis or HiveMQ's client is not, or not whole, on the class path: ")
                    .contains(
                            "remedy=add org.apache.artemis:artemis-server, org.apache.artemis:artemis-mqtt-protocol and"
                                    + " com.hivemq:hivemq-mqtt-client")
                    .contains("netty: Available", "http: Available");
        }
        assertThat(Looking.at(List.of(), "", "mqtt")).contains("mqtt: Available[version=Artemis 2.");
        assertThatThrownBy(() -> mqtt.open(setting(mqtt, "qos", "1")))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no broker: it is hosted, one for each job");
    }

    /** Somebody who has found the broker, and asks for an endpoint's topic as peers do. */
    @Test
    void messagesThatAreNone() throws Exception {
        Setting plain = setting(mqtt, "qos", "1");
        try (Hosted hosted = mqtt.host(plain)) {
            Setting setting = plain.withHosted(hosted.text());
            try (Endpoint to = mqtt.open(setting);
                    Endpoint from = mqtt.open(setting);
                    Outbox outbox = from.connect(to.address(), 0)) {
                Client stranger = Client.connect(setting, Options.of(setting.options()), Client.ANSWERS);
                CompletableFuture<String> topic = new CompletableFuture<>();
                stranger.subscribe(
                        said -> {
                            topic.complete(Client.topic(said.getPayloadAsBytes()));
                            said.acknowledge();
                        },
                        0);
                String name = to.address().substring("mqtt:".length());
                assertThat(stranger.ask(name, 1, 0)).isTrue();
                assertThat(stranger.ask("nobody", 2, 0)).isFalse();
                stranger.say(topic.get(), new byte[LARGEST + 1], null, null).join();
                stranger.say(Client.NAMES + name, new byte[9], null, null).join();
                stranger.say(Client.GONE, new byte[] {0, -1, 7}, null, null).join();
                pass(outbox, to, 7);
                assertThat(to.receive(message(LARGEST), SHORT_NANOS)).isEqualTo(-1);
                stranger.close("").join();
            }
        }
    }

    @Test
    void garbageOnThePort() throws Exception {
        Setting plain = setting(mqtt, "qos", "1");
        try (Hosted hosted = mqtt.host(plain)) {
            Setting setting = plain.withHosted(hosted.text());
            InetSocketAddress port = Tcp.parse(hosted.text());
            try (Endpoint to = mqtt.open(setting);
                    Endpoint from = mqtt.open(setting);
                    Outbox outbox = from.connect(to.address(), 0)) {
                for (byte[] garbage : List.of(
                        "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                        // A CONNECT that breaks off, and what claims to be 256 MiB.
                        new byte[] {0x10, 60, 0, 4, 'M', 'Q', 'T', 'T', 5},
                        new byte[] {0x30, -1, -1, -1, 0x7f, 0, 1, 'x'})) {
                    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
                        socket.getOutputStream().write(garbage);
                    }
                    pass(outbox, to, 7);
                }
                pass(outbox, to, LARGEST);
                assertThat(to.receive(message(LARGEST), SHORT_NANOS)).isEqualTo(-1);
            }
        }
    }

    /** It acknowledges nothing more, and waits for an answer. */
    @Test
    void aReceiverThatStallsIsToldThatAPeerHasClosed() throws Exception {
        int large = 1 << 20;
        Setting plain = Setting.of(mqtt, folder, large).with(options(mqtt, "receive-maximum", "3"));
        try (Hosted hosted = mqtt.host(plain)) {
            Setting setting = plain.withHosted(hosted.text());
            try (Endpoint stalled = mqtt.open(setting);
                    Endpoint from = mqtt.open(setting);
                    Outbox outbox = from.connect(stalled.address(), 0)) {
                Endpoint to = mqtt.open(setting);
                Outbox asking = stalled.connect(to.address(), 0);
                fill(outbox, large, 3);
                Future<IOException> hearing = failureOf(() -> asking.request(message(3), message(large), 0));
                to.close();
                assertThat(of(hearing)).isInstanceOf(PeerLostException.class);
            }
        }
    }

    /** What is too much the receiver drops; what comes later arrives. */
    @Test
    void aReceiverThatStallsLosesMessagesOfQosZero() throws Exception {
        Setting plain = setting(mqtt, "qos", "0");
        try (Hosted hosted = mqtt.host(plain)) {
            Setting setting = plain.withHosted(hosted.text());
            try (Endpoint to = mqtt.open(setting);
                    Endpoint from = mqtt.open(setting);
                    Outbox outbox = from.connect(to.address(), 0)) {
                for (int i = 0; i < TOO_MANY; i++) {
                    outbox.send(message(LARGEST));
                }
                int received = 0;
                int length;
                do {
                    outbox.send(message(7));
                    while ((length = to.receive(message(LARGEST), SHORT_NANOS)) >= 0 && length != 7) {
                        received++;
                    }
                } while (length != 7);
                assertThat(received).isBetween(1_000, TOO_MANY - 1);
            }
        }
    }
}
