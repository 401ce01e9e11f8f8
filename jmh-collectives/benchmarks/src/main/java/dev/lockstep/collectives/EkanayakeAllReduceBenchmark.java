package dev.lockstep.collectives;

/**
 * The allreduce kernel of S. Ekanayake and G. Fox, "Evaluation of Java Message Passing in High Performance Data
 * Analytics" (2014), figure 1, under its name: {@link AllReduceBenchmark} of floats, whose counts {@code --ops
 * paper} takes: 1,000 operations up to 8192 <em>floats</em>, 32 KiB, and 100 above. The figure prints a sum over ranks; the
 * score here is their mean.
 *
 * <p>Run it: {@code ./lockstep run EkanayakeAllReduce --comm c,openmpi --ranks 2 --ops paper -p bytes=4,1048576}.
 */
public class EkanayakeAllReduceBenchmark extends AllReduceBenchmark {}
