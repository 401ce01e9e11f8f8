/** The arithmetic of reductions, block by block, which knows no messages. */
package dev.lockstep.comm.support.reduction;
