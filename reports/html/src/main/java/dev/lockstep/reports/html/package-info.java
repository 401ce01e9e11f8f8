/**
 * A run for people: {@link dev.lockstep.reports.html.ReportWriter} makes one self-contained {@code report.html},
 * {@link dev.lockstep.reports.html.SummaryWriter} the Markdown summary and the table on the terminal.
 *
 * <p>Layout: {@link dev.lockstep.reports.html.ReportPage} is all that the templates in {@code src/main/jte} see;
 * {@code report.css} and {@code report.js} beside this package are inlined, and so is ECharts (Apache-2.0), from
 * its webjar. The pictures are drawn in the browser from {@link dev.lockstep.reports.html.Chart}; the numbers are in
 * plain tables too, so nothing is lost without JavaScript.
 */
package dev.lockstep.reports.html;
