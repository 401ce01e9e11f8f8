package dev.lockstep.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import io.netty.bootstrap.Bootstrap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of Netty in one JVM. */
@Timeout(60)
class NettyVersionsTest {
    private static final int LARGEST = 1024;

    /** The jars of the other version. */
    static final Path OTHER = Path.of(System.getProperty("lockstep.tests.netty"));

    @TempDir
    Path folder;

    private static Transports.Choice other() {
        return Transports.discover().choose("netty:jars=" + OTHER);
    }

    private Setting setting(Transports.Choice of) {
        return Setting.of(of.transport(), folder, LARGEST).with(of.options());
    }

    private static String version(Transports.Choice of) {
        return of.transport().availability(of.options()).toString();
    }

    @Test
    void eachIsItsOwn() {
        Transports.Choice usual = Transports.discover().choose("netty");
        assertThat(version(other())).contains("version=Netty " + System.getProperty("lockstep.tests.netty.version"));
        assertThat(version(usual)).contains("version=Netty 4.").isNotEqualTo(version(other()));
        assertThat(other()).hasToString("netty:jars=" + OTHER);
        assertThat(other().transport()).isSameAs(other().transport()).isNotInstanceOf(NettyTransport.class);
        assertThat(Transports.discover().choose("netty:jars=classpath")).hasToString("netty");
    }

    @Test
    void theyUnderstandEachOther() throws IOException {
        Transports.Choice usual = Transports.discover().choose("netty");
        try (Endpoint one = usual.transport().open(setting(usual));
                Endpoint another = other().transport().open(setting(other()))) {
            pass(one, another);
            pass(another, one);
        }
    }

    private static void pass(Endpoint from, Endpoint to) throws IOException {
        try (Outbox outbox = from.connect(to.address(), 0)) {
            outbox.send(ByteBuffer.allocate(300).putInt(0, 7));
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            assertThat(to.receive(in, 0)).isEqualTo(300);
            assertThat(in.getInt(0)).isEqualTo(7);
        }
    }

    @Test
    void whatIsMissingIsNotTakenFromTheOther() throws IOException {
        Path part = Files.createDirectory(folder.resolve("part"));
        try (Stream<Path> jars = Files.list(OTHER)) {
            for (Path jar :
                    jars.filter(jar -> jar.toString().contains("netty-common")).toList()) {
                Files.copy(jar, part.resolve(jar.getFileName()));
            }
        }
        Transports.Choice broken = Transports.discover().choose("netty:jars=" + part);
        assertThat(version(broken)).contains("Unavailable[reason=Netty is not, or not whole, on the class path");
        assertThat(Bootstrap.class.getClassLoader()).isSameAs(getClass().getClassLoader());
    }

    @Test
    void aFolderThatCannotBe() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        for (Object jars : new Object[] {empty, folder.resolve("none"), "relative"}) {
            assertThatThrownBy(() -> Transports.discover().choose("netty:jars=" + jars))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("option jars is '" + jars
                            + "'; it can be the absolute path of a folder with jars, or classpath");
        }
        Files.writeString(empty.resolve("broken.jar"), "no jar");
        assertThatThrownBy(() -> Transports.discover().choose("netty:jars=" + empty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        NettyTransport.class.getName() + " is not loaded with the jars of " + empty + ": ");
        assertThatThrownBy(() -> Transports.discover().choose("nio:jars=" + OTHER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("transport nio has no option 'jars'");
    }
}
