package dev.lockstep.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.inproc.InprocTransport;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransportsTest {
    @TempDir
    Path folder;

    @Test
    void optionsAreText() {
        Transports.Choice choice = Transports.discover().choose("inproc:wait=park");
        assertThat(choice.transport()).isInstanceOf(InprocTransport.class);
        assertThat(choice.options()).containsExactlyEntriesOf(Map.of("wait", "park"));
        assertThat(choice).hasToString("inproc:wait=park");
        assertThat(Transports.discover().choose("inproc:wait=spin")).hasToString("inproc");
    }

    @Test
    void whatIsUnknownIsRefusedByWhatThereIs() {
        Transports all = Transports.discover();
        assertThatThrownBy(() -> all.choose("carrier-pigeon"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'carrier-pigeon'")
                .hasMessageContaining("inproc");
        assertThatThrownBy(() -> all.choose("inproc:speed=high"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("transport inproc has no option 'speed'; there are wait");
        assertThatThrownBy(() -> all.choose("inproc:wait"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no value, as in wait=spin");
    }

    @Test
    void aValueThatAnOptionCannotHaveIsRefusedByThoseThatItCan() {
        Transports.Choice choice = Transports.discover().choose("inproc:wait=forever");
        assertThat(choice.transport().availability(choice.options()))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        not -> assertThat(not.reason())
                                .isEqualTo("option wait is 'forever'; it can be spin, yield, park"));
        Setting setting = Setting.of(choice.transport(), folder, 8).with(choice.options());
        assertThatThrownBy(() -> choice.transport().open(setting)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oneThatIsBrokenAndOneWhoseNameIsTakenHideNoOther() throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(
                services.resolve(Transport.class.getName()), List.of(Broken.class.getName(), Again.class.getName()));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Transports found = Transports.discover(loader);
            assertThat(found.names()).containsExactly("inproc");
            assertThat(found.find("inproc")).containsInstanceOf(InprocTransport.class);
            assertThat(found.broken())
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line).contains(Broken.class.getName(), "no driver today"))
                    .anySatisfy(line -> assertThat(line).contains(Again.class.getName() + " has the name of "));
        }
    }

    /** One whose constructor fails. */
    public static final class Broken extends Outside {
        public Broken() {
            throw new IllegalStateException("no driver today");
        }
    }

    /** One whose name is taken. */
    public static final class Again extends Outside {}

    /** What an outsider writes. */
    abstract static class Outside implements Transport {
        @Override
        public String name() {
            return "inproc";
        }

        @Override
        public String description() {
            return "another";
        }

        @Override
        public Availability availability(Map<String, String> options) {
            return new Availability.Available("1.0");
        }

        @Override
        public Map<Capability, String> unsupported(Map<String, String> options) {
            return Map.of();
        }

        @Override
        public Endpoint open(Setting setting) {
            throw new UnsupportedOperationException();
        }
    }
}
