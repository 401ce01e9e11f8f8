package dev.lockstep.codec.avro;

import dev.lockstep.codec.payload.Image;
import dev.lockstep.codec.payload.Media;
import dev.lockstep.codec.payload.MediaContent;
import java.util.ArrayList;
import java.util.List;

/** The mapping of films and their pictures. */
final class MediaContents {
    private MediaContents() {}

    static dev.lockstep.codec.schema.avro.MediaContent toRecord(MediaContent payload) {
        List<dev.lockstep.codec.schema.avro.Image> images = new ArrayList<>(payload.images.size());
        for (Image image : payload.images) {
            images.add(toRecord(image));
        }
        return new dev.lockstep.codec.schema.avro.MediaContent(toRecord(payload.media), images);
    }

    static MediaContent toPayload(dev.lockstep.codec.schema.avro.MediaContent record) {
        MediaContent payload = new MediaContent();
        payload.media = toPayload(record.getMedia());
        payload.images = new ArrayList<>(record.getImages().size());
        for (dev.lockstep.codec.schema.avro.Image image : record.getImages()) {
            payload.images.add(toPayload(image));
        }
        return payload;
    }

    private static dev.lockstep.codec.schema.avro.Media toRecord(Media payload) {
        dev.lockstep.codec.schema.avro.Media record = new dev.lockstep.codec.schema.avro.Media();
        record.setUri(payload.uri);
        record.setTitle(payload.title);
        record.setWidth(payload.width);
        record.setHeight(payload.height);
        record.setFormat(payload.format);
        record.setDurationMillis(payload.durationMillis);
        record.setSizeBytes(payload.sizeBytes);
        record.setBitrate(payload.bitrate);
        record.setHasBitrate(payload.hasBitrate);
        record.setPersons(payload.persons);
        record.setPlayer(dev.lockstep.codec.schema.avro.Player.values()[payload.player.ordinal()]);
        record.setCopyright(payload.copyright);
        return record;
    }

    private static Media toPayload(dev.lockstep.codec.schema.avro.Media record) {
        Media payload = new Media();
        payload.uri = record.getUri();
        payload.title = record.getTitle();
        payload.width = record.getWidth();
        payload.height = record.getHeight();
        payload.format = record.getFormat();
        payload.durationMillis = record.getDurationMillis();
        payload.sizeBytes = record.getSizeBytes();
        payload.bitrate = record.getBitrate();
        payload.hasBitrate = record.getHasBitrate();
        payload.persons = new ArrayList<>(record.getPersons());
        payload.player = Media.Player.values()[record.getPlayer().ordinal()];
        payload.copyright = record.getCopyright();
        return payload;
    }

    private static dev.lockstep.codec.schema.avro.Image toRecord(Image payload) {
        dev.lockstep.codec.schema.avro.Image record = new dev.lockstep.codec.schema.avro.Image();
        record.setUri(payload.uri);
        record.setTitle(payload.title);
        record.setWidth(payload.width);
        record.setHeight(payload.height);
        record.setSize(dev.lockstep.codec.schema.avro.Size.values()[payload.size.ordinal()]);
        return record;
    }

    private static Image toPayload(dev.lockstep.codec.schema.avro.Image record) {
        Image payload = new Image();
        payload.uri = record.getUri();
        payload.title = record.getTitle();
        payload.width = record.getWidth();
        payload.height = record.getHeight();
        payload.size = Image.Size.values()[record.getSize().ordinal()];
        return payload;
    }
}
