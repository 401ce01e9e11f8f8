package dev.lockstep.transport.testkit;

import dev.lockstep.spi.Lacks;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The contract for a transport: a subclass names it, and that is all for most. No other test runs beside it, since it counts
 * the threads and descriptors of its process.
 */
@Isolated
public abstract class TransportContract {
    /** Where peers leave what they share. */
    @TempDir
    Path scratch;

    /** The transport under test, which is available. */
    protected abstract Transport transport();

    /** Its options; by default its defaults. */
    protected Map<String, String> options() {
        return transport().options();
    }

    /** The largest message of the clauses, in bytes: at least 1024. */
    protected int largest() {
        return 1 << 16;
    }

    /**
     * The folder below which peers leave what they share; for shared memory one in memory.
     *
     * @param scratch what it is by default, removed after the test
     */
    protected Path shared(Path scratch) {
        return scratch;
    }

    /**
     * The setting of a peer, for a transport that needs something given to it.
     *
     * @param peer 0 for a clause's first, and so on
     * @param plain the setting with the options, a folder and the largest message
     */
    protected Setting setting(int peer, Setting plain) {
        return plain;
    }

    /** The time limit of one clause; generous, because only a transport that hangs needs it. */
    protected Duration limit() {
        return Duration.ofMinutes(5);
    }

    /** How long a clause waits for what is to happen, and tries what is to fail in the end. */
    Duration patience() {
        return limit().dividedBy(5);
    }

    /** One test for each clause; those that need what the transport lacks are aborted, with its reason. */
    @TestFactory
    protected Stream<DynamicNode> contract() {
        return Clauses.all().stream().map(clause -> DynamicTest.dynamicTest(clause.name(), () -> run(clause)));
    }

    private void run(Clause clause) throws IOException {
        Map<Capability, String> unsupported = transport().unsupported(options());
        Set<Capability> lacking = EnumSet.noneOf(Capability.class);
        lacking.addAll(clause.needs());
        lacking.retainAll(unsupported.keySet());
        if (!lacking.isEmpty()) {
            Lacks lacks = Lacks.of(Map.of(
                            lacking.iterator().next(),
                            unsupported.get(lacking.iterator().next())))
                    .get(0);
            Assumptions.abort("lacks " + String.join(", ", lacks.capabilities()) + ": " + lacks.reason());
        }
        check(clause);
    }

    /** Checks one clause, with peers of its own. */
    final void check(Clause clause) throws IOException {
        Path folder = Files.createTempDirectory(shared(scratch), "c");
        Assertions.assertTimeoutPreemptively(limit(), () -> {
            try (Stage stage = new Stage(this, folder)) {
                stage.run(clause.check());
            }
        });
    }

    /** The clauses that need none of what the transport lacks. */
    final List<Clause> clauses() {
        Set<Capability> lacking = transport().unsupported(options()).keySet();
        return Clauses.all().stream()
                .filter(clause -> clause.needs().stream().noneMatch(lacking::contains))
                .toList();
    }
}
