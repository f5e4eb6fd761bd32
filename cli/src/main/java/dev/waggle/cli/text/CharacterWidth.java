package dev.waggle.cli.text;

import java.util.Arrays;

/** Columns of a terminal that one character takes by itself (UAX 11). */
final class CharacterWidth {

    /**
     * Characters of East Asian width W or F (UAX 11), first and last of each range. Unassigned characters between two
     * ranges count as wide. Emoji are found by their property.
     */
    private static final int[] WIDE = {0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0xA4CF,
        0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF01, 0xFF60, 0xFFE0,
        0xFFE6, 0x16FE0, 0x18DFF, 0x1AFF0, 0x1B2FF, 0x1F200, 0x1F265, 0x20000, 0x3FFFD};

    private CharacterWidth() {}

    /** Columns of the character: none for marks and format characters, 2 for wide ones. */
    static int of(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isMedial(point) ? 0 : isWide(point) ? 2 : 1;
        };
    }

    /** True for vowels and finals of Hangul, which stand inside of the syllable that a wide initial begins. */
    private static boolean isMedial(int point) {
        return (point >= 0x1160 && point <= 0x11FF) || (point >= 0xD7B0 && point <= 0xD7FF);
    }

    private static boolean isWide(int point) {
        if (point < WIDE[0]) {
            return false;
        }
        int at = Arrays.binarySearch(WIDE, point);
        boolean isBetweenFirstAndLast = (-at - 1) % 2 == 1;
        return at >= 0 || isBetweenFirstAndLast || Character.isEmojiPresentation(point);
    }
}
