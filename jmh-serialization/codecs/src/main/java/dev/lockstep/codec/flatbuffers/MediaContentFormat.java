package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.Image;
import dev.lockstep.codec.payload.MediaContent;
import java.nio.ByteBuffer;
import java.util.ArrayList;

/** Films and their pictures as tables. */
final class MediaContentFormat implements Format<MediaContent> {

    @Override
    public int write(MediaContent value, FlatBufferBuilder builder) {
        int media = MediaFormat.write(value.media, builder);
        int images = Builders.NOTHING;
        if (value.images != null) {
            int[] tables = new int[value.images.size()];
            for (int i = 0; i < tables.length; i++) {
                tables[i] = write(value.images.get(i), builder);
            }
            images = dev.lockstep.codec.schema.flatbuffers.MediaContent.createImagesVector(builder, tables);
        }
        return dev.lockstep.codec.schema.flatbuffers.MediaContent.createMediaContent(builder, media, images);
    }

    private static int write(Image value, FlatBufferBuilder builder) {
        int uri = Builders.text(value.uri, builder);
        int title = Builders.text(value.title, builder);
        dev.lockstep.codec.schema.flatbuffers.Image.startImage(builder);
        dev.lockstep.codec.schema.flatbuffers.Image.addUri(builder, uri);
        dev.lockstep.codec.schema.flatbuffers.Image.addTitle(builder, title);
        dev.lockstep.codec.schema.flatbuffers.Image.addWidth(builder, value.width);
        dev.lockstep.codec.schema.flatbuffers.Image.addHeight(builder, value.height);
        dev.lockstep.codec.schema.flatbuffers.Image.addSize(builder, value.size.ordinal());
        return dev.lockstep.codec.schema.flatbuffers.Image.endImage(builder);
    }

    @Override
    public MediaContent read(ByteBuffer source, Budget budget) {
        dev.lockstep.codec.schema.flatbuffers.MediaContent table =
                dev.lockstep.codec.schema.flatbuffers.MediaContent.getRootAsMediaContent(source);
        MediaContent value = new MediaContent();
        value.media = MediaFormat.read(table.media(), budget);
        if (table.imagesVector() != null) {
            int length = budget.take(table.imagesLength());
            value.images = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                value.images.add(read(table.images(i)));
            }
        }
        return value;
    }

    private static Image read(dev.lockstep.codec.schema.flatbuffers.Image table) {
        Image value = new Image();
        value.uri = table.uri();
        value.title = table.title();
        value.width = table.width();
        value.height = table.height();
        value.size = Builders.constant(Image.Size.values(), table.size());
        return value;
    }
}
