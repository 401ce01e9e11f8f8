package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.Media;
import java.nio.ByteBuffer;

/** The bytes of a film. */
final class MediaFormat implements Format<Media> {
    private final Media.Player[] players = Media.Player.values();

    @Override
    public Media make() {
        return new Media();
    }

    @Override
    public void write(Media value, ByteBuffer target) {
        Fields.writeText(value.uri, target);
        Fields.writeText(value.title, target);
        target.putInt(value.width);
        target.putInt(value.height);
        Fields.writeText(value.format, target);
        target.putLong(value.durationMillis);
        target.putLong(value.sizeBytes);
        target.putInt(value.bitrate);
        Fields.writeFlag(value.hasBitrate, target);
        Fields.writeTexts(value.persons, target);
        Fields.writeEnum(value.player, target);
        Fields.writeText(value.copyright, target);
    }

    @Override
    public void read(ByteBuffer source, Media value) {
        value.uri = Fields.readText(source);
        value.title = Fields.readText(source);
        value.width = source.getInt();
        value.height = source.getInt();
        value.format = Fields.readText(source);
        value.durationMillis = source.getLong();
        value.sizeBytes = source.getLong();
        value.bitrate = source.getInt();
        value.hasBitrate = Fields.readFlag(source);
        value.persons = Fields.readTexts(source);
        value.player = Fields.readEnum(players, source);
        value.copyright = Fields.readText(source);
    }
}
