/**
 * A leader asks all roles of a cluster, itself included, and waits for their answers, after Boysan, "Ping-Pong Tests On
 * Distributed Processes Using Java bindings of Open-MPI and Java Sockets with Applications to Distributed Database
 * Performance" (2018): what a round of two-phase commit, Paxos or Raft waits for. The {@linkplain
 * dev.lockstep.pattern.consensus.ConsensusRoundBenchmark whole round}, and the steps of its cost, each by itself.
 */
package dev.lockstep.pattern.consensus;
