package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.ReduceOp;

/** Known contents: all ranks can tell those of all ranks, and they differ from call to call. */
final class Contents {
    private Contents() {}

    /** A number for each combination, of any size. */
    static int mix(int call, int from, int to, int index) {
        int hash = call * 0x9E3779B1 + from * 0x85EBCA6B + to * 0xC2B2AE35 + index * 0x27D4EB2F;
        hash ^= hash >>> 15;
        hash *= 0x2C1B3C6D;
        hash ^= hash >>> 12;
        return hash;
    }

    /** A byte that one rank has for another. */
    static byte at(int call, int from, int to, int index) {
        return (byte) mix(call, from, to, index);
    }

    /** An element of a rank. Combinations of a few are exact in all types, in any order. */
    static long element(int call, int rank, int index, ReduceOp op) {
        int number = mix(call, rank, 0, index);
        if (op == ReduceOp.PROD) {
            return ((number & 4) == 0 ? 1L : -1L) << (number & 3);
        }
        return number % 1000;
    }

    /** What the elements of all ranks come to. */
    static long combined(int call, int ranks, int index, ReduceOp op) {
        long result = element(call, 0, index, op);
        for (int rank = 1; rank < ranks; rank++) {
            long next = element(call, rank, index, op);
            result = switch (op) {
                case SUM -> result + next;
                case MIN -> Math.min(result, next);
                case MAX -> Math.max(result, next);
                case PROD -> result * next;
            };
        }
        return result;
    }

    /** An element of a rank whose sums depend on their order. */
    static double inexact(int call, int rank, int index) {
        int number = mix(call, rank, 1, index);
        return (float) (number * Math.pow(10, Math.floorMod(number, 7) - 12));
    }

    /** A matrix of a rank. */
    static int[] matrix(int call, int rank, int index) {
        int[] matrix = new int[4];
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] = mix(call, rank, 2, index * matrix.length + k);
        }
        return matrix;
    }
}
