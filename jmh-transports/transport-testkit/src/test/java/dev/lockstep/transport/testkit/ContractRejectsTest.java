package dev.lockstep.transport.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/** For each clause a transport that breaks it, and is caught by it. */
class ContractRejectsTest {
    /** For flaws that are a wait without an end. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** For what is to fail in the end, and does not. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    /** For clauses that start a process before the flaw shows. */
    private static final Duration LONGER_LIMIT = Duration.ofSeconds(20);

    /** For the clause that opens a thousand endpoints first: it ends by itself. */
    private static final Duration LONGEST_LIMIT = Duration.ofSeconds(120);

    @TempDir
    Path folder;

    static Stream<Arguments> flaws() {
        return Flaws.all();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("flaws")
    void aFlawIsCaughtByItsClause(String name, Transport flawed) {
        Clause clause = Clauses.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        Duration ofProcesses = clause.needs().contains(Capability.PROCESSES) ? LONGER_LIMIT : LIMIT;
        Contract contract = new Contract(flawed, name.contains("a thousand") ? LONGEST_LIMIT : ofProcesses);
        contract.scratch = folder;
        assertThat(contract.clauses()).extracting(Clause::name).contains(name);
        assertThatThrownBy(() -> contract.check(clause))
                .isInstanceOf(Throwable.class)
                .isNotInstanceOf(TestAbortedException.class);
    }

    @Test
    void aClauseOnAPortIsSkippedByNameWhereThereIsNone() {
        Contract contract = new Contract(new Dressed(), LIMIT);
        contract.scratch = folder;
        assertThat(StrangerClauses.all())
                .isNotEmpty()
                .allSatisfy(clause -> assertThatThrownBy(() -> contract.check(clause))
                        .isInstanceOf(TestAbortedException.class)
                        .hasMessageContaining("has no port, but the address inproc:"));
    }

    @Test
    void everyClauseHasAFlawThatItCatches() {
        assertThat(flaws().map(flaw -> flaw.get()[0]).collect(Collectors.toSet()))
                .isEqualTo(Clauses.all().stream().map(Clause::name).collect(Collectors.toSet()));
    }

    @Test
    void whatIsLostDoubledOutOfOrderAndTornIsCountedApart() {
        Tally tally = new Tally(1);
        ByteBuffer message = ByteBuffer.allocate(30);
        for (int sequence : new int[] {0, 2, 1, 2, 4}) {
            tally.take(Stamp.put(message, 0, sequence));
        }
        tally.take(message.put(20, (byte) ~message.get(20)));
        assertThatThrownBy(() -> tally.require(6))
                .isInstanceOf(AssertionError.class)
                .hasMessage("lost 2, doubled 1, out of order 1, torn 1, whole 4");
    }

    /** Not run by itself, only clause by clause. */
    private static final class Contract extends TransportContract {
        private final Transport transport;
        private final Duration limit;

        Contract(Transport transport, Duration limit) {
            this.transport = transport;
            this.limit = limit;
        }

        @Override
        protected Transport transport() {
            return transport;
        }

        @Override
        protected Duration limit() {
            return limit;
        }

        @Override
        Duration patience() {
            return PATIENCE;
        }
    }
}
