package dev.lockstep.codec.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.codec.payload.PingMessage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PingMessageTest {
    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void jsonHasThePapersSizeWhateverTheSeed() throws Exception {
        for (long seed = 0; seed < 10_000; seed++) {
            String json = mapper.writeValueAsString(PingMessage.of(seed));
            assertThat(json.getBytes(StandardCharsets.UTF_8)).as(json).hasSize(353);
        }
    }

    @Test
    void jsonIsTheSameOnEveryMachine() throws Exception {
        assertThat(mapper.writeValueAsString(PingMessage.of(2018))).isEqualTo("""
                {"type":"PING","id":"9e8daf56-0bab-65c6-7e2b-b110c52b66c7","round":1489636144,
                "leader":{"id":3,"host":"node-03.cluster.example.org","port":41934},
                "sender":{"id":3,"host":"node-03.cluster.example.org","port":41934},
                "receiver":{"id":7,"host":"node-07.cluster.example.org","port":46700},
                "tag":43,"sentAtMillis":1700643052010,"deadlineMillis":1700643052510}
                """.replace("\n", ""));
    }
}
