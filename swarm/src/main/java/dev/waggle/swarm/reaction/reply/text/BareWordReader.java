package dev.waggle.swarm.reaction.reply.text;

import java.util.Set;

import dev.waggle.swarm.reaction.reply.text.MendedValue.TextValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.WordValue;

/**
 * Reader of values without quotation marks: numbers, literals, and texts whose marks are missing. A word ends at a
 * bracket, a line end, a comment, or a comma with a name behind it. Owned by one {@link MendingReader}.
 */
final class BareWordReader {

    private static final String LITERALS = " true false null ";

    /** Longest literal of JSON, with a blank behind it. */
    private static final int MAX_LITERAL = 7;

    /** Longest number that is looked at. */
    private static final int MAX_NUMBER = 40;

    private final ScannedText in;
    private final WorkCounter work;
    private final Set<SyntaxMend> mends;
    private int end;

    BareWordReader(ScannedText in, WorkCounter work, Set<SyntaxMend> mends) {
        this.in = in;
        this.work = work;
        this.mends = mends;
    }

    /** Index behind the last word. */
    int end() {
        return end;
    }

    /** Index of the quotation mark behind a prefix of one letter, as in Python; else that index. */
    int prefixedMark(int from) {
        char mark = in.at(from + 1);
        return "fFrRuUbB".indexOf(in.at(from)) >= 0 && (mark == '"' || mark == '\'') ? from + 1 : from;
    }

    /** The word there; one with a mark inside that a comma ends may have gone on, and is not complete. */
    MendedValue read(int from, boolean inList) {
        int at = from;
        while (at < in.length() && !work.isSpent() && !isEnd(from, at, inList)) {
            work.add(1);
            at++;
        }
        String word = in.text.substring(from, at).strip();
        end = in.at(at) == '"' && !in.isName(at, work) ? at + 1 : at;
        if (end > at || !isJson(word)) {
            mends.add(SyntaxMend.WORDS);
        }
        if (in.at(at) == ',' && word.indexOf('"') >= 0) {
            return new TextValue(word, false);
        }
        return new WordValue(word, at < in.length() && !work.isSpent());
    }

    private boolean isEnd(int from, int at, boolean inList) {
        char unit = in.at(at);
        return switch (unit) {
            case '}', ']', '\n', '\r' -> true;
            case '{' -> at > from;
            case ',' -> inList || isEndingComma(from, at);
            case ';' -> in.isName(in.solid(at + 1), work);
            case '"' -> isEndingMark(at);
            case '/' -> at > from && ScannedText.isBlank(in.text.charAt(at - 1))
                    && (in.startsWith("//", at) || in.startsWith("/*", at));
            case '#' -> at > from && ScannedText.isBlank(in.text.charAt(at - 1));
            case '<' -> in.startsWith("</", at) || in.startsWith("<|", at);
            case '`' -> in.startsWith("```", at);
            default -> false;
        };
    }

    /** A mark with the structure behind it is the end of a text without its first mark; one before a name is next. */
    private boolean isEndingMark(int at) {
        int next = in.solid(at + 1);
        char unit = in.at(next);
        return next >= in.length() || unit == ',' || unit == '}' || unit == ']' || in.isName(at, work);
    }

    private boolean isEndingComma(int from, int comma) {
        if (isDecimalComma(from, comma)) {
            return false;
        }
        int next = in.solid(comma + 1);
        char unit = in.at(next);
        return unit == 0 || unit == '}' || unit == ']' || unit == '{' || unit == ',' || unit == '/'
                || QuoteMarks.opens(unit) || in.isName(next, work)
                || isNumeric(from, comma)
                || (comma - from < MAX_LITERAL && isJson(in.text.substring(from, comma).strip()));
    }

    /** True for a short word without a letter, which no text of several parts is. */
    private boolean isNumeric(int from, int to) {
        return in.text.charAt(from) <= '9' && to - from < MAX_NUMBER
                && in.text.substring(from, to).chars().noneMatch(Character::isLetter);
    }

    /** True for a comma between digits with no further digit group behind them, as in {@code 0,8}. */
    private boolean isDecimalComma(int from, int comma) {
        if (!isDigit(comma - 1) || !isDigit(comma + 1) || comma == from) {
            return false;
        }
        int at = comma + 1;
        while (isDigit(at)) {
            work.add(1);
            at++;
        }
        char unit = in.at(in.solid(at));
        return unit == 0 || unit == ',' || unit == '}' || unit == ']' || unit == '%';
    }

    private boolean isDigit(int index) {
        char unit = in.at(index);
        return unit >= '0' && unit <= '9';
    }

    private static boolean isJson(String word) {
        return LITERALS.contains(' ' + word + ' ') || isNumber(word);
    }

    /** True for a number as JSON writes it. */
    private static boolean isNumber(String word) {
        int at = word.startsWith("-") ? 1 : 0;
        int digits = digits(word, at);
        boolean valid = digits > at && (word.charAt(at) != '0' || digits == at + 1);
        at = digits;
        if (valid && at < word.length() && word.charAt(at) == '.') {
            digits = digits(word, at + 1);
            valid = digits > at + 1;
            at = digits;
        }
        if (valid && at < word.length() && (word.charAt(at) == 'e' || word.charAt(at) == 'E')) {
            int exponent = at + 1 < word.length() && "+-".indexOf(word.charAt(at + 1)) >= 0 ? at + 2 : at + 1;
            digits = digits(word, exponent);
            valid = digits > exponent;
            at = digits;
        }
        return valid && at == word.length();
    }

    private static int digits(String word, int from) {
        int at = from;
        while (at < word.length() && word.charAt(at) >= '0' && word.charAt(at) <= '9') {
            at++;
        }
        return at;
    }
}
