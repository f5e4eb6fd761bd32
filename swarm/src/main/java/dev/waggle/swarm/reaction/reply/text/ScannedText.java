package dev.waggle.swarm.reaction.reply.text;

/**
 * A text with constant-time looks ahead: the next character that is no blank, and the next quotation mark without a
 * backslash. Both are found in one pass from the end.
 */
final class ScannedText {

    /** Longest name without quotes, or between other quotation marks than those of JSON. */
    private static final int MAX_NAME = 60;

    final String text;
    private final int[] solid;
    private final int[] quote;

    ScannedText(String text, WorkCounter work) {
        this.text = text;
        int length = text.length();
        work.add(length);
        solid = new int[length + 1];
        quote = new int[length + 1];
        boolean[] escaped = new boolean[length + 1];
        for (int i = 0; i < length; i++) {
            escaped[i + 1] = !escaped[i] && text.charAt(i) == '\\';
        }
        solid[length] = length;
        quote[length] = length;
        for (int i = length - 1; i >= 0; i--) {
            char unit = text.charAt(i);
            solid[i] = isBlank(unit) ? solid[i + 1] : i;
            quote[i] = unit == '"' && !escaped[i] ? i : quote[i + 1];
        }
    }

    int length() {
        return text.length();
    }

    /** Index of the first character at or after that place that is no blank; the length when there is none. */
    int solid(int from) {
        return solid[Math.min(from, text.length())];
    }

    /** Index of the first quotation mark at or after that place without a backslash; the length when there is none. */
    int quote(int from) {
        return quote[Math.min(from, text.length())];
    }

    /** The character there, typographic marks of structure as those of JSON; 0 behind the end. */
    char at(int index) {
        return index < text.length() ? fold(text.charAt(index)) : 0;
    }

    /** True if a name begins there: a text or word with a colon behind it. */
    boolean isName(int from, WorkCounter work) {
        if (from >= text.length()) {
            return false;
        }
        char unit = text.charAt(from);
        if (unit == '"') {
            int close = quote[from + 1];
            int behind = solid(close + 1);
            return isColon(behind)
                    || (close - from < MAX_NAME && isDigit(behind) && isIdentifier(from + 1, close, work));
        }
        boolean quoted = QuoteMarks.opens(unit);
        if (!quoted && !Character.isLetter(unit)) {
            return false;
        }
        int end = Math.min(text.length(), from + MAX_NAME);
        for (int i = from + 1; i < end; i++) {
            work.add(1);
            char next = text.charAt(i);
            if (quoted && QuoteMarks.closes(unit, next)) {
                if (isColon(solid(i + 1))) {
                    return true;
                }
            } else if (!isNamePart(next) && !(quoted && next == ' ')) {
                int place = solid(QuoteMarks.opens(next) ? i + 1 : i);
                return !quoted && isColon(place);
            }
        }
        return false;
    }

    private boolean isDigit(int index) {
        return at(index) >= '0' && at(index) <= '9';
    }

    private boolean isIdentifier(int from, int to, WorkCounter work) {
        work.add(to - from);
        return to > from && text.substring(from, to).chars().allMatch(unit -> isNamePart((char) unit));
    }

    /** True if a colon or one of its substitutes is there. */
    boolean isColon(int index) {
        char unit = at(index);
        return unit == ':' || unit == '=';
    }

    /** True if a line ends between the two places, which have only blanks between them. */
    boolean hasLineEnd(int from, int to, WorkCounter work) {
        work.add(to - from);
        for (int i = from; i < to; i++) {
            if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
                return true;
            }
        }
        return false;
    }

    boolean startsWith(String word, int from) {
        return text.startsWith(word, from);
    }

    static boolean isNamePart(char unit) {
        return Character.isLetterOrDigit(unit) || unit == '_' || unit == '-' || unit == '$' || unit == '.';
    }

    /** Blanks of every script, invisible characters and control characters. */
    static boolean isBlank(char unit) {
        return unit <= ' ' || (unit >= 0x7F && (Character.isWhitespace(unit) || Character.isSpaceChar(unit)
                || Character.getType(unit) == Character.FORMAT || Character.isISOControl(unit)));
    }

    private static char fold(char unit) {
        return switch (unit) {
            case '：' -> ':';
            case '，', '、' -> ',';
            case '；' -> ';';
            case '｛' -> '{';
            case '｝' -> '}';
            case '［' -> '[';
            case '］' -> ']';
            case '＝' -> '=';
            default -> unit;
        };
    }
}
