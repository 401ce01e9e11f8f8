package dev.lockstep.pattern.consensus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.codec.payload.PingMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
    private static Form<?> form(String name) {
        return name.equals("bare")
                ? new BareForm()
                : RoundBenchmark.objects(name).get();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "json-string", "kryo", "protobuf"})
    void aPingBecomesItsPong(String name) {
        for (long round : new long[] {1, 500, 3_000_000_000L}) {
            comesAndGoes(form(name), round);
        }
    }

    private static <M> void comesAndGoes(Form<M> form, long round) {
        for (int role = 0; role < ObjectForm.MOST_ROLES; role++) {
            M ping = sent(form, form.ping(role, round));
            assertThat(form.isPong(ping)).isFalse();
            assertThat(form.role(ping)).isEqualTo(role);
            assertThat(form.round(ping)).isEqualTo(round);
            M pong = sent(form, form.pong(ping));
            assertThat(form.isPong(pong)).isTrue();
            assertThat(form.role(pong)).isEqualTo(role);
            assertThat(form.round(pong)).isEqualTo(round);
        }
    }

    private static <M> M sent(Form<M> form, M message) {
        return form.read(bytes(form, message));
    }

    /** As over a transport, whose buffers have the machine's byte order. */
    private static <M> ByteBuffer bytes(Form<M> form, M message) {
        ByteBuffer out = ByteBuffer.allocateDirect(form.largest()).order(ByteOrder.nativeOrder());
        form.write(message, out);
        return out.flip();
    }

    /** The paper's size, whether marshalled or not; also of the answer, and in any round. */
    @ParameterizedTest
    @ValueSource(strings = {"bare", "json-string"})
    void messagesHaveThePapersSize(String name) {
        sized(form(name));
    }

    private static <M> void sized(Form<M> form) {
        for (long round : new long[] {0, 1, 8_999_999_999L}) {
            assertThat(bytes(form, form.ping(9, round)).limit()).isEqualTo(PingMessage.JSON_BYTES);
            assertThat(bytes(form, form.pong(form.ping(0, round))).limit()).isEqualTo(PingMessage.JSON_BYTES);
        }
    }

    @Test
    void contentsThatChangedOnTheirWayAreNoticed() {
        BareForm bare = new BareForm();
        for (int wrong : new int[] {0, 16, 200, 352}) {
            ByteBuffer bytes = bytes(bare, bare.ping(3, 7));
            bytes.put(wrong, (byte) ~bytes.get(wrong));
            assertThatIllegalStateException().isThrownBy(() -> bare.read(bytes));
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> bare.read(ByteBuffer.allocate(352)))
                .withMessageContaining("a message of 352 bytes");
        Form<PingMessage> objects = RoundBenchmark.objects("json-string").get();
        PingMessage ping = objects.ping(3, 7);
        ping.receiver = PingMessage.Role.of(4, 40_004);
        assertThatIllegalStateException()
                .isThrownBy(() -> sent(objects, ping))
                .withMessageContaining("that nobody has sent: PING");
        PingMessage late = objects.ping(3, 7);
        late.round++;
        assertThatIllegalStateException().isThrownBy(() -> sent(objects, late));
    }
}
