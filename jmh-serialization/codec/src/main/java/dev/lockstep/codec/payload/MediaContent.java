package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * A film and pictures of it: the shape of the objects that jvm-serializers (github.com/eishay/jvm-serializers)
 * measures, with contents of our own that are about as long.
 */
@SuppressWarnings("serial") // the lists that are put here can be serialized
public final class MediaContent implements Serializable {
    private static final long serialVersionUID = 1;
    private static final List<String> NAMES = List.of(
            "Ada Lovelace", "Alan Turing", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Leslie Lamport");

    public Media media;

    /** The pictures of the film. */
    public List<Image> images;

    /** A film with two persons and two pictures, without a copyright; equal seeds give equal contents. */
    public static MediaContent of(long seed) {
        Random random = new Random(seed);
        int number = 1_000 + random.nextInt(9_000);
        Media media = new Media();
        media.uri = "https://media.example.org/keynote-" + number + ".mp4";
        media.title = "Keynote " + number;
        media.width = 640;
        media.height = 480;
        media.format = "video/mp4";
        media.durationMillis = 18_000_000 + random.nextInt(1_000_000);
        media.sizeBytes = 58_000_000 + random.nextInt(1_000_000);
        media.bitrate = 262_144;
        media.hasBitrate = true;
        int first = random.nextInt(NAMES.size());
        media.persons = new ArrayList<>(List.of(NAMES.get(first), NAMES.get((first + 1) % NAMES.size())));
        media.player = random.nextBoolean() ? Media.Player.JAVA : Media.Player.FLASH;
        MediaContent content = new MediaContent();
        content.media = media;
        content.images = new ArrayList<>(
                List.of(image(number, 1024, 768, Image.Size.LARGE), image(number, 320, 240, Image.Size.SMALL)));
        return content;
    }

    private static Image image(int number, int width, int height, Image.Size size) {
        Image image = new Image();
        image.uri = "https://media.example.org/keynote-" + number + "-" + width + ".jpg";
        image.title = "Keynote " + number;
        image.width = width;
        image.height = height;
        image.size = size;
        return image;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MediaContent c && Objects.equals(media, c.media) && Objects.equals(images, c.images);
    }

    @Override
    public int hashCode() {
        return Objects.hash(media, images);
    }

    @Override
    public String toString() {
        return media + " with " + images;
    }
}
