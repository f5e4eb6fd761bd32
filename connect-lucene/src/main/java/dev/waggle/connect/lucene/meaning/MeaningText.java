package dev.waggle.connect.lucene.meaning;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

import dev.waggle.connect.lucene.vector.VectorEntry;
import dev.waggle.connect.lucene.vector.VectorKey;

/**
 * Memory whose meaning is indexed.
 *
 * @param entry its id and the fields of filters
 * @param text its text
 */
public record MeaningText(VectorEntry entry, String text) {

    /** Key of the vector of its text. */
    VectorKey key() {
        return key(text);
    }

    /** Key of the vector of a text. */
    static VectorKey key(String text) {
        return VectorKey.of(digest(text));
    }

    /** SHA-256 of a text. */
    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
