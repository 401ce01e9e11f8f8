package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Communicators are found as all services are. */
class CommunicatorsTest {
    @TempDir
    Path folder;

    @Test
    void findsLocal() {
        Communicators found = Communicators.discover();
        assertThat(found.names()).containsExactly("local");
        assertThat(found.broken()).isEmpty();
        assertThat(found.find("local")).containsInstanceOf(LocalProvider.class);
        assertThat(found.find("nothing")).isEmpty();
    }

    @Test
    void aMissingClassHidesNoOther() throws IOException {
        Communicators found = discover("no.such.Provider", Second.class.getName());
        assertThat(found.names()).containsExactly("local", "second");
        assertThat(found.broken()).singleElement().asString().contains("no.such.Provider");
    }

    @Test
    void aNameIsGivenOnce() throws IOException {
        Communicators found = discover(Second.class.getName(), Again.class.getName());
        assertThat(found.names()).containsExactly("local", "second");
        assertThat(found.broken())
                .containsExactly(Again.class.getName() + " has the name of " + Second.class.getName() + ", second");
    }

    private Communicators discover(String... lines) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(services.resolve(CommunicatorProvider.class.getName()), List.of(lines));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            return Communicators.discover(loader);
        }
    }

    /** One that works. */
    public static class Second implements CommunicatorProvider {
        @Override
        public String name() {
            return "second";
        }

        @Override
        public String description() {
            return "a second one";
        }

        @Override
        public boolean ranksAreThreads() {
            return true;
        }

        @Override
        public List<String> launchers() {
            return List.of();
        }

        @Override
        public Availability availability() {
            return Availability.Available.plain("1", "here");
        }

        @Override
        public World open(WorldOptions options) {
            throw new UnsupportedOperationException();
        }
    }

    /** One with a name that is taken. */
    public static final class Again extends Second {}
}
