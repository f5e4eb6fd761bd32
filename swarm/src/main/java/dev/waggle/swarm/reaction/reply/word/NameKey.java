package dev.waggle.swarm.reaction.reply.word;

import java.text.Normalizer;
import java.util.Locale;

/** Forms of a name for comparison. */
public final class NameKey {

    private static final String MARKS = "\"'`“”„‘’«»‹›「」『』*_()[]{}<>.,:;!?~|•·#。、";

    private NameKey() {}

    /** The text in lower case and composed form, blanks as one, without invisible characters. */
    public static String plain(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        StringBuilder plain = new StringBuilder(composed.length());
        for (int i = 0; i < composed.length(); i++) {
            char unit = composed.charAt(i);
            if (Character.isWhitespace(unit) || Character.isSpaceChar(unit)) {
                if (!plain.isEmpty() && plain.charAt(plain.length() - 1) != ' ') {
                    plain.append(' ');
                }
            } else if (Character.getType(unit) != Character.FORMAT && !Character.isISOControl(unit)
                    && unit != '\uFE0F') {
                plain.append(unit);
            }
        }
        return plain.toString().strip();
    }

    /** The plain text without marks around it. */
    public static String bare(String text) {
        String plain = plain(text);
        int from = 0;
        int to = plain.length();
        while (from < to && isMark(plain.charAt(from))) {
            from++;
        }
        while (to > from && isMark(plain.charAt(to - 1))) {
            to--;
        }
        return plain.substring(from, to);
    }

    private static boolean isMark(char unit) {
        return unit == ' ' || MARKS.indexOf(unit) >= 0;
    }

    /** Letters and digits only. */
    public static String letters(String text) {
        String plain = plain(text);
        StringBuilder letters = new StringBuilder(plain.length());
        plain.codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
        return letters.toString();
    }
}
