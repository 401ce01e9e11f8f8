package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import java.util.Map;

/** The codec {@code smile}: Jackson's binary format Smile. */
public final class SmileProvider extends JacksonProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public SmileProvider() {
        super("smile", "Smile by Jackson", SmileMapper::new, Map.of());
    }
}
