package dev.lockstep.transport.aeron;

import dev.lockstep.spi.Availability;
import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.agrona.DirectBuffer;

/** The answer whether Aeron is there. A class of its own, which may fail to load. */
final class Found {
    private Found() {}

    static Availability availability() {
        List.of(Aeron.class, MediaDriver.class, DirectBuffer.class).forEach(Objects::requireNonNull);
        return new Availability.Available(
                version(),
                "the class path",
                List.of(),
                Map.of(),
                Map.of(),
                List.of("--add-opens=" + AeronTransport.OPENED));
    }

    /** Asked for when it runs: the compiler would copy that of the library that it has seen. */
    private static String version() {
        try {
            return "Aeron "
                    + Class.forName("io.aeron.AeronVersion").getField("VERSION").get(null);
        } catch (ReflectiveOperationException notTold) {
            return "Aeron";
        }
    }
}
