package dev.lockstep.transport.benchmarks;

import java.nio.ByteBuffer;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;
import org.jctools.queues.SpscArrayQueue;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the JDK and JCTools have to hand something to another thread. */
@State(Scope.Benchmark)
public class QueuesByHand {
    final Exchanger<ByteBuffer> exchanger = new Exchanger<>();
    final SynchronousQueue<ByteBuffer> handedThere = new SynchronousQueue<>();
    final SynchronousQueue<ByteBuffer> handedBack = new SynchronousQueue<>();
    final SpscArrayQueue<ByteBuffer> queuedThere = new SpscArrayQueue<>(1024);
    final SpscArrayQueue<ByteBuffer> queuedBack = new SpscArrayQueue<>(1024);

    static ByteBuffer next(SpscArrayQueue<ByteBuffer> queue) {
        ByteBuffer next;
        while ((next = queue.poll()) == null) {
            Thread.onSpinWait();
        }
        return next;
    }
}
