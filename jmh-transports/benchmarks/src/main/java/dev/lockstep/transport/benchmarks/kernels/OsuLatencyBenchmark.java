package dev.lockstep.transport.benchmarks.kernels;

import dev.lockstep.harness.Counts;
import dev.lockstep.transport.benchmarks.PingPongBenchmark;

/**
 * {@code osu_latency} of OSU Micro-Benchmarks 7.4, under its name: {@link PingPongBenchmark} with two ranks, whose
 * counts {@code --ops osu} takes: 10,000 round trips up to 8 KiB, 1,000 above.
 *
 * <p>Run it: {@code ./lockstep run OsuLatency --comm c,openmpi,ffm --ranks 2 --ops osu -p bytes=1,64,4096,65536}.
 *
 * <p>It differs from OSU's program in that it reads the clock twice an iteration, not twice a round trip, which is
 * 10 to 15 ns less one way.
 */
@Counts(by = Counts.OSU, small = 10_000, large = 1_000)
public class OsuLatencyBenchmark extends PingPongBenchmark {}
