package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.util.Map;

/** The codec {@code cbor}: Jackson's binary format CBOR. */
public final class CborProvider extends JacksonProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public CborProvider() {
        super("cbor", "CBOR by Jackson", CBORMapper::new, Map.of());
    }
}
