package dev.lockstep.transport.testkit;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Clauses on what a transport says of itself. */
final class DeclarationClauses {
    private static final String WORD = "[a-z][A-Za-z0-9-]*";

    private DeclarationClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("it has a name, a description and options that users can write", DeclarationClauses::named),
                Clause.basic("it is available", DeclarationClauses::available),
                Clause.of("what is lacking has its reasons", DeclarationClauses::reasons),
                Clause.of("what is lacking is refused", DeclarationClauses::refused),
                Clause.of("what is larger than it carries is refused", DeclarationClauses::tooLarge),
                Clause.of("what peers share ends when it is closed", DeclarationClauses::hosted));
    }

    private static void named(Stage stage) {
        String name = stage.transport().name();
        Expect.that(name != null && name.matches("[a-z][a-z0-9-]*"), "'%s' is no lower-case word", name);
        String description = stage.transport().description();
        Expect.that(
                description != null && !description.isBlank() && !description.contains("\n"),
                "'%s' is no line for lists",
                description);
        oneLine("medium", stage.transport().medium());
        oneLine("way to wait", stage.transport().waiting(stage.options()));
        stage.transport()
                .options()
                .forEach((option, value) -> Expect.that(
                        option.matches(WORD) && value != null && !value.contains(":"),
                        "option %s=%s cannot be written",
                        option,
                        value));
        Expect.that(
                stage.options().keySet().equals(stage.transport().options().keySet()),
                "the options are %s, those under test %s",
                stage.transport().options(),
                stage.options());
    }

    private static void oneLine(String what, String said) {
        Expect.that(said != null && !said.contains("\n"), "its %s is no line for charts: '%s'", what, said);
    }

    private static void available(Stage stage) {
        Availability availability = stage.transport().availability(stage.options());
        Expect.that(availability instanceof Availability.Available, "%s", availability);
    }

    private static void reasons(Stage stage) {
        Map<Capability, String> unsupported = stage.transport().unsupported(stage.options());
        unsupported.forEach((capability, reason) ->
                Expect.that(reason != null && !reason.isBlank(), "no reason for lacking %s", capability));
        Expect.that(
                unsupported.equals(stage.transport().unsupported(stage.options())),
                "what is lacking changes: %s",
                unsupported);
    }

    private static void refused(Stage stage) throws IOException {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        ByteBuffer message = stage.buffer().limit(1);
        lacking(stage, Capability.POLL, () -> to.poll((view, sender) -> {}, 1));
        Setting pushed = stage.setting().withReceiver(Optional.of((view, sender) -> {}));
        lacking(stage, Capability.PUSH, () -> stage.transport().open(pushed).close());
        lacking(stage, Capability.OFFER, () -> outbox.offer(message));
        lacking(stage, Capability.CLAIM, outbox::claim);
        lacking(stage, Capability.REPLY, () -> to.reply(1, message));
        lacking(stage, Capability.REPLY, () -> to.receive(stage.buffer(), new Sender(), 1));
        lacking(stage, Capability.REPLY, () -> outbox.request(message, stage.buffer(), 1));
    }

    private static void lacking(Stage stage, Capability capability, Expect.Action action) {
        if (!stage.has(capability)) {
            Expect.refused(UnsupportedOperationException.class, "what needs " + capability, action);
        }
    }

    private static void tooLarge(Stage stage) throws IOException {
        int most = stage.transport().largest(stage.options());
        Expect.that(
                stage.largest() <= most, "it carries %s bytes, and its contract asks for %s", most, stage.largest());
        if (most < Integer.MAX_VALUE) {
            Setting larger = stage.setting().withLargest(most + 1);
            Expect.refused(
                    IllegalArgumentException.class,
                    "opening for more than it carries",
                    () -> stage.transport().open(larger).close());
        }
    }

    private static void hosted(Stage stage) throws IOException, InterruptedException {
        Setting setting = stage.setting().withHosted("");
        List<Long> before = processes();
        Hosted hosted = stage.transport().host(setting);
        Expect.that(hosted != null && hosted.text() != null, "nothing is hosted, not even nothing");
        hosted.close();
        hosted.close();
        long start = System.nanoTime();
        while (!before.containsAll(processes()) && System.nanoTime() - start < stage.patienceNanos()) {
            Thread.sleep(10);
        }
        Expect.that(before.containsAll(processes()), "processes are left of what was hosted");
    }

    private static List<Long> processes() {
        return ProcessHandle.current().descendants().map(ProcessHandle::pid).toList();
    }
}
