package dev.lockstep.transport.benchmarks.kernels;

import dev.lockstep.harness.Counts;
import dev.lockstep.transport.benchmarks.BandwidthBenchmark;

/**
 * {@code osu_bw} of OSU Micro-Benchmarks 7.4, under its name: {@link BandwidthBenchmark} with two ranks, whose
 * counts {@code --ops osu} takes: 100 windows of 64 messages up to 8 KiB, 20 above.
 *
 * <p>Run it: {@code ./lockstep run OsuBandwidth --comm c,openmpi,ffm --ranks 2 --ops osu -p bytes=64,65536}.
 *
 * <p>OSU's program receives all messages of a window into one buffer, which MPI does not allow; here each has its
 * own.
 */
@Counts(by = Counts.OSU, small = 100, large = 20)
public class OsuBandwidthBenchmark extends BandwidthBenchmark {}
