package dev.waggle.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** Entity tag of a representation, derived from its content. A redaction therefore changes it. */
public final class ContentTag {

    /** 128 bits, so that two contents of one folder never share a tag. */
    private static final int BYTES = 16;

    private ContentTag() {}

    /** The tag of a JSON value: the beginning of its SHA-256. */
    public static String of(JsonValue value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(JsonText.write(value).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
