package dev.lockstep.codec.jackson;

import dev.lockstep.codec.support.Versions;
import java.util.Map;
import org.msgpack.jackson.dataformat.MessagePackMapper;

/** {@code msgpack}: MessagePack, by its authors' module for Jackson (msgpack/msgpack-java, "Jackson Databind API"). */
public final class MessagePackProvider extends JacksonProvider {

    /** For the service loader. */
    public MessagePackProvider() {
        super(
                "msgpack",
                "MessagePack by Jackson",
                Versions.of("MessagePack") + ", " + Versions.of("Jackson"),
                MessagePackMapper::new,
                Map.of());
    }
}
