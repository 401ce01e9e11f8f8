/**
 * Shared memory: {@code shm}, whose peers are processes of one host, or threads of one.
 *
 * <p>An endpoint is a folder with a file, its doorbell. Who connects leaves a file there with a ring each way, allocated
 * and touched, and rings; the endpoint maps it, touches it, and removes it from the folder. Mappings last until the
 * garbage collector finds that nobody uses them.
 */
package dev.lockstep.transport.shm;
