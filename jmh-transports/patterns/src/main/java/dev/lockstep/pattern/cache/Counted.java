package dev.lockstep.pattern.cache;

/**
 * What a server has counted since it was asked last. A request is one for a file's bytes: for its size, and for one
 * without any, none is counted.
 *
 * @param memoryHits requests for files that lay in memory
 * @param diskHits on the local disk
 * @param remoteHits in the shared store alone
 * @param memoryEvictions files that left memory for others
 * @param diskEvictions files that left the disk for others
 * @param storeReads how often reading a file of the store was begun
 * @param warnings how often the local disk was given up, or a file of it could not be read
 * @param lost clients that were given up
 * @param meanQueue how many requests waited when the server took one, itself not counted; NaN if the library cannot
 *     tell, or there was none
 * @param longestQueue the most of them; -1 if the library cannot tell
 */
public record Counted(
        long memoryHits,
        long diskHits,
        long remoteHits,
        long memoryEvictions,
        long diskEvictions,
        long storeReads,
        long warnings,
        long lost,
        double meanQueue,
        int longestQueue) {
    /** All requests for bytes. */
    public long requests() {
        return memoryHits + diskHits + remoteHits;
    }
}
