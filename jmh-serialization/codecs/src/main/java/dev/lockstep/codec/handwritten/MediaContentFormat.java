package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.Image;
import dev.lockstep.codec.payload.Media;
import dev.lockstep.codec.payload.MediaContent;
import java.nio.ByteBuffer;

/** The bytes of a film and its pictures. */
final class MediaContentFormat implements Format<MediaContent> {
    private final Format<Media> media = new MediaFormat();
    private final Format<Image> image = new ImageFormat();

    @Override
    public MediaContent make() {
        return new MediaContent();
    }

    @Override
    public void write(MediaContent value, ByteBuffer target) {
        media.write(value.media, target);
        Fields.writeList(value.images, image, target);
    }

    @Override
    public void read(ByteBuffer source, MediaContent value) {
        value.media = Fields.read(source, media);
        value.images = Fields.readList(source, image);
    }

    /** The bytes of a picture. */
    private static final class ImageFormat implements Format<Image> {
        private final Image.Size[] sizes = Image.Size.values();

        @Override
        public Image make() {
            return new Image();
        }

        @Override
        public void write(Image value, ByteBuffer target) {
            Fields.writeText(value.uri, target);
            Fields.writeText(value.title, target);
            target.putInt(value.width);
            target.putInt(value.height);
            Fields.writeEnum(value.size, target);
        }

        @Override
        public void read(ByteBuffer source, Image value) {
            value.uri = Fields.readText(source);
            value.title = Fields.readText(source);
            value.width = source.getInt();
            value.height = source.getInt();
            value.size = Fields.readEnum(sizes, source);
        }
    }
}
