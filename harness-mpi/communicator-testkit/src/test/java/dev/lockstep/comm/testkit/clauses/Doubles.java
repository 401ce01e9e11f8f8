package dev.lockstep.comm.testkit.clauses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.testkit.ThreadRanks;
import dev.lockstep.comm.testkit.clauses.Broken.Call;
import dev.lockstep.comm.testkit.clauses.Broken.Fault;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** For clauses communicators that break them, each by one fault that somebody might really make. */
public final class Doubles {
    /** What is said of ranks that wait for ever. */
    public static final String HANGS = "rank-\\d at .* did not end within";

    /** What is said of a message, or of a result, of which a byte is wrong. */
    public static final String BYTE = "byte \\d+ of \\d+ should be";

    /** What is said of a wrong argument that is not refused. */
    public static final String SILENT = "should raise \\w+, and raises nothing";

    /** What never was under way. */
    static final Request COMPLETE = Broken.of(Request.class, null, ".*", call -> true);

    /** Only ranks that wait for ever meet this one. */
    private static final Duration SHORT = Duration.ofMillis(150);

    private static final Duration LONG = Duration.ofMinutes(3);

    private final Map<String, Double> doubles = new LinkedHashMap<>();

    /**
     * A communicator that breaks a clause.
     *
     * @param fault puts it around one that does not
     * @param says what the clause says of it, as a regular expression
     */
    private record Double(UnaryOperator<Communicator> fault, String says) {}

    /** A fault of whatever kind. */
    public void add(String clause, String says, UnaryOperator<Communicator> fault) {
        doubles.put(clause, new Double(fault, says));
    }

    /** A fault of some methods of a communicator. */
    public void calling(String clause, String says, String methods, Fault fault) {
        add(clause, says, to -> Broken.of(Communicator.class, to, methods, fault));
    }

    /** A fault that remembers something on each rank. */
    void calling(String clause, String says, String methods, Supplier<Fault> fault) {
        add(clause, says, to -> Broken.of(Communicator.class, to, methods, fault.get()));
    }

    /** Something else is sent. */
    void sending(String clause, String says, UnaryOperator<ByteBuffer> fault) {
        calling(clause, says, "send|iSend", call -> call.go(0, fault.apply(call.buffer(0))));
    }

    /** What was received is tampered with. */
    void receiving(String clause, String says, BiConsumer<ByteBuffer, Status> fault) {
        calling(clause, says, "recv|iRecv", call -> {
            ByteBuffer message = call.buffer(0);
            return call.name().equals("recv")
                    ? received(call, 3, message, fault)
                    : call.broken("await|test", ending -> received(ending, 0, message, fault));
        });
    }

    private static Object received(Call call, int place, ByteBuffer message, BiConsumer<ByteBuffer, Status> fault)
            throws Throwable {
        Status status = call.arguments()[place] == null ? new Status() : (Status) call.arguments()[place];
        Object done = call.go(place, status);
        if (!Boolean.FALSE.equals(done)) {
            fault.accept(message, status);
        }
        return done;
    }

    /** Wrong arguments of some methods are taken in silence: the call does nothing. */
    public void silent(String clause, String methods) {
        calling(clause, SILENT, methods, call -> silently(call, IllegalArgumentException.class));
    }

    /** Lets the object answer; an exception of a type is not heard. */
    public static Object silently(Call call, Class<? extends Exception> unheard) throws Throwable {
        try {
            return call.go();
        } catch (Exception e) {
            if (unheard.isInstance(e)) {
                return call.method().getReturnType() == Request.class ? COMPLETE : null;
            }
            throw e;
        }
    }

    /** A test for each clause and double, on each of two ranks, and on one above 0 alone of three. */
    public Stream<DynamicTest> tests(List<Clause> clauses) {
        assertThat(doubles.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        clauses.stream().map(Clause::name).toList());
        return clauses.stream().flatMap(clause -> {
            Double broken = doubles.get(clause.name());
            return Stream.of(
                    DynamicTest.dynamicTest(clause + ", on each rank", () -> rejects(clause, 2, broken, broken.fault)),
                    DynamicTest.dynamicTest(
                            clause + ", on one rank",
                            () -> rejects(
                                    clause, 3, broken, comm -> comm.rank() == 1 ? broken.fault.apply(comm) : comm)));
        });
    }

    private static void rejects(Clause clause, int ranks, Double broken, UnaryOperator<Communicator> dressing) {
        Duration limit = broken.says.equals(HANGS) ? SHORT : LONG;
        assertThat(new ThreadRanks(new LocalProvider(), limit, dressing).run(clause, ranks))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("\"" + clause.name() + "\"")
                        .containsPattern("rank[ -]\\d")
                        .containsPattern(broken.says));
    }
}
