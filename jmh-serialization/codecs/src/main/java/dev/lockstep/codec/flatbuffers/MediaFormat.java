package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.Media;
import java.util.ArrayList;

/** Films as tables. */
final class MediaFormat {
    private MediaFormat() {}

    static int write(Media value, FlatBufferBuilder builder) {
        int uri = Builders.text(value.uri, builder);
        int title = Builders.text(value.title, builder);
        int format = Builders.text(value.format, builder);
        int copyright = Builders.text(value.copyright, builder);
        int persons = Builders.NOTHING;
        if (value.persons != null) {
            int[] names = new int[value.persons.size()];
            for (int i = 0; i < names.length; i++) {
                names[i] = builder.createString(value.persons.get(i));
            }
            persons = dev.lockstep.codec.schema.flatbuffers.Media.createPersonsVector(builder, names);
        }
        dev.lockstep.codec.schema.flatbuffers.Media.startMedia(builder);
        dev.lockstep.codec.schema.flatbuffers.Media.addUri(builder, uri);
        dev.lockstep.codec.schema.flatbuffers.Media.addTitle(builder, title);
        dev.lockstep.codec.schema.flatbuffers.Media.addWidth(builder, value.width);
        dev.lockstep.codec.schema.flatbuffers.Media.addHeight(builder, value.height);
        dev.lockstep.codec.schema.flatbuffers.Media.addFormat(builder, format);
        dev.lockstep.codec.schema.flatbuffers.Media.addDurationMillis(builder, value.durationMillis);
        dev.lockstep.codec.schema.flatbuffers.Media.addSizeBytes(builder, value.sizeBytes);
        dev.lockstep.codec.schema.flatbuffers.Media.addBitrate(builder, value.bitrate);
        dev.lockstep.codec.schema.flatbuffers.Media.addHasBitrate(builder, value.hasBitrate);
        dev.lockstep.codec.schema.flatbuffers.Media.addPersons(builder, persons);
        dev.lockstep.codec.schema.flatbuffers.Media.addPlayer(builder, value.player.ordinal());
        dev.lockstep.codec.schema.flatbuffers.Media.addCopyright(builder, copyright);
        return dev.lockstep.codec.schema.flatbuffers.Media.endMedia(builder);
    }

    static Media read(dev.lockstep.codec.schema.flatbuffers.Media table, Budget budget) {
        Media value = new Media();
        value.uri = table.uri();
        value.title = table.title();
        value.width = table.width();
        value.height = table.height();
        value.format = table.format();
        value.durationMillis = table.durationMillis();
        value.sizeBytes = table.sizeBytes();
        value.bitrate = table.bitrate();
        value.hasBitrate = table.hasBitrate();
        if (table.personsVector() != null) {
            int length = budget.take(table.personsLength());
            value.persons = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                value.persons.add(table.persons(i));
            }
        }
        value.player = Builders.constant(Media.Player.values(), table.player());
        value.copyright = table.copyright();
        return value;
    }
}
