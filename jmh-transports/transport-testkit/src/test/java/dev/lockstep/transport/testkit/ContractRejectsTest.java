package dev.lockstep.transport.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lockstep.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/** For each clause a transport that breaks it, and is caught by it: in its own words. */
class ContractRejectsTest {
    /** Of a flaw that hangs; a machine that stalls gets more. */
    private static final Duration SHORT = Duration.ofMillis(50);

    /** More than a clause may take: who waits in vain for what is said at once fails by that limit. */
    private static final Duration ENDLESS = Duration.ofMinutes(20);

    @TempDir
    Path folder;

    static Stream<Flaw> flaws() {
        return Flaws.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("flaws")
    void aFlawIsCaughtByItsClause(Flaw flaw) {
        Clause clause = Clauses.all().stream()
                .filter(one -> one.name().equals(flaw.clause()))
                .findFirst()
                .orElseThrow();
        Contract contract = new Contract(flaw.transport(), flaw.hangs() ? SHORT : ENDLESS, folder);
        assertThat(contract.clauses()).extracting(Clause::name).contains(flaw.clause());
        Throwable caught = catchThrowable(() -> contract.check(clause));
        while (caught instanceof Overdue early
                && !early.getMessage().contains(flaw.words())
                && contract.patience.compareTo(contract.limit()) < 0) {
            contract.patience = contract.patience.multipliedBy(10);
            caught = catchThrowable(() -> contract.check(clause));
        }
        assertThat(caught).hasMessageContaining(flaw.words());
        assertThat(caught instanceof Overdue).isEqualTo(flaw.hangs());
    }

    @Test
    void aClauseOnAPortIsSkippedByNameWhereThereIsNone() {
        skipped(StrangerClauses.all(), new Dressed(), "takes no byte streams, but has the address inproc:");
        skipped(StrangerClauses.all(), new UdpTransport(), "takes no byte streams, but has the address udp://");
        skipped(DatagramClauses.all(), new Dressed(), "takes no datagrams, but has the address inproc:");
        skipped(DatagramClauses.all(), Template.asItIs(), "takes no datagrams, but has the address tcp://");
    }

    private void skipped(List<Clause> clauses, Transport transport, String words) {
        Contract contract = new Contract(transport, ENDLESS, folder);
        assertThat(clauses)
                .isNotEmpty()
                .allSatisfy(clause -> assertThatThrownBy(() -> contract.check(clause))
                        .isInstanceOf(TestAbortedException.class)
                        .hasMessageContaining(words));
    }

    /** The clauses on datagrams are not one and the same. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.lockstep.transport.testkit.DatagramFlaws#alone")
    void aFlawOfDatagramsIsCaughtByItsClauseAlone(Flaw flaw) {
        Contract contract = new Contract(flaw.transport(), Duration.ofSeconds(20), folder);
        assertThat(DatagramClauses.all())
                .filteredOn(clause -> !clause.name().equals(flaw.clause()))
                .allSatisfy(
                        clause -> assertThatCode(() -> contract.check(clause)).doesNotThrowAnyException());
    }

    @Test
    void everyClauseHasAFlawThatItCatches() {
        assertThat(flaws().map(Flaw::clause).collect(Collectors.toSet()))
                .isEqualTo(Clauses.all().stream().map(Clause::name).collect(Collectors.toSet()));
    }

    /** Not run by itself, only clause by clause. */
    private static final class Contract extends TransportContract {
        private final Transport transport;
        private Duration patience;

        Contract(Transport transport, Duration patience, Path folder) {
            this.transport = transport;
            this.patience = patience;
            scratch = folder;
        }

        @Override
        protected Transport transport() {
            return transport;
        }

        @Override
        protected Duration patience() {
            return patience;
        }
    }
}
