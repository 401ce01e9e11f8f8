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
import java.util.Optional;

/** Clients of one job, each with topics of its own, in this JVM: on a LAN, or at the two sites of a WAN. */
final class Worlds implements Closeable {
    static final int BYTES = 1000;

    /** Of a topic, at most. */
    private static final int PUBLISHERS = 2;

    final Transports.Choice choice;
    final Hosted broker;
    final Hosted mediator;

    /** The broker or the mediator of the second site of a WAN. */
    final Hosted second;

    private final List<IOException> lost = new ArrayList<>();
    private final Direct.Way way;
    private final Path folder;
    private final List<Closeable> opened = new ArrayList<>();

    Worlds(String transport, String connection, Path folder) throws IOException {
        this(transport, connection, folder, new Mediator()::host);
    }

    /** The same with a mediator that is started in another way. */
    Worlds(String transport, String connection, Path folder, Hosting mediating) throws IOException {
        this(transport, connection, folder, mediating, Optional.empty());
    }

    private Worlds(
            String transport, String connection, Path folder, Hosting mediating, Optional<Hosting> mediatingSecond)
            throws IOException {
        this.folder = folder;
        choice = Transports.discover().choose(transport);
        way = new Direct.Way(Connection.isPerMessage(connection), true);
        broker = choice.transport().host(setting(folder));
        mediator = mediating.host(relaying(Optional.empty()));
        if (mediatingSecond.isEmpty()) {
            second = Hosted.NOTHING;
        } else {
            second = isBrokered()
                    ? choice.transport().host(setting(folder).withHosted(broker.text()))
                    : mediatingSecond.get().host(relaying(Optional.of(mediator.text())));
        }
    }

    /** Two sites, whose mediators, if it is these, are started in those ways. */
    static Worlds wan(String transport, String connection, Path folder, Hosting first, Hosting second)
            throws IOException {
        return new Worlds(transport, connection, folder, first, Optional.of(second));
    }

    /** What mediators of both kinds are started with. */
    private Setting relaying(Optional<String> other) {
        return setting(folder).with(Relay.options("tcp", choice, way.perMessage(), PUBLISHERS, other));
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

    /** Those of one more client, at the first site. */
    Topics<Message> client() throws IOException {
        return client(broker.text(), mediator.text());
    }

    /** Those of one more client, at the second site. */
    Topics<Message> farClient() throws IOException {
        return client(second.text(), second.text());
    }

    private Topics<Message> client(String by, String at) throws IOException {
        Ends ends = new Ends(
                choice.transport(),
                setting(Files.createTempDirectory(folder, "client")).withHosted(broker.text()));
        opened.add(ends);
        Topics<Message> topics = isBrokered()
                ? new Brokered<>(ends, by, format())
                : new Direct<>(ends, Mediator.at(at), format(), way, this::lose);
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
        return another(broker.text(), mediator.text());
    }

    /** The same at the second site. */
    Hosted farAnother() throws IOException {
        return another(second.text(), second.text());
    }

    private Hosted another(String by, String at) throws IOException {
        Setting setting = setting(folder)
                .withHosted(isBrokered() ? by : broker.text())
                .with(Map.of("transport", choice.toString(), "mediator-address", at));
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
                    ? new Brokered<>(ends, setting.hosted(), format())
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
        opened.add(second::close);
        opened.add(mediator::close);
        opened.add(broker::close);
        Closing.all(List.copyOf(opened));
    }
}
