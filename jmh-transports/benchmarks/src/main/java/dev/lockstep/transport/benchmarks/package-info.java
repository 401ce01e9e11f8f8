/**
 * Moving messages between ranks: over a {@link dev.lockstep.comm.Communicator}, beside which the same is there in C, and
 * over any {@link dev.lockstep.transport.Transport}.
 *
 * <p>Benchmarks are named after the exchange. Where there is one over a communicator, that over a transport begins with
 * {@code Transport}, so that a pattern, a row and a chart can tell them apart. {@link
 * dev.lockstep.transport.benchmarks.Peers} opens what a transport has for a rank, and {@link
 * dev.lockstep.transport.benchmarks.Carried} says which transport goes where.
 *
 * <p>Ranks play in {@linkplain Pair pairs}, exchange without a pause, and start each iteration together by a barrier, as
 * {@code osu_latency} does. One op is one message one way; in {@link ContentionBenchmark} and {@link
 * TransportContentionBenchmark}, where both send at once, one each way. {@link BandwidthBenchmark} sends windows of them one way. Nothing here has a timeout while it is timed: a
 * peer that is gone is for the harness to see.
 *
 * <p>Warm-up is long in iterations because iterations are short: a thousand small messages take a fraction of a
 * millisecond, and it takes a tenth of a second until the code is compiled and the system has put each rank on a core
 * of its own. Until then, and whenever something else wants the core, a score is twenty times as high (JDK 17, 2 cores,
 * November 2026).
 *
 * <p>Sources: OSU Micro-Benchmarks 7.4 ({@code osu_latency}, {@code osu_bw}); M. C. Boysan, "Ping-Pong Tests on
 * Distributed Processes Using Java Bindings of Open-MPI and Java Sockets with Applications to Distributed Database
 * Performance" (2018), figure 2, and its program (github.com/mboysan/ping-pong-mpi-tcp, {@code OSULatencySocket}).
 */
package dev.lockstep.transport.benchmarks;
