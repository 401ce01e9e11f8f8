package dev.lockstep.transport.benchmarks.kernels;

import dev.lockstep.harness.Counts;
import dev.lockstep.transport.benchmarks.PingPongBenchmark;

/**
 * {@code osu_multi_lat} of OSU Micro-Benchmarks 7.4, under its name: {@link PingPongBenchmark} with four ranks or
 * more, whose pairs share what lies between them. Counts are those of {@link OsuLatencyBenchmark}.
 *
 * <p>Run it: {@code ./lockstep run OsuMultiLatency --comm openmpi --ranks 4 --ops osu -p bytes=64}.
 *
 * <p>A pair is a rank and its neighbour, 0 and 1, 2 and 3; OSU's is a rank of the first half and one of the second.
 * Place ranks by {@code --bind} so that pairs lie as they should.
 */
@Counts(by = Counts.OSU, small = 10_000, large = 1_000)
public class OsuMultiLatencyBenchmark extends PingPongBenchmark {}
