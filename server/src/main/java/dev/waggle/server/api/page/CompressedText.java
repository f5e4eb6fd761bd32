package dev.waggle.server.api.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/**
 * A file as it is and compressed once by gzip (RFC 1952).
 *
 * @param plain its bytes, read-only
 * @param compressed the compressed bytes, read-only
 */
record CompressedText(ByteBuffer plain, ByteBuffer compressed) {

    static CompressedText of(byte[] bytes) {
        ByteArrayOutputStream small = new ByteArrayOutputStream(bytes.length / 2);
        try (GZIPOutputStream out = new GZIPOutputStream(small)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new CompressedText(ByteBuffer.wrap(bytes).asReadOnlyBuffer(),
                ByteBuffer.wrap(small.toByteArray()).asReadOnlyBuffer());
    }

    /** True if a header {@code Accept-Encoding} has gzip, and not with the quality 0. */
    static boolean isAccepted(String encodings) {
        return Arrays.stream(encodings.split(",", -1)).map(String::strip)
                .anyMatch(
                        one -> one.equals("gzip") || (one.startsWith("gzip;") && !one.matches("gzip;\\s*q=0(\\.0*)?")));
    }
}
