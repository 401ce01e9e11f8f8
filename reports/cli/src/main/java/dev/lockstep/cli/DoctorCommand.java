package dev.lockstep.cli;

import dev.lockstep.cli.doctor.CoreWatch;
import dev.lockstep.cli.doctor.HostDoctor;
import dev.lockstep.cli.doctor.MpiMatrix;
import dev.lockstep.cli.doctor.Pairing;
import dev.lockstep.cli.doctor.WordWrap;
import dev.lockstep.cli.options.HostOptions;
import dev.lockstep.cli.options.JarOptions;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Lacks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lockstep doctor}. */
@Command(
        name = "doctor",
        description = "Says what works here, or on other hosts, and what to do about what does not.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Option(
            names = "--require",
            split = ",",
            paramLabel = "NAME",
            description = "exit with 1 if one of these backends or launchers is missing")
    List<String> required = List.of();

    @Option(
            names = MpiMatrix.PAIRINGS,
            description = "print only what goes with the MPI that LOCKSTEP_MPI names, for programs to read")
    boolean pairings;

    @Mixin
    JarOptions jars;

    @Mixin
    HostOptions hosts;

    @Mixin
    HostDoctor hostDoctor;

    @Mixin
    CoreWatch cores;

    @Override
    public Integer call() throws IOException, InterruptedException {
        jars.require();
        if (hosts.parsed().areGiven()) {
            return hostDoctor.examine(hosts.parsed(), System.out);
        }
        if (pairings) {
            Pairing.all(Pairing.launchers()).forEach(pair -> System.out.println(pair.format()));
            return 0;
        }
        Communicators communicators = Communicators.discover();
        Map<String, Availability> all = new LinkedHashMap<>();
        System.out.println("JVM       " + System.getProperty("java.vm.name") + " " + Runtime.version() + " in "
                + System.getProperty("java.home"));
        System.out.println("cores     " + Runtime.getRuntime().availableProcessors());
        System.out.println();
        System.out.println("backends");
        communicators.providers().forEach(p -> {
            all.put(p.name(), p.availability());
            print(p.name(), all.get(p.name()));
            Lacks.of(p.unsupported())
                    .forEach(lacks -> System.out.println(WordWrap.text(
                            beginning("") + "lacks ",
                            String.join(", ", lacks.capabilities()) + ": " + lacks.reason())));
        });
        communicators.broken().forEach(reason -> System.out.println("  ?          could not be loaded: " + reason));
        System.out.println();
        System.out.println("launchers");
        Map<String, Availability> launchers = Pairing.launchers();
        launchers.forEach(DoctorCommand::print);
        all.putAll(launchers);
        Launchers.discover()
                .broken()
                .forEach(reason -> System.out.println("  ?          could not be loaded: " + reason));
        System.out.println();
        MpiMatrix.print(Pairing.all(launchers), launchers, System.out);
        System.out.println();
        cores.watch(!required.isEmpty(), Measurement.progress(), System.out);
        List<String> missing = new ArrayList<>();
        for (String name : required) {
            if (!all.containsKey(name)) {
                throw new UsageException(
                        "--require " + name + ": there is no such backend or launcher; there are " + all.keySet());
            }
            if (all.get(name) instanceof Availability.Unavailable) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            System.err.println("lockstep: required but missing: " + String.join(", ", missing));
        }
        return missing.isEmpty() ? 0 : 1;
    }

    private static void print(String name, Availability availability) {
        if (availability instanceof Availability.Available found) {
            System.out.println(WordWrap.text(beginning(name) + "available: ", found.version() + ", " + found.where()));
        } else if (availability instanceof Availability.Unavailable not) {
            System.out.println(WordWrap.text(beginning(name) + "missing: ", not.reason()));
            System.out.println(WordWrap.text(beginning("") + "to get it: ", not.remedy()));
        }
    }

    private static String beginning(String name) {
        return String.format(Locale.ROOT, "  %-10s ", name);
    }
}
