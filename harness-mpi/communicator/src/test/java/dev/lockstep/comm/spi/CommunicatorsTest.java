package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.local.LocalProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that is broken hides no other, and says why it is. */
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
    void aConstructorThatThrowsHidesNoOther() throws IOException {
        Communicators found = discover(Throwing.class.getName(), Second.class.getName());
        assertThat(found.names()).containsExactly("local", "second");
        assertThat(found.broken())
                .singleElement()
                .asString()
                .contains(Throwing.class.getName())
                .contains("no library today");
    }

    @Test
    void aClassThatDoesNotLinkHidesNoOther() throws IOException {
        Communicators found = discover(Unlinked.class.getName(), Second.class.getName());
        assertThat(found.names()).containsExactly("local", "second");
        assertThat(found.broken()).singleElement().asString().contains(Unlinked.class.getName());
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

    /** One whose constructor fails. */
    public static final class Throwing extends Second {
        public Throwing() {
            throw new IllegalStateException("no library today");
        }
    }

    /** One whose class cannot be initialised. */
    public static final class Unlinked extends Second {
        static final int NEVER = Integer.parseInt("not a number");
    }
}
