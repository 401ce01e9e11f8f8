/**
 * A cache for files in front of a shared store, between the ranks of a node group: {@link
 * dev.lockstep.pattern.cache.DataCache}. One rank serves what it has in memory, on its local disk, or in a {@link
 * dev.lockstep.pattern.cache.Store} that all share; the others get a file by one call.
 *
 * <p>Source: A. Fries, J. Portell, Y. Isasi, J. Castañeda, R. Sirvent, G. L. Taboada, <em>MPJ-Cache</em> (2011): two
 * send-receives a file, tiers, FIFO and LRU, parts of large files. The paper starts a job for each group; here one job
 * is parted. Status codes, goodbyes, what is promoted and evicted, and how changes and deaths are noticed are this
 * project's.
 */
package dev.lockstep.pattern.cache;
