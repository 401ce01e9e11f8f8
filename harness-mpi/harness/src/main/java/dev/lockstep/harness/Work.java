package dev.lockstep.harness;

/**
 * What a rank does beside its messages: arithmetic that touches no memory, and reads the clock every now and then. Each
 * thread has its own, and its benchmark returns {@link #done}, or a JIT compiler may leave the arithmetic out.
 */
public final class Work {
    private double done;

    /**
     * Computes.
     *
     * @param nanos for at least so many nanoseconds
     */
    public void compute(long nanos) {
        double x = done;
        for (long start = System.nanoTime(); System.nanoTime() - start < nanos; ) {
            for (int i = 0; i < 16; i++) {
                x = x * 0.999999 + 1e-6;
            }
        }
        done = x;
    }

    /**
     * What was computed.
     *
     * @return 0 at first; the longer it has computed, the nearer to 1
     */
    public double done() {
        return done;
    }
}
