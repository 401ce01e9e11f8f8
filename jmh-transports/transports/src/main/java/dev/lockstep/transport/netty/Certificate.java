package dev.lockstep.transport.netty;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A key on the curve P-256 and its certificate, signed by itself, for as long as a launch lasts.
 *
 * @param text of both, a PKCS #12 store in Base64: what reaches every peer
 */
record Certificate(String text) {
    static final String ALIAS = "lockstep";

    /** It hides nothing: who has the text has the key. */
    static final char[] PASSWORD = "lockstep".toCharArray();

    /**
     * A new one, made by the JDK's {@code keytool}.
     *
     * @param folder in which it is while it is made, which nobody else can read
     */
    static Certificate make(Path folder) throws IOException {
        Path made = Files.createTempDirectory(folder, "certificate");
        Path store = made.resolve("store");
        try {
            run(command(store));
            return new Certificate(Base64.getEncoder().encodeToString(Files.readAllBytes(store)));
        } finally {
            Files.deleteIfExists(store);
            Files.delete(made);
        }
    }

    /** Valid from yesterday on: clocks of hosts differ. Read at once: a password that hides nothing is hashed once. */
    private static List<String> command(Path store) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-Xshare:auto"));
        for (String of : List.of("keyPbe", "certPbe", "mac")) {
            command.add("-J-Dkeystore.pkcs12." + of + "IterationCount=1");
        }
        command.addAll(List.of("-genkeypair", "-alias", ALIAS, "-dname", "CN=" + ALIAS));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-sigalg", "SHA256withECDSA"));
        command.addAll(List.of("-startdate", "-1d", "-validity", "30"));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-keystore"));
        command.add(store.toString());
        return command;
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("keytool has made no certificate: " + said);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a certificate was made");
        }
    }

    KeyStore store() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(new ByteArrayInputStream(Base64.getDecoder().decode(text)), PASSWORD);
            return store;
        } catch (IllegalArgumentException | IOException e) {
            throw new IOException("the certificate that peers share is none: " + e.getMessage(), e);
        }
    }
}
