/**
 * Systems of messages, built of codecs and transports, as benchmarks: an {@linkplain
 * dev.lockstep.pattern.EncodeSendDecodeBenchmark object from rank to rank}, and what published work has measured.
 */
package dev.lockstep.pattern;
