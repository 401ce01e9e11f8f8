package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.testkit.clauses.Doubles.BYTE;
import static dev.lockstep.comm.testkit.clauses.Doubles.COMPLETE;
import static dev.lockstep.comm.testkit.clauses.Doubles.HANGS;
import static dev.lockstep.comm.testkit.clauses.Doubles.SILENT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Communicators that break messages between two ranks, and requests. */
final class BrokenMessages {
    private final Doubles doubles;

    private BrokenMessages(Doubles doubles) {
        this.doubles = doubles;
    }

    static void addTo(Doubles doubles) {
        BrokenMessages messages = new BrokenMessages(doubles);
        messages.buffers();
        messages.matching();
        messages.nonBlocking();
        messages.completion();
        messages.probes();
        messages.persistent();
        messages.arguments();
    }

    private void buffers() {
        doubles.sending("a direct buffer arrives", BYTE, m -> m.isDirect() ? Faults.flipped(m) : m);
        doubles.sending("a heap buffer arrives", BYTE, m -> m.isDirect() ? m : Faults.flipped(m));
        doubles.sending(
                "a sliced buffer arrives", BYTE, m -> m.hasArray() ? ByteBuffer.wrap(m.array(), 0, m.remaining()) : m);
        doubles.sending("a message lies between position and limit", BYTE, Faults::misplaced);
        doubles.receiving("a message may have zero bytes", "the length of .* should be 0, not 1", (m, status) -> {
            if (status.bytes() == 0) {
                Faults.miscount(status);
            }
        });
        doubles.sending("a message may be large", BYTE, m -> m.remaining() > 1 << 20 ? Faults.flipped(m) : m);
        doubles.sending("a read-only buffer may be sent", "IllegalArgumentException: read-only", m -> {
            if (m.isReadOnly()) {
                throw new IllegalArgumentException("read-only");
            }
            return m;
        });
        doubles.receiving(
                "position and limit stay",
                "what send and recv writes should be 12 to 28",
                (m, status) -> m.position(m.position() + status.bytes()));
        doubles.receiving("bytes behind a short message stay", "outside the message", (m, status) -> Faults.flip(m));
        for (Clause clause : TruncationClauses.all()) {
            doubles.calling(
                    clause.name(), SILENT, "recv", call -> Doubles.silently(call, MessageTruncatedException.class));
        }
    }

    private void matching() {
        doubles.calling("messages of one tag arrive in the order sent", "the number of the message", "iSend", () -> {
            AtomicReference<ByteBuffer> first = new AtomicReference<>();
            return call -> {
                ByteBuffer held = first.get();
                if (held == null) {
                    first.set(Faults.copy(call.buffer(0)));
                    return COMPLETE;
                }
                Object sending = call.go();
                if (held.hasRemaining()) {
                    call.go(0, held);
                    first.set(ByteBuffer.allocate(0));
                }
                return sending;
            };
        });
        doubles.calling("a tag selects", "the message of tag 5", "recv", call -> call.go(2, Communicator.ANY_TAG));
        doubles.receiving(
                "tags reach from 0 to MAX_TAG",
                "the tag should be 4096, not 0",
                (m, status) -> status.set(status.source(), status.tag() & 0xFFF, status.bytes()));
        doubles.receiving(
                "any source", "the source in the status", (m, status) -> status.set(0, status.tag(), status.bytes()));
        doubles.receiving(
                "any tag",
                "the tag in the status should be 7",
                (m, status) -> status.set(status.source(), Communicator.ANY_TAG, status.bytes()));
        doubles.receiving(
                "a status tells source, tag and bytes",
                "the status of recv should be 5 bytes",
                (m, status) -> Faults.miscount(status));
        doubles.calling("a rank may send to itself", BYTE, "send", call -> {
            boolean toItself = call.number(1) == ((Communicator) call.to()).rank();
            return toItself ? call.go(0, Faults.flipped(call.buffer(0))) : call.go();
        });
        doubles.calling("sendRecv", BYTE, "sendRecv", call -> call.go(0, Faults.flipped(call.buffer(0))));
    }

    private void nonBlocking() {
        doubles.sending("iSend before iRecv", BYTE, Faults::flipped);
        doubles.receiving("iRecv before iSend", BYTE, (m, status) -> Faults.flip(m));
        doubles.calling(
                "test answers whether it is complete",
                "test is true before anything was sent",
                "iRecv",
                call -> call.broken("test", test -> true));
        doubles.calling("many requests may be pending", BYTE, "iSend", () -> {
            AtomicInteger started = new AtomicInteger();
            return call -> started.incrementAndGet() > 64 ? call.go(0, Faults.flipped(call.buffer(0))) : call.go();
        });
        doubles.calling("iSend does not wait for the receiver", HANGS, "iSend", call -> {
            ((Communicator) call.to()).send(call.buffer(0), call.number(1), call.number(2));
            return COMPLETE;
        });
        // Not posted before somebody waits.
        doubles.calling(
                "a posted receive progresses in other calls",
                HANGS,
                "iRecv",
                call -> later(status ->
                        ((Communicator) call.to()).recv(call.buffer(0), call.number(1), call.number(2), status)));
        doubles.calling(
                "isSend is complete only when received",
                "a synchronous send is complete before anyone received it",
                "isSend",
                call -> ((Communicator) call.to()).iSend(call.buffer(0), call.number(1), call.number(2)));
        doubles.calling("sSend arrives", BYTE, "sSend", call -> call.go(0, Faults.flipped(call.buffer(0))));
    }

    /** A request that does all its work when somebody waits for it. */
    static Request later(Consumer<Status> work) {
        return Broken.of(Request.class, COMPLETE, "await", await -> {
            work.accept((Status) await.arguments()[0]);
            return null;
        });
    }

    private void completion() {
        doubles.calling(
                "waitAll completes all",
                "the source of message \\d+ should be \\d, not -1",
                "iRecv",
                call -> call.broken("await", await -> await.go(0, null)));
        doubles.calling(
                "waitAny completes one after the other",
                "the (length|source) of message \\d+ should be \\d+, not (0|-1)",
                "iRecv",
                call -> call.broken("test", test -> test.go(0, null)));
        doubles.calling(
                "testAll and testAny answer what is complete",
                "testAny before anything was sent",
                "iRecv",
                call -> COMPLETE);
        doubles.calling(
                "waitAll goes on after an error",
                SILENT,
                "iRecv",
                call -> call.broken("await", await -> Doubles.silently(await, MessageTruncatedException.class)));
    }

    private void probes() {
        doubles.calling("probe tells what is then received", "the length that a probe tells", "probe", call -> {
            Status status = call.arguments()[2] == null ? new Status() : (Status) call.arguments()[2];
            call.go(2, status);
            Faults.miscount(status);
            return null;
        });
        doubles.calling(
                "iProbe answers whether a message is there",
                "a probe sees a message before anything was sent",
                "iProbe",
                call -> true);
        doubles.calling(
                "a probe selects by source and tag",
                "the length of the message of the tag probed should be 20",
                "probe",
                call -> call.go(1, Communicator.ANY_TAG));
    }

    private void persistent() {
        doubles.calling(
                "persistent requests start many times",
                "what start \\d+ brought: " + BYTE,
                "sendInit",
                call -> call.go(0, Faults.copy(call.buffer(0))));
        doubles.calling(
                "a persistent request keeps its position and limit",
                "what was prepared before the limit moved: " + BYTE,
                "sendInit",
                // What lies between position and limit when it starts.
                call -> call.broken("start|await", part -> {
                    if (part.name().equals("start")) {
                        ((Communicator) call.to()).iSend(call.buffer(0), call.number(1), call.number(2));
                    }
                    return null;
                }));
        doubles.calling(
                "a persistent receive tells a status",
                "the source should be",
                "recvInit",
                call -> call.broken("test", test -> test.go(0, null)));
        doubles.calling(
                "a persistent request is inactive between starts",
                "a request is active before its start",
                "recvInit",
                call -> call.broken("isActive", asked -> true));
        doubles.calling(
                "waitAny over persistent and other requests",
                "IllegalStateException",
                "recvInit",
                call -> call.broken("isActive", asked -> true));
        doubles.calling(
                "a closed persistent request refuses",
                "starting what was closed " + SILENT,
                "recvInit",
                call -> call.broken("close", close -> null));
    }

    private void arguments() {
        doubles.silent("a rank that does not exist is refused", "send");
        doubles.silent("a tag out of range is refused", "send");
        doubles.silent("a root that does not exist is refused", "bcast");
        doubles.silent("a missing buffer is refused", "send");
        doubles.silent("a read-only buffer to write to is refused", "recv");
        doubles.silent("reductions of unequal or broken elements are refused", "allReduce");
        doubles.silent("overlapping buffers are refused", "allReduce");
        doubles.silent("a wrong probe is refused", "probe");
        doubles.silent("a wrong persistent request is refused", "recvInit");
        doubles.silent("a wrong synchronous send is refused", "sSend");
        doubles.calling(
                "a negative capacity is refused", SILENT, "allocate", call -> call.go(0, Math.max(0, call.number(0))));
        CollectiveArgumentClauses.all().forEach(clause -> doubles.silent(clause.name(), BrokenCollectives.ALL_NAMES));
    }
}
