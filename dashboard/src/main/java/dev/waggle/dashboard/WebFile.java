package dev.waggle.dashboard;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A file of the pages.
 *
 * @param name its name, without a folder
 * @param text its content
 */
public record WebFile(String name, String text) {

    /** Its media type. */
    public String type() {
        return switch (name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalStateException("a file of the pages has no known type: " + name);
        };
    }

    /** Its content in UTF-8. */
    public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
