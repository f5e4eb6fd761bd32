package dev.waggle.cli.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * A small PNG with at most 64 colours: those that most pixels have. Another colour becomes the nearest of them. Pages
 * have few colours beside the edges of letters, so no eye sees the difference.
 */
final class IndexedPng {

    private static final int MAX_COLOURS = 64;

    private final int[] palette;
    private final Map<Integer, Integer> indexes = new HashMap<>();

    private IndexedPng(List<Integer> colours) {
        palette = colours.stream().mapToInt(colour -> colour).toArray();
    }

    static byte[] of(BufferedImage picture) throws IOException {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int colour : pixels(picture)) {
            counts.merge(colour & 0xffffff, 1, Integer::sum);
        }
        List<Integer> frequent = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_COLOURS).map(Map.Entry::getKey).toList();
        return new IndexedPng(frequent).write(picture);
    }

    private byte[] write(BufferedImage picture) throws IOException {
        int width = picture.getWidth();
        BufferedImage indexed = new BufferedImage(width, picture.getHeight(), BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(8, palette.length, palette, 0, false, -1, 0));
        int[] pixels = pixels(picture);
        for (int i = 0; i < pixels.length; i++) {
            indexed.getRaster().setSample(i % width, i / width, 0,
                    indexes.computeIfAbsent(pixels[i] & 0xffffff, this::nearest));
        }
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            ImageWriteParam smallest = writer.getDefaultWriteParam();
            smallest.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            smallest.setCompressionQuality(0);
            writer.setOutput(out);
            writer.write(null, new IIOImage(indexed, null, null), smallest);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private int nearest(int colour) {
        int best = 0;
        for (int i = 1; i < palette.length; i++) {
            if (distance(palette[i], colour) < distance(palette[best], colour)) {
                best = i;
            }
        }
        return best;
    }

    /** Square of the distance in red, green and blue. */
    private static int distance(int one, int other) {
        int sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int difference = (one >> shift & 0xff) - (other >> shift & 0xff);
            sum += difference * difference;
        }
        return sum;
    }

    private static int[] pixels(BufferedImage picture) {
        return picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
    }
}
