package dev.waggle.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** Entity tag of a representation, derived from its content. A redaction therefore changes it. */
public final class ContentTag {

    /** 128 bits, so that two contents of one folder never share a tag. */
    private static final int BYTES = 16;

    /** An entity tag, strong or weak (RFC 9110, section 8.8.3). */
    private static final Pattern TAG = Pattern.compile("(?:W/)?\"([^\"]*)\"");

    private ContentTag() {}

    /**
     * True if a field {@code If-None-Match} names the tag, by the weak comparison (RFC 9110, section 13.1.2). Proxies
     * that compress answers make a strong tag weak. A tag without its quotes counts too.
     *
     * @param lines the lines of the field
     */
    static boolean isNamed(String tag, List<String> lines) {
        return lines.stream().map(String::strip).anyMatch(line -> line.equals("*") || line.equals(tag)
                || TAG.matcher(line).results().anyMatch(it -> it.group(1).equals(tag)));
    }

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
