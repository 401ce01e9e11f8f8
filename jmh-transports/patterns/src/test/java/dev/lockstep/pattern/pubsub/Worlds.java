package dev.lockstep.pattern.pubsub;

import dev.lockstep.pattern.Connection;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Hosting;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.process.PeerProcess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Clients of one job, each with topics of its own, in this JVM. */
final class Worlds implements Closeable {
    static final int BYTES = 1000;

    final Transports.Choice choice;
    final Hosted broker;
    final Hosted mediator;
    private final List<IOException> lost = new ArrayList<>();
    private final Direct.Way way;
    private final Path folder;
    private final List<Closeable> opened = new ArrayList<>();

    Worlds(String transport, String connection, Path folder) throws IOException {
        this(transport, connection, folder, new Mediator()::host);
    }

    /** The same with a mediator that is started in another way. */
    Worlds(String transport, String connection, Path folder, Hosting mediating) throws IOException {
        this.folder = folder;
        choice = Transports.discover().choose(transport);
        way = new Direct.Way(Connection.isPerMessage(connection), true);
        broker = choice.transport().host(setting(folder));
        mediator = mediating.host(setting(folder).with(Mediator.options("tcp")));
    }

    Setting setting(Path in) {
        return Setting.of(choice.transport(), in, format().largest()).with(choice.options());
    }

    static Message.Marshalled format() {
        return new Message.Marshalled(BYTES, true);
    }

    boolean isBrokered() {
        return choice.transport().topic("ping").isPresent();
    }

    /** Those of one more client. */
    Topics<Message> client() throws IOException {
        Ends ends = new Ends(
                choice.transport(),
                setting(Files.createTempDirectory(folder, "client")).withHosted(broker.text()));
        opened.add(ends);
        Topics<Message> topics = isBrokered()
                ? new Brokered<>(ends, format())
                : new Direct<>(ends, Mediator.at(mediator.text()), format(), way, this::lose);
        opened.add(0, topics);
        return topics;
    }

    private synchronized void lose(IOException why) {
        lost.add(why);
    }

    synchronized List<IOException> lost() {
        return List.copyOf(lost);
    }

    /** A subscriber of {@code ping} in a process of its own, which takes nothing; closing kills it. */
    Hosted another() throws IOException {
        Setting setting = setting(folder)
                .withHosted(broker.text())
                .with(Map.of("transport", choice.toString(), "mediator-address", mediator.text()));
        return PeerProcess.hosted(new Another(), setting);
    }

    /** That process. */
    static final class Another implements Hosting {
        @Override
        public Hosted host(Setting setting) throws IOException {
            Transports.Choice choice =
                    Transports.discover().choose(setting.options().get("transport"));
            Setting own = Setting.of(choice.transport(), setting.folder(), setting.largest())
                    .with(choice.options())
                    .withHosted(setting.hosted());
            Ends ends = new Ends(choice.transport(), own);
            Direct.Way way = new Direct.Way(false, true);
            Topics<Message> topics = choice.transport().topic("ping").isPresent()
                    ? new Brokered<>(ends, format())
                    : new Direct<>(
                            ends, Mediator.at(setting.options().get("mediator-address")), format(), way, why -> {});
            topics.subscribe("ping", 1);
            return Hosted.text("subscribed");
        }
    }

    /** A message that tells what it is. */
    static Message message(String topic, int publisher, long number) {
        byte[] body = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            body[i] = (byte) (i + 31 * publisher + 7 * number);
        }
        return new Message(topic, publisher, number, ByteBuffer.wrap(body));
    }

    @Override
    public void close() throws IOException {
        opened.add(mediator::close);
        opened.add(broker::close);
        Closing.all(List.copyOf(opened));
    }
}
