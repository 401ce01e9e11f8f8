/**
 * Rings in memory that two peers share, one writer and one reader each: what the transport {@code inproc} is made of, and
 * {@code shm}, whose memory is mapped by two processes.
 *
 * <p>Records are contiguous and begin at multiples of 64 bytes, with a header word of 8: the lap in its upper half, the
 * length in its lower. The word is written last, with release, so a message of 56 bytes moves with one cache line. The
 * reader only looks at the word of the next record. That is zero before the record ahead of it is published, or else
 * contents of an earlier lap could pass for a header; words some lines ahead are cleared after publishing, when nobody
 * waits. Where the reader is, the writer only asks when what it remembers of it leaves no room.
 *
 * <p>Sources: the many-to-one ring of Agrona; M. Thompson, "Single Writer Principle" (2011); FastForward (Giacomoni,
 * Moseley, Vachharajani, PPoPP 2008) for a queue whose slots tell by themselves whether they are full.
 */
package dev.lockstep.transport.ring;
