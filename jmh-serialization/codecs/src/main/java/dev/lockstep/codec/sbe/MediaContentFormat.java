package dev.lockstep.codec.sbe;

import dev.lockstep.codec.payload.Image;
import dev.lockstep.codec.payload.Media;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.schema.sbe.Flag;
import dev.lockstep.codec.schema.sbe.MediaContentDecoder;
import dev.lockstep.codec.schema.sbe.MediaContentEncoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderDecoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderEncoder;
import dev.lockstep.codec.schema.sbe.Player;
import dev.lockstep.codec.schema.sbe.Size;
import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The message of a film and its pictures. */
final class MediaContentFormat implements Format<MediaContent> {
    private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
    private final MediaContentEncoder out = new MediaContentEncoder();
    private final MediaContentDecoder in = new MediaContentDecoder();

    @Override
    public int write(MediaContent value, MutableDirectBuffer target) {
        out.wrapAndApplyHeader(target, 0, headerOut);
        Media media = value.media;
        out.width(media.width);
        out.height(media.height);
        out.durationMillis(media.durationMillis);
        out.sizeBytes(media.sizeBytes);
        out.bitrate(media.bitrate);
        out.hasBitrate(Texts.flag(media.hasBitrate));
        out.player(Player.values()[media.player.ordinal()]);
        out.hasTitle(Texts.flag(media.title != null));
        out.hasCopyright(Texts.flag(media.copyright != null));
        MediaContentEncoder.PersonsEncoder persons = out.personsCount(media.persons.size());
        for (String person : media.persons) {
            persons.next().name(Texts.required(person));
        }
        MediaContentEncoder.ImagesEncoder images = out.imagesCount(value.images.size());
        for (Image image : value.images) {
            write(image, images.next());
        }
        out.uri(Texts.required(media.uri))
                .title(media.title)
                .format(Texts.required(media.format))
                .copyright(media.copyright);
        return out.limit();
    }

    @Override
    public int read(DirectBuffer source, MediaContent value) {
        in.wrapAndApplyHeader(source, 0, headerIn);
        Media media = new Media();
        media.width = in.width();
        media.height = in.height();
        media.durationMillis = in.durationMillis();
        media.sizeBytes = in.sizeBytes();
        media.bitrate = in.bitrate();
        media.hasBitrate = in.hasBitrate() == Flag.YES;
        media.player = Texts.constant(Media.Player.values(), in.player());
        media.persons = new ArrayList<>();
        for (MediaContentDecoder.PersonsDecoder person : in.persons()) {
            Texts.checked(person.nameLength(), in.limit(), source);
            media.persons.add(person.name());
        }
        value.images = new ArrayList<>();
        for (MediaContentDecoder.ImagesDecoder image : in.images()) {
            value.images.add(image(image, source));
        }
        Texts.checked(in.uriLength(), in.limit(), source);
        media.uri = in.uri();
        Texts.checked(in.titleLength(), in.limit(), source);
        String title = in.title();
        media.title = in.hasTitle() == Flag.YES ? title : null;
        Texts.checked(in.formatLength(), in.limit(), source);
        media.format = in.format();
        Texts.checked(in.copyrightLength(), in.limit(), source);
        String copyright = in.copyright();
        media.copyright = in.hasCopyright() == Flag.YES ? copyright : null;
        value.media = media;
        return in.limit();
    }

    private static void write(Image image, MediaContentEncoder.ImagesEncoder out) {
        out.width(image.width);
        out.height(image.height);
        out.size(Size.values()[image.size.ordinal()]);
        out.hasTitle(Texts.flag(image.title != null));
        out.uri(Texts.required(image.uri)).title(image.title);
    }

    private Image image(MediaContentDecoder.ImagesDecoder from, DirectBuffer source) {
        Image image = new Image();
        image.width = from.width();
        image.height = from.height();
        image.size = Texts.constant(Image.Size.values(), from.size());
        boolean titled = from.hasTitle() == Flag.YES;
        Texts.checked(from.uriLength(), in.limit(), source);
        image.uri = from.uri();
        Texts.checked(from.titleLength(), in.limit(), source);
        String title = from.title();
        image.title = titled ? title : null;
        return image;
    }
}
