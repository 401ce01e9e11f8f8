package dev.lockstep.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider that is broken hides no other, and says why it is. */
class ServicesTest {
    @TempDir
    Path folder;

    @Test
    void findsByName() throws IOException {
        Services<Provider> found = discover(Second.class.getName(), First.class.getName());
        assertThat(found.names()).containsExactly("first", "second");
        assertThat(found.broken()).isEmpty();
        assertThat(found.find("first")).containsInstanceOf(First.class);
        assertThat(found.find("nothing")).isEmpty();
    }

    /** One that does not link, too, and one that is not there at all. */
    @ParameterizedTest
    @CsvSource({"$Throwing, no library today", "$Unlinked, ServicesTest", ".NoSuch, NoSuch"})
    void aConstructorThatThrowsHidesNoOther(String provider, String why) throws IOException {
        String name = ServicesTest.class.getName() + provider;
        Services<Provider> found = discover(name, First.class.getName());
        assertThat(found.names()).containsExactly("first");
        assertThat(found.broken()).singleElement().asString().contains(name, why);
    }

    @Test
    void aNameIsNecessaryAndGivenOnce() throws IOException {
        Services<Provider> found = discover(Nameless.class.getName(), First.class.getName(), Again.class.getName());
        assertThat(found.providers()).singleElement().isExactlyInstanceOf(First.class);
        assertThat(found.broken())
                .containsExactly(
                        Nameless.class.getName() + " has no name",
                        Again.class.getName() + " has the name of " + First.class.getName() + ", first");
    }

    @Test
    void whoAsksForAnotherIsToldWhichThereAreAndWhichAreBroken() throws IOException {
        Services<Provider> found = discover(Second.class.getName(), First.class.getName(), Throwing.class.getName());
        assertThat(found.require("second")).isExactlyInstanceOf(Second.class);
        assertThatThrownBy(() -> found.require("third"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no toy is called 'third'; there are first, second (could not be loaded: ")
                .hasMessageContaining("no library today");
    }

    private Services<Provider> discover(String... lines) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(services.resolve(Provider.class.getName()), List.of(lines));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            return Services.load("toy", Provider.class, loader);
        }
    }

    /** One that works. */
    public static class First implements Provider {
        @Override
        public String name() {
            return "first";
        }

        @Override
        public String description() {
            return "does nothing";
        }

        @Override
        public Availability availability() {
            return new Availability.Available("Toy 1.0");
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
