package dev.waggle.connect.web.page;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Kind of the content of a response, by its declared media type.
 *
 * @param name the media type in small letters, without parameters; {@code unknown} when there is no valid one
 * @param form the form in which it is read
 */
public record ContentKind(String name, Form form) {

    /** Length of the inspected start of a body, in bytes. */
    private static final int LOOK = 512;

    private static final Pattern MEDIA_TYPE = Pattern
            .compile("\\s*([A-Za-z0-9!#$&^_.+-]{1,60}/[A-Za-z0-9!#$&^_.+-]{1,60})\\s*(;.*)?", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile(
            "text/.*|application/(json|xml|x?ndjson|javascript|yaml|x-yaml|toml)|.*\\+(json|xml|yaml)");

    /** Form in which content is read. */
    public enum Form {
        /** Content read as a page. */
        PAGE,
        /** Content read as plain text, as it is. */
        TEXT,
        /** Content that is not read. */
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

    /** The same, unless its body has bytes that are no text, or its type is unknown and its body begins like a page. */
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
