/** The survey of other hosts, by a process on each: whether ranks can run there and would run alike. */
package dev.lockstep.harness.survey;
