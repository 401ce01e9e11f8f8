package dev.lockstep.harness.placement;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/**
 * Memory that processes of one host, or threads of one JVM, share: words of 8 bytes in native order, each at the start of
 * a block of {@value #BLOCK} bytes, which no processor fetches together with another one. The program {@code reference.c}
 * lays out its own in the same way.
 */
public final class SharedPage {
    /** Bytes from one word to the next: two cache lines, for processors fetch them in pairs. */
    private static final int BLOCK = 128;

    private static final int PAGE = 4096;
    private static final VarHandle WORDS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer bytes;

    private SharedPage(ByteBuffer bytes) {
        this.bytes = bytes;
        WORDS.compareAndSet(bytes, 0, 0L, new SecureRandom().nextLong(1, Long.MAX_VALUE));
    }

    /** A page for threads of this JVM. */
    public static SharedPage ofThreads(int words) {
        return new SharedPage(ByteBuffer.allocateDirect(length(words) + PAGE).alignedSlice(BLOCK));
    }

    /**
     * The page that a file holds; the first process makes it.
     *
     * @throws IOException if it cannot be had, or is another user's
     */
    public static SharedPage of(Path file, int words) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            if (!Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")))) {
                throw new IOException(file + " is another user's");
            }
            // What is mapped but has no room would end the JVM once it is touched; no word lies there.
            for (int end = PAGE; end <= length(words); end += PAGE) {
                channel.write(ByteBuffer.allocate(1), end - 1);
            }
            return new SharedPage(channel.map(FileChannel.MapMode.READ_WRITE, 0, length(words)));
        }
    }

    private static int length(int words) {
        return (words * BLOCK + PAGE - 1) / PAGE * PAGE;
    }

    /** A random number, above 0, that tells this page from any other, wherever it is mapped. */
    public long nonce() {
        return get(0);
    }

    /** All of it, for loops that have no time to find it each time. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Where a word stands in {@link #bytes}. */
    static int at(int word) {
        return word * BLOCK;
    }

    static long get(ByteBuffer bytes, int at) {
        return (long) WORDS.getAcquire(bytes, at);
    }

    static void set(ByteBuffer bytes, int at, long value) {
        WORDS.setRelease(bytes, at, value);
    }

    /** Reads a word; what was written before it was is seen. */
    long get(int word) {
        return get(bytes, at(word));
    }

    /** Writes a word, after all that was written before. */
    void set(int word, long value) {
        set(bytes, at(word), value);
    }

    /** Writes a word if nobody else has changed it. */
    boolean change(int word, long from, long to) {
        return WORDS.compareAndSet(bytes, at(word), from, to);
    }
}
