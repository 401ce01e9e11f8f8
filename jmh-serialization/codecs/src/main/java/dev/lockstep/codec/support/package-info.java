/**
 * The common part of codecs: bad input ends in the declared exception, positions are kept, and missing capabilities are
 * declared.
 */
package dev.lockstep.codec.support;
