/** Options that several commands have, as picocli's mixins, and what they are turned into. Knows no command. */
package dev.lockstep.cli.options;
