/** What codecs have in common: bad input ends in the declared exception, positions are kept, and lacks are declared. */
package dev.lockstep.codec.support;
