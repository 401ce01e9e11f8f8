/** Figures of papers, as data: to be laid over what is measured here, on another machine and in another year. */
package dev.lockstep.reports.published;
