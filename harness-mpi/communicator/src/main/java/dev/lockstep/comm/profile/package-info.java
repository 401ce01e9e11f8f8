/** What a program's calls of a communicator are, how many, how long and how large: a layer around any communicator. */
package dev.lockstep.comm.profile;
