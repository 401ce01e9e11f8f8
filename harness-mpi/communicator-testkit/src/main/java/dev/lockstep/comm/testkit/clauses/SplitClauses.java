package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.SPLIT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Clauses on splitting communicators. */
final class SplitClauses {
    private static final int TAG = 73;

    private SplitClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("split by color", SplitClauses::byColor, POINT_TO_POINT, SPLIT),
                new Clause("split in the order of keys", SplitClauses::byKey, SPLIT),
                new Clause("equal keys keep the order of ranks", SplitClauses::equalKeys, SPLIT),
                new Clause("an undefined color gets no communicator", SplitClauses::undefined, POINT_TO_POINT, SPLIT),
                new Clause("messages of split communicators never meet", SplitClauses::isolated, POINT_TO_POINT, SPLIT),
                new Clause("a color that cannot be is refused", SplitClauses::wrongColor, SPLIT));
    }

    /** Brings even ranks together, and odd ones, each in reverse order. */
    private static void byColor(Communicator comm) {
        int color = comm.rank() % 2;
        try (Communicator part = comm.split(color, -comm.rank()).orElseThrow()) {
            int size = (comm.size() + 1 - color) / 2;
            Expect.equal(size, part.size(), "the size of color " + color);
            Expect.equal(size - 1 - comm.rank() / 2, part.rank(), "the rank among color " + color);
            ByteBuffer in = Messages.direct(8);
            Messages.shift(part, Messages.direct(8).putInt(0, comm.rank()), in, TAG, null);
            int neighbour = Messages.left(part);
            Expect.equal(2 * (size - 1 - neighbour) + color, in.getInt(0), "the old rank of rank " + neighbour);
            part.barrier();
            try (Communicator alone = part.split(part.rank(), 0).orElseThrow()) {
                Expect.equal(1, alone.size(), "the size of a color of one");
                Expect.equal(0, alone.rank(), "the rank in a color of one");
            }
        }
        comm.barrier();
    }

    private static void byKey(Communicator comm) {
        try (Communicator reversed = comm.split(1, -comm.rank()).orElseThrow()) {
            Expect.equal(comm.size() - 1 - comm.rank(), reversed.rank(), "the rank in the reverse order");
            reversed.barrier();
        }
        // Keys need not be near each other.
        int key = comm.rank() % 2 == 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        try (Communicator oddFirst = comm.split(1, key).orElseThrow()) {
            int odd = comm.size() / 2;
            int expected = comm.rank() % 2 == 1 ? comm.rank() / 2 : odd + comm.rank() / 2;
            Expect.equal(expected, oddFirst.rank(), "the rank with odd ones first");
            oddFirst.barrier();
        }
    }

    private static void equalKeys(Communicator comm) {
        try (Communicator same = comm.split(3, 7).orElseThrow()) {
            Expect.equal(comm.size(), same.size(), "the size of one color for all");
            Expect.equal(comm.rank(), same.rank(), "the rank among equal keys");
            same.barrier();
        }
    }

    private static void undefined(Communicator comm) {
        int last = comm.size() - 1;
        Optional<Communicator> part = comm.split(comm.rank() == last ? Communicator.UNDEFINED : 0, 0);
        Expect.equal(comm.rank() != last, part.isPresent(), "a communicator for rank " + comm.rank());
        part.ifPresent(rest -> {
            Expect.equal(last, rest.size(), "the size of the rest");
            Messages.shiftPattern(rest, Messages.direct(9), Messages.direct(9), TAG, "a message among the rest");
            rest.close();
        });
        Expect.that(comm.split(Communicator.UNDEFINED, 0).isEmpty(), "a communicator for none");
        comm.barrier();
    }

    private static void isolated(Communicator comm) {
        try (Communicator one = comm.split(0, comm.rank()).orElseThrow();
                Communicator two = comm.split(0, comm.rank()).orElseThrow()) {
            List<Communicator> all = List.of(comm, one, two);
            ByteBuffer in = Messages.direct(8);
            List<Request> sending = all.stream()
                    .map(c -> c.iSend(Messages.direct(8).putInt(0, all.indexOf(c)), Messages.right(comm), TAG))
                    .toList();
            comm.barrier();
            for (int i = all.size() - 1; i >= 0; i--) {
                all.get(i).recv(in, Messages.any(comm, Messages.left(comm)), Messages.anyTag(comm, TAG));
                Expect.equal(i, in.getInt(0), "the communicator of the message");
            }
            sending.forEach(Request::await);
        }
    }

    private static void wrongColor(Communicator comm) {
        for (int wrong : new int[] {-2, Integer.MIN_VALUE}) {
            ArgumentClauses.refused("color " + wrong, () -> comm.split(wrong, 0));
        }
        comm.barrier();
    }
}
