package dev.waggle.connect.web.page;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Kind of a response body, by its declared media type.
 *
 * @param name the media type in small letters, without parameters; {@code unknown} when none is valid
 * @param form how it is read
 */
public record ContentKind(String name, Form form) {

    /** Prefix of a body that is inspected, in bytes. */
    private static final int LOOK = 512;

    private static final Pattern MEDIA_TYPE = Pattern
            .compile("\\s*([A-Za-z0-9!#$&^_.+-]{1,60}/[A-Za-z0-9!#$&^_.+-]{1,60})\\s*(;.*)?", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile(
            "text/.*|application/(json|xml|x?ndjson|javascript|yaml|x-yaml|toml)|.*\\+(json|xml|yaml)");

    /** Ways to read content. */
    public enum Form {
        /** As a page. */
        PAGE,
        /** As it is. */
        TEXT,
        /** Not at all. */
        OTHER
    }

    public static ContentKind of(@Nullable String contentType) {
        Matcher found = MEDIA_TYPE.matcher(contentType == null ? "" : contentType);
        if (!found.matches()) {
            return new ContentKind("unknown", Form.TEXT);
        }
        String name = found.group(1).toLowerCase(Locale.ROOT);
        if (name.equals("text/html") || name.equals("application/xhtml+xml")) {
            return new ContentKind(name, Form.PAGE);
        }
        return new ContentKind(name, TEXT.matcher(name).matches() ? Form.TEXT : Form.OTHER);
    }

    /** The same when it said nothing, or bytes that are no text, and the body knows better. */
    public ContentKind refinedBy(byte[] body) {
        if (form == Form.OTHER) {
            return this;
        }
        String start = new String(body, 0, Math.min(body.length, LOOK), StandardCharsets.ISO_8859_1);
        boolean isWide = start.startsWith("\u00ff\u00fe") || start.startsWith("\u00fe\u00ff");
        if (start.indexOf('\0') >= 0 && !isWide) {
            return new ContentKind(name, Form.OTHER);
        }
        String opening = start.stripLeading().toLowerCase(Locale.ROOT);
        boolean isPage = opening.startsWith("<!doctype html") || opening.startsWith("<html");
        return name.equals("unknown") && isPage ? new ContentKind(name, Form.PAGE) : this;
    }
}
