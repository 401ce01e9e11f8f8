package dev.lockstep.cli.ab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps what a program prints in a file of bounded size: the beginning, and the end, which tells how it ended. */
final class KeptOutput {
    /** As much as {@code lockstep run} keeps of a rank's output by default. */
    static final int FIRST = 16 << 20;

    static final int LAST = 64 << 10;

    private KeptOutput() {}

    /** Copies a stream to a log until it ends; the beginning is written at once. */
    static void copy(InputStream from, Path log) throws IOException {
        try (InputStream in = from;
                OutputStream out = Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            byte[] buffer = new byte[8192];
            byte[] last = new byte[LAST];
            int left = FIRST;
            long beyond = 0;
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                int first = Math.min(left, length);
                out.write(buffer, 0, first);
                left -= first;
                for (int i = first; i < length; i++) {
                    last[(int) (beyond++ % LAST)] = buffer[i];
                }
            }
            int end = (int) (beyond % LAST);
            if (beyond > LAST) {
                String dropped = "\nlockstep: " + (beyond - LAST) + " bytes that were printed here are left out\n";
                out.write(dropped.getBytes(StandardCharsets.UTF_8));
            }
            if (beyond >= LAST) {
                out.write(last, end, LAST - end);
            }
            out.write(last, 0, end);
        }
    }
}
