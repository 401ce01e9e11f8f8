package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.util.Map;

/** {@code cbor}: Jackson's binary format CBOR. */
public final class CborProvider extends JacksonProvider {

    /** For the service loader. */
    public CborProvider() {
        super("cbor", "CBOR by Jackson", CBORMapper::new, Map.of());
    }
}
