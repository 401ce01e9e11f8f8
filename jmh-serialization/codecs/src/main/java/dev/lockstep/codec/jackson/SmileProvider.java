package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import java.util.Map;

/** {@code smile}: Jackson's binary format Smile. */
public final class SmileProvider extends JacksonProvider {

    /** For the service loader. */
    public SmileProvider() {
        super("smile", "Smile by Jackson", SmileMapper::new, Map.of());
    }
}
