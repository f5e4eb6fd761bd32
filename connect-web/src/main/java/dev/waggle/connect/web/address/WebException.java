package dev.waggle.connect.web.address;

import java.io.Serial;

import dev.waggle.signal.json.JsonLine;

/** Failure of a web request, with the reason in words for the caller. */
public final class WebException extends Exception {

    /** Longest quotation of a foreign text in a message, in characters. */
    private static final int MAX_QUOTED = 200;

    @Serial
    private static final long serialVersionUID = 1;

    public WebException(String message) {
        super(message);
    }

    public WebException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A text of others as messages show it: in quotes, on one line, and not too long. */
    public static String quoted(String text) {
        return text.length() <= MAX_QUOTED ? JsonLine.quoted(text)
                : JsonLine.quoted(text.substring(0, MAX_QUOTED)) + "...";
    }

    /** The message, which there always is. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
