package dev.lockstep.comm.ffm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The provider on any JDK. */
class FfmProviderTest {
    private static final int CLASS_FILES_OF_17 = 61;

    @Test
    void anOlderJdkIsNamedWithWhatToDo() {
        FfmProvider old = new FfmProvider(17, Map.of());
        assertThat(old.availability())
                .isEqualTo(new Availability.Unavailable(
                        "comm ffm needs JDK 22 or newer, and this is 17",
                        "run it on JDK 22 or newer (LOCKSTEP_JAVA_HOME, or --jvm)"));
        assertThat(old.availability(LauncherTraits.SRUN)).isEqualTo(old.availability());
        assertThatThrownBy(() -> old.open(new WorldOptions(1, 1)))
                .isInstanceOf(CommunicationException.class)
                .hasMessageContaining("needs JDK 22 or newer, and this is 17");
    }

    @Test
    void itIsListedOnAnyJdk() {
        Communicators found = Communicators.discover();
        assertThat(found.names()).contains("ffm");
        assertThat(found.broken()).isEmpty();
    }

    /** A JDK 17 in the form of a class loader: what the provider needs in order to say no must be of classes for 17. */
    @Test
    void anOlderJdkCanLoadAllThatSaysSo() throws ReflectiveOperationException {
        Loader17 loader = new Loader17();
        Constructor<?> as17 =
                loader.loadClass(FfmProvider.class.getName()).getDeclaredConstructor(int.class, Map.class);
        as17.setAccessible(true);
        CommunicatorProvider provider = (CommunicatorProvider) as17.newInstance(17, Map.of());
        assertThat(provider.name()).isEqualTo("ffm");
        assertThat(provider.families()).containsExactly(Family.OPEN_MPI, Family.MPICH, Family.INTEL_MPI);
        assertThat(provider.unsupported()).isEmpty();
        assertThat(provider.availability()).isInstanceOf(Availability.Unavailable.class);
        assertThat(loader.defined).contains(FfmProvider.class.getName());
    }

    /** Loads this module's classes itself, and refuses those that JDK 17 would. */
    private static final class Loader17 extends ClassLoader {
        private final Set<String> defined = new HashSet<>();

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(FfmProvider.class.getPackageName() + ".")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                try (DataInputStream file = new DataInputStream(new ByteArrayInputStream(code))) {
                    file.readInt();
                    file.readUnsignedShort();
                    int version = file.readUnsignedShort();
                    if (version > CLASS_FILES_OF_17) {
                        throw new UnsupportedClassVersionError(name + " is of version " + version);
                    }
                }
                defined.add(name);
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
