package dev.lockstep.transport.benchmarks.kernels;

import dev.lockstep.harness.Counts;
import dev.lockstep.transport.benchmarks.PingPongBenchmark;

/**
 * The send and receive kernel of S. Ekanayake and G. Fox, "Evaluation of Java Message Passing in High Performance
 * Data Analytics" (2014), figure 3, under its name: {@link PingPongBenchmark} with two ranks, whose counts {@code
 * --ops paper} takes: 1,000 round trips up to 8192 bytes, 100 above.
 *
 * <p>Run it: {@code ./lockstep run EkanayakeSendReceive --comm c,openmpi,mpj --ranks 2 --ops paper -p
 * bytes=0,1024,1048576}.
 *
 * <p>The figure prints the duration over two times the number; one way is half a round trip, and that is the score
 * here.
 */
@Counts(by = Counts.PAPER, small = 1_000, large = 100)
public class EkanayakeSendReceiveBenchmark extends PingPongBenchmark {}
