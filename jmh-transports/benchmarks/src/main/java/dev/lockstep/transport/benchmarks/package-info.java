/**
 * Moving one message between two ranks: over a {@link dev.lockstep.comm.Communicator}, and over Java sockets.
 *
 * <p>Benchmarks are named after the exchange and what carries it. Ranks play in {@linkplain Pair pairs}, exchange
 * without a pause, and start each iteration together by a barrier, as {@code osu_latency} does. One op is one message
 * one way; in {@link ContentionBenchmark}, where both send at once, one each way. {@link BandwidthBenchmark} sends
 * windows of them one way. The sockets are a {@link Wire} each; {@link dev.lockstep.harness.Rendezvous} tells the
 * peers of a pair where the other listens, and {@link Watchdog} ends an exchange whose peer is gone.
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
