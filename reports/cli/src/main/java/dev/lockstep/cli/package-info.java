/** The command line: {@code lockstep run}, {@code bench}, {@code report}, {@code list} and {@code doctor}. The only place that sees both harness and reports. */
package dev.lockstep.cli;
