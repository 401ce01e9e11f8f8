package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Rank;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Memory that two processes have mapped: a word that counts turns, and the message behind it. */
@State(Scope.Thread)
public class LineByHand {
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private ByteBuffer memory;
    private int bytes;
    private long turn;

    /** Rank 0 makes the file, in the launch's folder. */
    @Setup
    public void map(Rank rank, BenchmarkParams params) throws IOException {
        map(rank, Integer.parseInt(params.getParam("bytes")));
    }

    void map(Rank rank, int length) throws IOException {
        bytes = length;
        Path folder = rank.folder().orElse(Path.of(System.getProperty("java.io.tmpdir")));
        String made = "";
        if (rank.rank() == 0) {
            Path file = Files.createTempFile(folder, "line", "");
            Files.write(file, new byte[Long.BYTES + bytes]);
            made = file.toString();
        }
        Path file = Path.of(rank.exchange(made).get(0));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES + bytes);
        }
        rank.exchange("");
        if (rank.rank() == 0) {
            Files.delete(file);
        }
    }

    void send(ByteBuffer message) {
        memory.put(Long.BYTES, message, message.position(), bytes);
        WORD.setRelease(memory, 0, ++turn);
    }

    int receive(ByteBuffer into) {
        turn++;
        while ((long) WORD.getAcquire(memory, 0) != turn) {
            Thread.onSpinWait();
        }
        into.put(into.position(), memory, Long.BYTES, bytes);
        return bytes;
    }
}
