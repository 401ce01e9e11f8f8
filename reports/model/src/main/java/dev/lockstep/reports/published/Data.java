package dev.lockstep.reports.published;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The files of this package. */
final class Data {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Data() {}

    static <T> T read(String file, Class<T> type) {
        try (InputStream data = Objects.requireNonNull(Data.class.getResourceAsStream(file), file)) {
            return JSON.readValue(data, type);
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
