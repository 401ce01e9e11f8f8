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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.TestAbortedException;

/**
 * The contract for a transport: a subclass names it, and that is all for most. No other test runs beside it, since it counts
 * the threads and descriptors of its process.
 */
@Isolated
public abstract class TransportContract {
    /** The system property that chooses clauses. */
    public static final String ONLY = "lockstep.contract.clause";

    /** The first of those that is broken without which nothing works. */
    private Clause broken;

    /** Where peers leave what they share. */
    @TempDir
    Path scratch;

    /** The transport under test, which is available. */
    protected abstract Transport transport();

    /** Its options that are not as by default; by default none. */
    protected Map<String, String> options() {
        return Map.of();
    }

    /** A value for each of its options. */
    final Map<String, String> allOptions() {
        Map<String, String> all = new HashMap<>(transport().options());
        all.putAll(options());
        return Map.copyOf(all);
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

    /**
     * How long a clause waits for each thing that is to happen, such as the next message, and tries what is to fail in
     * the end.
     */
    protected Duration patience() {
        return limit().dividedBy(15);
    }

    /**
     * One test for each clause, or for those whose names contain the system property {@value #ONLY}. Those that need what
     * the transport lacks are aborted, with its reason; so are all others once one of the first has failed, without which
     * nothing works. What a failure says begins with the clause's name.
     */
    @TestFactory
    protected Stream<DynamicNode> contract() {
        String wanted = System.getProperty(ONLY, "");
        List<Clause> chosen = Clauses.all().stream()
                .filter(clause -> clause.name().contains(wanted))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(ONLY + ": no clause has '" + wanted + "' in its name; there are\n"
                    + Clauses.all().stream().map(Clause::name).collect(Collectors.joining("\n")));
        }
        return chosen.stream().map(clause -> DynamicTest.dynamicTest(clause.name(), () -> run(clause)));
    }

    private void run(Clause clause) {
        try {
            requireCapabilities(clause);
            check(clause);
        } catch (TestAbortedException e) {
            throw new TestAbortedException(said(clause, e), e);
        } catch (Throwable e) {
            if (clause.isBasic()) {
                broken = clause;
            }
            throw new AssertionError(said(clause, e), e);
        }
    }

    private static String said(Clause clause, Throwable why) {
        return "'" + clause + "': "
                + (why instanceof AssertionError || why instanceof TestAbortedException ? why.getMessage() : why);
    }

    private void requireCapabilities(Clause clause) {
        if (broken != null) {
            Assumptions.abort("not tried, for '" + broken + "' is broken");
        }
        Map<Capability, String> unsupported = transport().unsupported(allOptions());
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
        Set<Capability> lacking = transport().unsupported(allOptions()).keySet();
        return Clauses.all().stream()
                .filter(clause -> clause.needs().stream().noneMatch(lacking::contains))
                .toList();
    }
}
