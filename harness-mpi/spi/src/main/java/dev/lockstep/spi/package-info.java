/**
 * What can be chosen by name, whatever it is: {@link dev.lockstep.spi.Provider}s are found by {@link dev.lockstep.spi.Services},
 * and say by {@link dev.lockstep.spi.Availability} whether they can be used here. The JDK alone is used.
 */
package dev.lockstep.spi;
