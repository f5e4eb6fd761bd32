package dev.waggle.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

import dev.waggle.signal.json.JsonLine;

/** Opaque place in a list, as the parameter {@code cursor} of a request and the field {@code next} of an answer. */
public final class PageCursor {

    /** Maximum length of a place. */
    private static final int MAX_LENGTH = 1_000;

    /** Mark by which a cursor is told from other text. */
    private static final String MARK = "c:";

    private PageCursor() {}

    /** The cursor of a place. */
    public static String of(String place) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((MARK + place).getBytes(StandardCharsets.UTF_8));
    }

    /** The place after which a request goes on; empty for the first page. */
    public static Optional<String> place(ApiCall call) {
        return call.query("cursor").map(PageCursor::read);
    }

    /** The number after which a request goes on; 0 for the first page. */
    public static long number(ApiCall call) {
        return place(call).map(place -> {
            try {
                return Long.parseLong(place);
            } catch (NumberFormatException other) {
                throw refused(call.query("cursor").orElse(""));
            }
        }).orElse(0L);
    }

    /** The parameter of an operation. */
    public static Parameter parameter() {
        return Parameter.query("cursor", "The field next of the page before; absent for the first page.");
    }

    private static String read(String cursor) {
        try {
            if (cursor.length() <= MAX_LENGTH) {
                String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                if (text.startsWith(MARK)) {
                    return text.substring(MARK.length());
                }
            }
        } catch (IllegalArgumentException notOurs) {
            throw refused(cursor);
        }
        throw refused(cursor);
    }

    private static IllegalArgumentException refused(String cursor) {
        return new IllegalArgumentException("cursor must be the field next of an answer, got "
                + JsonLine.quoted(cursor.substring(0, Math.min(cursor.length(), 60)))
                + "\nMaybe omit it to begin with the first page.");
    }
}
