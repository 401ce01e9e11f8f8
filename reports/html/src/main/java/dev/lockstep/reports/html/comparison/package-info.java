/**
 * Comparisons for people: as a page, as Markdown, and as text for the terminal. They use the words and tables of {@link
 * dev.lockstep.reports.html}, which knows nothing of them.
 */
package dev.lockstep.reports.html.comparison;
