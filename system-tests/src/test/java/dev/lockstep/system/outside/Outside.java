package dev.lockstep.system.outside;

import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The transports of this package as somebody brings theirs: a folder of classes with a service line for each. */
public final class Outside {
    private Outside() {}

    /**
     * Makes it.
     *
     * @param folder that is not yet there
     * @return the same
     */
    public static Path transports(Path folder) throws IOException, URISyntaxException {
        Path classes = Path.of(Outside.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path from = classes.resolve(Outside.class.getPackageName().replace('.', '/'));
        Path to = Files.createDirectories(folder.resolve(classes.relativize(from)));
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(
                services.resolve(Transport.class.getName()),
                List.of(BrokeredTransport.class.getName(), CallbackTransport.class.getName()));
        return folder;
    }
}
