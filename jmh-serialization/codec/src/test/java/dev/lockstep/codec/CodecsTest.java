package dev.lockstep.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that is broken hides no other, and says why it is. */
class CodecsTest {
    @TempDir
    Path folder;

    @Test
    void findsByName() throws IOException {
        Codecs found = discover(Second.class.getName(), First.class.getName());
        assertThat(found.names()).containsExactly("first", "second");
        assertThat(found.broken()).isEmpty();
        assertThat(found.find("first")).containsInstanceOf(First.class);
        assertThat(found.find("nothing")).isEmpty();
    }

    @Test
    void aMissingClassHidesNoOther() throws IOException {
        Codecs found = discover("no.such.Provider", First.class.getName());
        assertThat(found.names()).containsExactly("first");
        assertThat(found.broken()).singleElement().asString().contains("no.such.Provider");
    }

    @Test
    void aConstructorThatThrowsHidesNoOther() throws IOException {
        Codecs found = discover(Throwing.class.getName(), First.class.getName());
        assertThat(found.names()).containsExactly("first");
        assertThat(found.broken()).singleElement().asString().contains(Throwing.class.getName(), "no library today");
    }

    @Test
    void aClassThatDoesNotLinkHidesNoOther() throws IOException {
        Codecs found = discover(Unlinked.class.getName(), First.class.getName());
        assertThat(found.names()).containsExactly("first");
        assertThat(found.broken()).singleElement().asString().contains(Unlinked.class.getName());
    }

    @Test
    void aNameIsNecessaryAndGivenOnce() throws IOException {
        Codecs found = discover(Nameless.class.getName(), First.class.getName(), Again.class.getName());
        assertThat(found.providers()).singleElement().isExactlyInstanceOf(First.class);
        assertThat(found.broken())
                .containsExactly(
                        Nameless.class.getName() + " has no name",
                        Again.class.getName() + " has the name of " + First.class.getName() + ", first");
    }

    private Codecs discover(String... lines) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(services.resolve(CodecProvider.class.getName()), List.of(lines));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            return Codecs.discover(loader);
        }
    }

    /** One that works. */
    public static class First implements CodecProvider {
        @Override
        public String name() {
            return "first";
        }

        @Override
        public String description() {
            return "encodes nothing";
        }

        @Override
        public Availability availability() {
            return new Availability.Available("none");
        }

        @Override
        public Schema schema() {
            return Schema.NONE;
        }

        @Override
        public Map<Capability, String> unsupported() {
            return Map.of();
        }

        @Override
        public Optional<String> unclaimed(Class<?> type) {
            return Optional.of("it encodes nothing");
        }

        @Override
        public <T> Codec<T> codec(Class<T> type) {
            throw new IllegalArgumentException("it encodes nothing");
        }
    }

    /** Another. */
    public static final class Second extends First {
        @Override
        public String name() {
            return "second";
        }
    }

    /** One without a name. */
    public static final class Nameless extends First {
        @Override
        public String name() {
            return null;
        }
    }

    /** One with a name that is taken. */
    public static final class Again extends First {}

    /** One whose constructor fails. */
    public static final class Throwing extends First {
        public Throwing() {
            throw new IllegalStateException("no library today");
        }
    }

    /** One whose class cannot be initialised. */
    public static final class Unlinked extends First {
        static final int NEVER = Integer.parseInt("not a number");
    }
}
