package dev.waggle.signal.text;

/**
 * Join controls of Unicode (Join_Control): the zero width joiner U+200D and the zero width non-joiner U+200C. They
 * shape Persian, Indic scripts and emoji, and are invisible elsewhere. One shapes a letter or mark of a script that
 * joins, or an emoji, directly before it. Everywhere else, and behind another join control, it could hide a text or
 * split a word for no reader.
 */
public final class JoinControl {

    /** First letter of the scripts that join; Latin, Greek, Cyrillic and Armenian stand below. */
    private static final int FIRST_JOINING_LETTER = 0x0590;

    private static final int PLANE_OF_TAGS = 0xE0000;
    private static final int EMOJI_STYLE = 0xFE0F;

    private JoinControl() {}

    /** True for U+200C and U+200D. */
    public static boolean is(int point) {
        return point == 0x200C || point == 0x200D;
    }

    /** True for a join control that shapes the character before it. */
    public static boolean shapes(int before, int point) {
        return is(point) && (isEmoji(before) || joins(before));
    }

    private static boolean isEmoji(int point) {
        return point == EMOJI_STYLE || (point > 0x7F && Character.isEmoji(point));
    }

    private static boolean joins(int point) {
        return point >= FIRST_JOINING_LETTER && point < PLANE_OF_TAGS && (Character.isLetter(point)
                || Character.getType(point) == Character.COMBINING_SPACING_MARK
                || (Character.getType(point) == Character.NON_SPACING_MARK && !isSelector(point)));
    }

    private static boolean isSelector(int point) {
        return point >= 0xFE00 && point <= 0xFE0F;
    }
}
