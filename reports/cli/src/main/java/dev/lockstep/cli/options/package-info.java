/** Options that several commands have, as picocli's mixins, and the values that they become. It knows no command. */
package dev.lockstep.cli.options;
