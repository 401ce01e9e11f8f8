/**
 * Choices by name, whatever they choose: {@link dev.lockstep.spi.Provider}s are found by
 * {@link dev.lockstep.spi.Services}, and tell by {@link dev.lockstep.spi.Availability} whether they can be used here.
 * The JDK alone is used.
 */
package dev.lockstep.spi;
