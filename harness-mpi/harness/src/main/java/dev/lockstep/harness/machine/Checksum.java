package dev.lockstep.harness.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Checksums that tell whether an entry of a class path is the same on two hosts. */
public final class Checksum {
    /** The value in place of a checksum where there is no file. */
    public static final String MISSING = "missing";

    private Checksum() {}

    /**
     * SHA-256, in hexadecimal digits, of a file's contents, or of the names and contents of all files in a folder;
     * {@link #MISSING} if there is neither.
     *
     * @throws IOException if it exists and cannot be read
     */
    public static String of(Path path) throws IOException {
        if (!Files.exists(path)) {
            return MISSING;
        }
        MessageDigest digest = sha256();
        if (Files.isRegularFile(path)) {
            digest.update(Files.readAllBytes(path));
        } else {
            try (Stream<Path> all = Files.walk(path)) {
                List<Path> files = all.filter(Files::isRegularFile).sorted().toList();
                for (Path file : files) {
                    digest.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** SHA-256 of bytes, in hexadecimal digits. */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
