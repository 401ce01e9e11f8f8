package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.payload.Image;
import dev.lockstep.codec.payload.Media;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;
import java.util.ArrayList;

/** The mapping of films and their pictures. */
final class MediaContents {
    private MediaContents() {}

    static PayloadProtos.MediaContent toMessage(MediaContent content) {
        PayloadProtos.MediaContent.Builder message =
                PayloadProtos.MediaContent.newBuilder().setMedia(toMessage(content.media));
        for (Image image : content.images) {
            message.addImages(toMessage(image));
        }
        return message.build();
    }

    static MediaContent toPayload(PayloadProtos.MediaContent message) {
        MediaContent content = new MediaContent();
        content.media = toPayload(message.getMedia());
        content.images = new ArrayList<>(message.getImagesCount());
        for (PayloadProtos.Image image : message.getImagesList()) {
            content.images.add(toPayload(image));
        }
        return content;
    }

    private static PayloadProtos.Media toMessage(Media media) {
        PayloadProtos.Media.Builder message = PayloadProtos.Media.newBuilder()
                .setUri(media.uri)
                .setWidth(media.width)
                .setHeight(media.height)
                .setFormat(media.format)
                .setDurationMillis(media.durationMillis)
                .setSizeBytes(media.sizeBytes)
                .setBitrate(media.bitrate)
                .setHasBitrate(media.hasBitrate)
                .addAllPersons(media.persons)
                .setPlayerValue(Enums.number(media.player));
        if (media.title != null) {
            message.setTitle(media.title);
        }
        if (media.copyright != null) {
            message.setCopyright(media.copyright);
        }
        return message.build();
    }

    private static Media toPayload(PayloadProtos.Media message) {
        Media media = new Media();
        media.uri = message.getUri();
        media.title = message.hasTitle() ? message.getTitle() : null;
        media.width = message.getWidth();
        media.height = message.getHeight();
        media.format = message.getFormat();
        media.durationMillis = message.getDurationMillis();
        media.sizeBytes = message.getSizeBytes();
        media.bitrate = message.getBitrate();
        media.hasBitrate = message.getHasBitrate();
        media.persons = new ArrayList<>(message.getPersonsList());
        media.player = Enums.constant(Media.Player.values(), message.getPlayerValue());
        media.copyright = message.hasCopyright() ? message.getCopyright() : null;
        return media;
    }

    private static PayloadProtos.Image toMessage(Image image) {
        PayloadProtos.Image.Builder message = PayloadProtos.Image.newBuilder()
                .setUri(image.uri)
                .setWidth(image.width)
                .setHeight(image.height)
                .setSizeValue(Enums.number(image.size));
        if (image.title != null) {
            message.setTitle(image.title);
        }
        return message.build();
    }

    private static Image toPayload(PayloadProtos.Image message) {
        Image image = new Image();
        image.uri = message.getUri();
        image.title = message.hasTitle() ? message.getTitle() : null;
        image.width = message.getWidth();
        image.height = message.getHeight();
        image.size = Enums.constant(Image.Size.values(), message.getSizeValue());
        return image;
    }
}
