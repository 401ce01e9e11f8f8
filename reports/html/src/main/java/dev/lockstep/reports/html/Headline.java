package dev.lockstep.reports.html;

/**
 * What a run shows about one benchmark.
 *
 * @param subject the benchmark
 * @param sentence what it shows
 */
public record Headline(String subject, String sentence) {}
