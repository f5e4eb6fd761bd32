package dev.waggle.journal.cloudevent;

import java.util.HexFormat;

/**
 * Texts as attributes of CloudEvents may hold them: no control characters, no half surrogate pairs, no noncharacters of
 * Unicode (CloudEvents 1.0, type system, String).
 */
final class AttributeText {

    private static final int NONCHARACTER = 0xfffe;

    private AttributeText() {}

    /** True if an attribute may hold it; an empty text is not allowed. */
    static boolean isAllowed(String text) {
        return !text.isEmpty() && text.codePoints().noneMatch(AttributeText::isForbidden);
    }

    /** The text with a mark in the place of everything that is not allowed. */
    static String readable(String text) {
        StringBuilder readable = new StringBuilder();
        text.codePoints().forEach(point -> readable.appendCodePoint(isForbidden(point) ? '\ufffd' : point));
        return readable.toString();
    }

    /** JSON text that an attribute may hold; disallowed characters are only in its literals, where they are escaped. */
    static String ofJson(String json) {
        StringBuilder escaped = new StringBuilder();
        json.codePoints().forEach(point -> {
            if (isForbidden(point)) {
                for (char unit : Character.toChars(point)) {
                    escaped.append("\\u").append(HexFormat.of().toHexDigits(unit));
                }
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    private static boolean isForbidden(int point) {
        boolean isHalf = point <= Character.MAX_VALUE && Character.isSurrogate((char) point);
        boolean isNoCharacter = (point & NONCHARACTER) == NONCHARACTER || (point >= 0xfdd0 && point <= 0xfdef);
        return Character.isISOControl(point) || isHalf || isNoCharacter;
    }
}
