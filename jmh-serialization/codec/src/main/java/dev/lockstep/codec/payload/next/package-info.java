/** Payloads a version later, for codecs that promise to bridge versions. */
package dev.lockstep.codec.payload.next;
