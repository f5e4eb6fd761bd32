package dev.waggle.connect.mcp.admission;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Bearer token of an {@code Authorization} header (Jones and Hardt, RFC 6750, 2012). */
public final class BearerHeader {

    private static final String SCHEME = "bearer ";

    private BearerHeader() {}

    /**
     * The token of the header.
     *
     * @param values the values of all {@code Authorization} headers of a request
     * @return the token; {@code null} when there is no header, more than one, or another scheme
     */
    public static @Nullable String token(List<String> values) {
        if (values.size() != 1 || !values.getFirst().toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return null;
        }
        return values.getFirst().substring(SCHEME.length()).strip();
    }

    /** Compares digests, in a time that depends neither on the length of the match nor on that of the token. */
    public static boolean isSame(String sent, String token) {
        return MessageDigest.isEqual(digest(sent), digest(token));
    }

    /** The SHA-256 of a text in UTF-8. */
    public static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
