package dev.waggle.signal.text;

import java.util.HexFormat;

/**
 * Escapes untrusted text for terminals, prompts and lists of lines. A character that could begin a new line, move the
 * cursor, recolour the screen or reverse the reading direction becomes an escape as in JSON. So does one that is never
 * seen, because a text for a model can hide in such. Other characters stay unchanged, quotes and backslashes too, so
 * the result cannot be read back as a JSON text can. A {@link JoinControl} stays where it shapes a letter or an emoji.
 */
public final class VisibleText {

    private static final HexFormat HEX = HexFormat.of();

    private VisibleText() {}

    /** Returns the text with its escapes; the same object where none is needed. */
    public static String of(String text) {
        int at = nextHidden(text, 0);
        if (at == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        int from = 0;
        while (at < text.length()) {
            escaped.append(text, from, at);
            int point = text.codePointAt(at);
            from = at + Character.charCount(point);
            escape(text, at, from, escaped);
            at = nextHidden(text, from);
        }
        return escaped.append(text, from, text.length()).toString();
    }

    private static int nextHidden(String text, int from) {
        int at = from;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (isHidden(point) && !isStyle(text, at, point) && !isJoin(text, at, point)) {
                return at;
            }
            at += Character.charCount(point);
        }
        return at;
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                true;
            case Character.NON_SPACING_MARK, Character.OTHER_LETTER, Character.UNASSIGNED -> isIgnorable(point);
            default -> false;
        };
    }

    /** True for the other characters that Unicode shows as nothing (Default_Ignorable_Code_Point). */
    private static boolean isIgnorable(int point) {
        return switch (point) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0 -> true;
            default -> isSelector(point) || (point >= 0xFFF0 && point <= 0xFFF8)
                    || (point >= 0xE0000 && point <= 0xE0FFF);
        };
    }

    private static boolean isSelector(int point) {
        return (point >= 0xFE00 && point <= 0xFE0F) || (point >= 0x180B && point <= 0x180F);
    }

    /** True for the selector of the style of an emoji or of a Mongolian letter, one behind each. */
    private static boolean isStyle(String text, int at, int point) {
        return isSelector(point) && (point < 0xFE00 || point > 0xFE0D) && at > 0
                && !isHidden(text.codePointBefore(at));
    }

    private static boolean isJoin(String text, int at, int point) {
        return at > 0 && JoinControl.shapes(text.codePointBefore(at), point);
    }

    private static void escape(String text, int from, int to, StringBuilder escaped) {
        for (int i = from; i < to; i++) {
            char unit = text.charAt(i);
            switch (unit) {
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> escaped.append("\\u").append(HEX.toHexDigits(unit));
            }
        }
    }
}
