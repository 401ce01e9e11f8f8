package dev.lockstep.reports.html;

import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** The runs among the test resources. */
final class SampleRun {
    private SampleRun() {}

    static RunData read(String name) throws IOException {
        return RunData.read(path(name));
    }

    static Path path(String name) {
        URL url = Objects.requireNonNull(SampleRun.class.getResource("/runs/" + name), name);
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
