package dev.lockstep.transport.communicator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Threads that share the communicator. */
class SharedContractTest extends CommunicatorContractTest {
    @Override
    protected Map<String, String> options() {
        return Map.of("calls", "blocking", "threads", "many", "wait", "library");
    }

    @Test
    void aCommunicatorThatCannotBeSharedIsRefused() {
        try (World world = new LocalProvider().open(new WorldOptions(1, 1))) {
            Communicator alone = (Communicator) Proxy.newProxyInstance(
                    Communicator.class.getClassLoader(),
                    new Class<?>[] {Communicator.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "supports" -> false;
                        case "unsupported" -> Map.of(Capability.SHARED_COMMUNICATOR, "it is for one");
                        default -> method.invoke(world.communicator(0, 0), arguments);
                    });
            Setting setting =
                    Setting.of(transport(), Path.of(""), 1).with(options()).withGiven(alone);
            assertThatThrownBy(() -> transport().open(setting))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("threads cannot share the communicator", "it is for one");
        }
    }
}
