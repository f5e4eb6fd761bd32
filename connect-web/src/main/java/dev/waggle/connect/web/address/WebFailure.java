package dev.waggle.connect.web.address;

import java.io.Serial;

import dev.waggle.signal.JsonLine;

/** Why nothing came from the web, in words for the one who asked. */
public final class WebFailure extends Exception {

    /** How much of a text of others a message shows, in characters. */
    private static final int SHOWN = 200;

    @Serial
    private static final long serialVersionUID = 1;

    public WebFailure(String message) {
        super(message);
    }

    public WebFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** A text of others as messages show it: in quotes, on one line, and not too long. */
    public static String shown(String text) {
        return text.length() <= SHOWN ? JsonLine.quoted(text) : JsonLine.quoted(text.substring(0, SHOWN)) + "...";
    }

    /** The message, which there always is. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
