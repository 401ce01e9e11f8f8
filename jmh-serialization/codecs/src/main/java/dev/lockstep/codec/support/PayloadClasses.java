package dev.lockstep.codec.support;

import dev.lockstep.codec.payload.Command;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.payload.Image;
import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.payload.Media;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.payload.Reading;
import dev.lockstep.codec.payload.Readings;
import java.util.List;

/** The classes of payloads, for libraries that number classes. */
public final class PayloadClasses {
    /** The classes in the order in which both ends register them. */
    public static final List<Class<?>> ALL = List.of(
            PingMessage.class,
            PingMessage.Role.class,
            Command.class,
            Command.Operation.class,
            dev.lockstep.codec.payload.next.Command.class,
            MediaContent.class,
            Media.class,
            Media.Player.class,
            Image.class,
            Image.Size.class,
            NumericBlock.class,
            LogRecord.class,
            LogRecord.Level.class,
            Readings.class,
            Reading.class,
            GraphNode.class);

    private PayloadClasses() {}
}
