package dev.waggle.journal.form;

import java.util.HexFormat;

/**
 * Placeholder id of the envelope for a text that cannot be one, because it is blank, too long or holds control
 * characters. It is the readable part and eight hexadecimal digits of a hash of the whole, so that different texts stay
 * apart.
 */
public final class PlaceholderId {

    /** Longest name of the envelope, in UTF-16 units. */
    private static final int MAX_NAME = 512;

    private static final int DIGITS = 8;

    private PlaceholderId() {}

    /** The text itself if it can be a name, else its placeholder. */
    public static String of(String text) {
        boolean isName = !text.isBlank() && text.length() <= MAX_NAME
                && text.chars().noneMatch(Character::isISOControl);
        return isName ? text : readable(text) + '~' + HexFormat.of().toHexDigits(text.hashCode());
    }

    private static String readable(String text) {
        StringBuilder readable = new StringBuilder();
        text.chars().limit(MAX_NAME - DIGITS - 1L)
                .forEach(unit -> readable.append(Character.isISOControl(unit) ? '\ufffd' : (char) unit));
        return readable.toString().strip();
    }
}
