package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Golden files: to accept a change, copy what the failing test wrote to {@code target/golden}. */
public final class Golden {
    private static final Pattern LONG = Pattern.compile("\\d+\\.\\d{6,}(E-?\\d+)?");

    private Golden() {}

    /** Sets a text against the golden file of this name; of long numbers six digits count, for JVMs differ in the last. */
    public static void assertLike(String name, String text) throws IOException {
        Files.createDirectories(Path.of("target/golden"));
        String rounded = LONG.matcher(text)
                .replaceAll(number -> String.format(Locale.ROOT, "%.6g", Double.parseDouble(number.group())));
        Files.writeString(Path.of("target/golden", name), rounded);
        assertThat(rounded).isEqualTo(Files.readString(Path.of("src/test/resources/golden", name)));
    }
}
