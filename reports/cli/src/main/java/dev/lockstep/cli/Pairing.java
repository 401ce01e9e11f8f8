package dev.lockstep.cli;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.launch.Launcher;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether ranks of a communicator can be started by a launcher.
 *
 * @param launcher its name
 * @param comm the communicator's name
 * @param fits whether that launcher starts ranks of the communicator at all
 * @param reason why it does not work; empty if it does
 * @param remedy what to do about that
 */
record Pairing(String launcher, String comm, boolean fits, String reason, String remedy) {
    private static final String SEPARATOR = "\t";

    /** All pairs of this process's environment but those whose ranks are threads, which need no launcher. */
    static List<Pairing> all() {
        List<Pairing> all = new ArrayList<>();
        Launchers launchers = Launchers.discover();
        for (Launcher launcher : launchers.all()) {
            Availability ofLauncher = launcher.availability();
            for (CommunicatorProvider provider : Communicators.discover().providers()) {
                if (!provider.ranksAreThreads()) {
                    boolean fits = launchers.fitting(provider).contains(launcher);
                    all.add(of(launcher, ofLauncher, provider, fits));
                }
            }
        }
        return all;
    }

    private static Pairing of(Launcher launcher, Availability ofLauncher, CommunicatorProvider provider, boolean fits) {
        for (Availability each :
                fits ? List.of(ofLauncher, provider.availability(launcher.traits())) : List.<Availability>of()) {
            if (each instanceof Availability.Unavailable missing) {
                return new Pairing(launcher.name(), provider.name(), true, missing.reason(), missing.remedy());
            }
        }
        return new Pairing(launcher.name(), provider.name(), fits, "", "");
    }

    boolean works() {
        return fits && reason.isEmpty();
    }

    /** As one line, for another JVM. */
    String format() {
        return String.join(SEPARATOR, launcher, comm, String.valueOf(fits), oneLine(reason), oneLine(remedy));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** From such a line. */
    static Pairing parse(String line) {
        String[] words = line.split(SEPARATOR, -1);
        if (words.length != 5) {
            throw new IllegalArgumentException("no pairing of launcher and communicator: " + line);
        }
        return new Pairing(words[0], words[1], Boolean.parseBoolean(words[2]), words[3], words[4]);
    }
}
