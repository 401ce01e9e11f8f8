package org.example;

import org.openjdk.jmh.annotations.Benchmark;

/** Says nothing of how it is to be measured, and fails. */
public class Broken {
    @Benchmark
    public int[] decode() {
        throw new IllegalStateException("no such codec");
    }
}
