package dev.lockstep.collectives.flat;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Reductions;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.Buffers;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Idle;
import dev.lockstep.comm.testkit.ThreadRanks;
import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Clauses;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The clauses of the contract of communicators about these operations; {@code local} does the rest of them. */
class FlatContractTest {
    private static final Set<String> OURS = Set.of("barrier", "bcast", "allReduce");

    @TestFactory
    Stream<DynamicTest> contract() {
        List<Clause> clauses =
                Clauses.all().stream().filter(FlatContractTest::isOurs).toList();
        return Stream.of(
                        System.getProperty("lockstep.contract.ranks", "1,2,3,4").split(","))
                .map(Integer::valueOf)
                .flatMap(ranks -> clauses.stream()
                        .map(clause ->
                                DynamicTest.dynamicTest(ranks + " ranks: " + clause.name(), () -> run(clause, ranks))));
    }

    private static boolean isOurs(Clause clause) {
        return clause.needs().contains(Capability.ALL_REDUCE)
                || clause.needs().contains(Capability.BROADCAST)
                || clause.name().contains("barrier");
    }

    private static void run(Clause clause, int ranks) {
        ByteBuffer memory = Buffers.direct(FlatCollectives.bytes(ranks));
        boolean oversubscribed = ranks > Cores.usable();
        new ThreadRanks(
                        new LocalProvider(),
                        Duration.ofMinutes(1),
                        comm -> dressed(
                                comm,
                                new FlatCollectives(memory, comm.rank(), ranks, new Idle(new Abort(), oversubscribed))))
                .run(clause, ranks)
                .ifPresent(Assertions::fail);
    }

    private static Communicator dressed(Communicator comm, FlatCollectives flat) {
        return (Communicator) Proxy.newProxyInstance(
                Communicator.class.getClassLoader(),
                new Class<?>[] {Communicator.class},
                (proxy, method, arguments) -> call(isOurs(method) ? flat : comm, method, arguments));
    }

    private static boolean isOurs(Method method) {
        boolean blocking =
                method.getDeclaringClass() == Collectives.class || method.getDeclaringClass() == Reductions.class;
        return blocking && OURS.contains(method.getName());
    }

    private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
