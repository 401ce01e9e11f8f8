package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.Image;
import java.nio.ByteBuffer;

/** The bytes of a picture. */
final class ImageFormat implements Format<Image> {
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
