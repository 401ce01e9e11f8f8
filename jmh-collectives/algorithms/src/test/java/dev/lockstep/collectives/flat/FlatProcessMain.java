package dev.lockstep.collectives.flat;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Idle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A rank that is a process: maps the file, and checks operations as {@link Sample} does. */
final class FlatProcessMain {
    private FlatProcessMain() {}

    /** Takes the file, the rank, the number of ranks and that of operations. */
    public static void main(String[] args) throws Exception {
        int rank = Integer.parseInt(args[1]);
        int ranks = Integer.parseInt(args[2]);
        ByteBuffer memory;
        try (FileChannel channel =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = channel.map(MapMode.READ_WRITE, 0, FlatCollectives.bytes(ranks));
        }
        boolean oversubscribed = ranks > Cores.usable();
        FlatCollectives flat = new FlatCollectives(memory, rank, ranks, new Idle(new Abort(), oversubscribed));
        new Sample(flat, rank, ranks).mixed(Integer.parseInt(args[3]), 40_000, 17, true);
        flat.barrier();
        System.out.println("rank " + rank + " has checked all");
    }
}
