package dev.lockstep.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lockstep.cli.options.JarOptions;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.Codecs;
import dev.lockstep.codec.payload.Payload;
import dev.lockstep.codec.payload.Payloads;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.launch.Launcher;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.plan.Catalog;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Lacks;
import dev.lockstep.spi.Provider;
import dev.lockstep.spi.Services;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep list}. */
@Command(name = "list", description = "Lists what there is to run.", mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    enum What {
        benchmarks,
        codecs,
        comms,
        launchers,
        transports
    }

    @Parameters(
            paramLabel = "WHAT",
            arity = "0..1",
            defaultValue = "benchmarks",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    What what;

    @Option(names = "--json", description = "one line of JSON, for programs")
    boolean json;

    @Mixin
    JarOptions jars;

    @Override
    public Integer call() throws JsonProcessingException {
        jars.require();
        if (json) {
            System.out.println(JSON.writeValueAsString(items()));
            return 0;
        }
        switch (what) {
            case benchmarks -> families().forEach(ListCommand::print);
            case codecs -> {
                Codecs codecs = Codecs.discover();
                codecs.providers().forEach(ListCommand::print);
                printBroken(codecs);
            }
            case comms ->
                Communicators.discover().providers().forEach(p -> {
                    System.out.printf("%-10s %s%n", p.name(), p.description());
                    printOptions(p.options());
                });
            case launchers ->
                Launchers.discover().all().forEach(l -> System.out.printf("%-10s %s%n", l.name(), l.description()));
            case transports -> {
                Transports transports = Transports.discover();
                transports.providers().forEach(ListCommand::print);
                printBroken(transports);
            }
        }
        return 0;
    }

    /** The items to list: their names, and what else programs ask for. */
    private List<Map<String, Object>> items() {
        return switch (what) {
            case benchmarks ->
                Catalog.discover().all().stream()
                        .map(b -> Map.<String, Object>of("name", b.name(), "params", b.params()))
                        .toList();
            case codecs -> items(Codecs.discover().providers(), CodecProvider::name, CodecProvider::description);
            case comms ->
                items(
                        Communicators.discover().providers(),
                        CommunicatorProvider::name,
                        CommunicatorProvider::description);
            case launchers -> items(Launchers.discover().all(), Launcher::name, Launcher::description);
            case transports -> items(Transports.discover().providers(), Transport::name, Transport::description);
        };
    }

    private static <T> List<Map<String, Object>> items(
            Collection<T> all, Function<T, String> name, Function<T, String> description) {
        return all.stream()
                .map(one -> Map.<String, Object>of("name", name.apply(one), "description", description.apply(one)))
                .toList();
    }

    private static void printBroken(Services<?> services) {
        services.broken().forEach(reason -> System.out.println("?                  could not be loaded: " + reason));
    }

    /** Its description, and whether it can be used. */
    private static void print(Provider provider) {
        System.out.printf("%-18s %s%n", provider.name(), provider.description());
        Availability availability = provider.availability();
        if (availability instanceof Availability.Available found) {
            System.out.printf("    available: %s%n", found.version());
        } else if (availability instanceof Availability.Unavailable not) {
            System.out.printf("    missing: %s; to get it: %s%n", not.reason(), not.remedy());
        }
    }

    private static void printOptions(Map<String, String> options) {
        new TreeMap<>(options).forEach((name, value) -> System.out.printf("    option %s=%s%n", name, value));
    }

    private static void print(Transport transport) {
        print((Provider) transport);
        printOptions(transport.options());
        Lacks.of(transport.unsupported(transport.options()))
                .forEach(lack ->
                        System.out.printf("    lacks %s: %s%n", String.join(", ", lack.capabilities()), lack.reason()));
    }

    private static void print(CodecProvider codec) {
        print((Provider) codec);
        Map<String, String> unclaimed = new LinkedHashMap<>();
        for (Payload<?> payload : Payloads.all()) {
            codec.unclaimed(payload.type())
                    .ifPresent(reason -> unclaimed.merge(reason, payload.name(), (a, b) -> a + ", " + b));
        }
        unclaimed.forEach((reason, payloads) -> System.out.printf("    not for %s: %s%n", payloads, reason));
    }

    /** By package: what measures the same kind of thing. */
    private static Map<String, List<Benchmark>> families() {
        return Catalog.discover().all().stream()
                .collect(Collectors.groupingBy(
                        b -> b.name()
                                .substring(0, b.name().length() - b.shortName().length() - 1),
                        TreeMap::new,
                        Collectors.toList()));
    }

    private static void print(String family, List<Benchmark> benchmarks) {
        System.out.println(family);
        for (Benchmark benchmark : benchmarks) {
            System.out.println("  " + benchmark.shortName()
                    + benchmark
                            .sameAs()
                            .map(same -> ": " + same + ", by this name alone")
                            .orElse(""));
            benchmark
                    .params()
                    .forEach((name, values) -> System.out.println("      " + name + " = " + String.join(", ", values)));
        }
    }
}
