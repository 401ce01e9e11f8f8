package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.local.LocalProvider;
import org.junit.jupiter.api.Test;

/** Communicators are found as all services are: what may be wrong with them, {@code ServicesTest} knows. */
class CommunicatorsTest {
    @Test
    void findsLocal() {
        Communicators found = Communicators.discover();
        assertThat(found.names()).containsExactly("local");
        assertThat(found.broken()).isEmpty();
        assertThat(found.find("local")).containsInstanceOf(LocalProvider.class);
        assertThat(found.find("nothing")).isEmpty();
    }
}
