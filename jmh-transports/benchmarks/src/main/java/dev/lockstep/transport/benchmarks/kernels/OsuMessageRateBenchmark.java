package dev.lockstep.transport.benchmarks.kernels;

import dev.lockstep.harness.Counts;
import dev.lockstep.transport.benchmarks.BandwidthBenchmark;

/**
 * {@code osu_mbw_mr} of OSU Micro-Benchmarks 7.4, under its name: {@link BandwidthBenchmark} with four ranks or
 * more, whose pairs share what lies between them. Counts are those of {@link OsuBandwidthBenchmark}. With P pairs, P
 * over the score is millions of messages per second.
 *
 * <p>Run it: {@code ./lockstep run OsuMessageRate --comm openmpi --ranks 4 --ops osu -p bytes=64}.
 *
 * <p>A pair is a rank and its neighbour, 0 and 1, 2 and 3; OSU's is a rank of the first half and one of the second.
 */
@Counts(by = Counts.OSU, small = 100, large = 20)
public class OsuMessageRateBenchmark extends BandwidthBenchmark {}
