package dev.waggle.connect.web.page;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Decoder of a body by its charset: from the byte order mark, else the header, else the document itself, else UTF-8.
 * An unknown charset name is ignored. Invalid bytes become U+FFFD. The order and the reading of names follow the
 * Encoding Standard of WHATWG.
 */
public final class BodyDecoder {

    /** Length of the prescan for a document's own charset, in bytes. */
    private static final int PRESCAN = 1_024;

    private static final Pattern PARAMETER = Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([A-Za-z0-9._:+-]{1,40})");
    private static final Pattern DECLARED = Pattern.compile(
            "(?i)<(?:meta\\b[^>]{0,400}?\\bcharset|\\?xml\\b[^>]{0,400}?\\bencoding)\\s*=\\s*[\"']?([A-Za-z0-9._:+-]{1,40})");

    private BodyDecoder() {}

    /** The text of a body with that header. */
    public static String decode(byte[] body, @Nullable String contentType) {
        if (startsWith(body, 0xef, 0xbb, 0xbf)) {
            return new String(body, 3, body.length - 3, StandardCharsets.UTF_8);
        }
        if (startsWith(body, 0xfe, 0xff)) {
            return new String(body, 2, body.length - 2, StandardCharsets.UTF_16BE);
        }
        if (startsWith(body, 0xff, 0xfe)) {
            return new String(body, 2, body.length - 2, StandardCharsets.UTF_16LE);
        }
        Charset named = contentType == null ? null : find(PARAMETER, contentType);
        return new String(body, named == null ? declared(body) : named);
    }

    /** Charset that the document declares in ASCII; UTF-8 in place of UTF-16, which such a declaration cannot mean. */
    private static Charset declared(byte[] body) {
        String start = new String(body, 0, Math.min(body.length, PRESCAN), StandardCharsets.ISO_8859_1);
        Charset declared = find(DECLARED, start);
        return declared == null || declared.name().startsWith("UTF-") ? StandardCharsets.UTF_8 : declared;
    }

    private static @Nullable Charset find(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? named(found.group(1)) : null;
    }

    /** Charset of a label; Latin 1 and ASCII mean windows-1252, as always on the web. */
    private static @Nullable Charset named(String label) {
        String known = switch (label.toLowerCase(Locale.ROOT)) {
            case "iso-8859-1", "latin1", "l1", "us-ascii", "ascii" -> "windows-1252";
            case "utf8" -> "UTF-8";
            default -> label;
        };
        try {
            return Charset.isSupported(known) ? Charset.forName(known) : null;
        } catch (IllegalArgumentException bad) {
            return null;
        }
    }

    private static boolean startsWith(byte[] body, int... mark) {
        if (body.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((body[i] & 0xff) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
