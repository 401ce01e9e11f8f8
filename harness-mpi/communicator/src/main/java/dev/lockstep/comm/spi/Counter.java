package dev.lockstep.comm.spi;

import java.util.function.LongSupplier;

/**
 * Something that a library counts in one process from its start on, for example how often it has looked for messages.
 *
 * @param name for example {@code progress.calls}
 * @param divisor what its unit has of what is counted: 1000 if nanoseconds are counted and told in microseconds
 * @param unit for people, for example {@code us}; {@code 1} for a mere number
 * @param count what was counted until now
 */
public record Counter(String name, long divisor, String unit, LongSupplier count) {}
