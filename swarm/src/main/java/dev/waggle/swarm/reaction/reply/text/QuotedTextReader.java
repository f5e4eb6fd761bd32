package dev.waggle.swarm.reaction.reply.text;

import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.swarm.reaction.reply.text.MendedValue.TextValue;

/**
 * Reader of texts between quotation marks. A mark ends the text if the structure of JSON goes on behind it: a comma
 * and a name, a closing bracket or the end. Any other mark belongs to the text, so marks that a model forgot to escape
 * are kept. In valid JSON every mark without a backslash ends its text. Owned by one {@link MendingReader}.
 */
final class QuotedTextReader {

    private static final int TRIPLE = 3;

    /** Longest name of a field that the end of the text may have cut. */
    private static final int MAX_NAME = 30;

    /** The beginning of another object, which a text without its last mark has swallowed. */
    private static final Pattern OBJECT = Pattern.compile("\\{\\s*[\"'][^\"']{1,30}[\"']\\s*:");

    private final ScannedText in;
    private final WorkCounter work;
    private final Set<SyntaxMend> mends;
    private int end;
    private boolean isNested;

    QuotedTextReader(ScannedText in, WorkCounter work, Set<SyntaxMend> mends) {
        this.in = in;
        this.work = work;
        this.mends = mends;
    }

    /** Index behind the last text. */
    int end() {
        return end;
    }

    /**
     * The text that begins with the mark there.
     *
     * @param isNested true if its object or list is in another one
     */
    TextValue read(int from, boolean inList, boolean isNested) {
        this.isNested = isNested;
        char opening = in.text.charAt(from);
        if (opening != '"') {
            mends.add(SyntaxMend.QUOTES);
        }
        if (isTriple(from, opening)) {
            return triple(from, opening);
        }
        StringBuilder out = new StringBuilder();
        int innerMark = -1;
        int innerLength = 0;
        boolean isFirst = true;
        int at = from + 1;
        while (at < in.length() && !work.isSpent()) {
            work.add(1);
            char unit = in.text.charAt(at);
            if (unit == '\\') {
                if (!TextEscapes.isJson(in.text, at)) {
                    mends.add(SyntaxMend.ESCAPES);
                }
                at = TextEscapes.decode(in.text, at, out);
                continue;
            }
            if (QuoteMarks.closes(opening, unit)) {
                if (isEnd(at, inList) || (innerMark < 0 && isBeforeCutName(at))) {
                    TextValue text = closed(out, at);
                    return innerMark >= 0 && hasSwallowed(text.text()) ? new TextValue(text.text(), false) : text;
                }
                if (innerMark >= 0 && isFirst && isNameAfterComma(innerMark, at, from)) {
                    mends.add(SyntaxMend.QUOTES);
                    out.setLength(innerLength);
                    end = innerMark;
                    return new TextValue(withoutComma(out), true);
                }
                mends.add(SyntaxMend.QUOTES);
                isFirst = innerMark < 0;
                innerMark = at;
                innerLength = out.length();
            }
            append(unit, at, out);
            at++;
        }
        end = at;
        return new TextValue(out.toString(), false);
    }

    /** True if that text holds another object, and not the whole of it. */
    private static boolean hasSwallowed(String text) {
        int open = 0;
        for (int i = 0; i < text.length() && open >= 0; i++) {
            open += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
        }
        return open != 0 && OBJECT.matcher(text).find();
    }

    /** The text up to that mark, joined with texts behind a plus sign. */
    private TextValue closed(StringBuilder out, int mark) {
        end = mark + 1;
        int plus = in.solid(end);
        int next = in.solid(plus + 1);
        if (in.at(plus) == '+' && QuoteMarks.opens(in.at(next))) {
            mends.add(SyntaxMend.QUOTES);
            // Each text is read once; their number is limited by the work, their depth by that of a list of texts.
            return joined(out, next);
        }
        return new TextValue(out.toString(), true);
    }

    private TextValue joined(StringBuilder out, int from) {
        int next = from;
        while (true) {
            char opening = in.text.charAt(next);
            int at = next + 1;
            while (at < in.length() && !QuoteMarks.closes(opening, in.text.charAt(at)) && !work.isSpent()) {
                work.add(1);
                at = in.text.charAt(at) == '\\' ? TextEscapes.decode(in.text, at, out) : appended(at, out);
            }
            end = Math.min(at + 1, in.length());
            int plus = in.solid(end);
            next = in.solid(plus + 1);
            if (at >= in.length() || work.isSpent()) {
                return new TextValue(out.toString(), false);
            }
            if (in.at(plus) != '+' || !QuoteMarks.opens(in.at(next))) {
                return new TextValue(out.toString(), true);
            }
        }
    }

    private int appended(int at, StringBuilder out) {
        append(in.text.charAt(at), at, out);
        return at + 1;
    }

    /** Line ends inside a text become those of JSON. */
    private void append(char unit, int at, StringBuilder out) {
        if (unit >= ' ') {
            out.append(unit);
            return;
        }
        mends.add(SyntaxMend.LINES);
        if (unit != '\r') {
            out.append(unit);
        } else if (in.at(at + 1) != '\n') {
            out.append('\n');
        }
    }

    private boolean isTriple(int from, char opening) {
        return (opening == '"' || opening == '\'') && in.at(from + 1) == opening && in.at(from + 2) == opening;
    }

    private TextValue triple(int from, char opening) {
        mends.add(SyntaxMend.QUOTES);
        int begin = from + TRIPLE;
        int close = in.text.indexOf(String.valueOf(opening).repeat(TRIPLE), begin);
        int stop = close < 0 ? in.length() : close;
        work.add(stop - begin);
        end = close < 0 ? stop : close + TRIPLE;
        return new TextValue(in.text.substring(begin, stop).replace("\r\n", "\n"), close >= 0);
    }

    /** True if the structure goes on behind the mark. */
    private boolean isEnd(int mark, boolean inList) {
        int next = in.solid(mark + 1);
        if (next >= in.length()) {
            return true;
        }
        char unit = in.at(next);
        return switch (unit) {
            case '}' -> isClosing(next);
            case ']' -> (inList && !isNested) || isClosing(next);
            case '{' -> !inList && in.isName(in.solid(next + 1), work);
            case ',', ';' -> inList || goesOn(next);
            case '"' -> in.isName(next, work) || (inList && next > mark + 1);
            case '+' -> QuoteMarks.opens(in.at(in.solid(next + 1)));
            case '/' -> in.startsWith("//", next) || in.startsWith("/*", next);
            case '#' -> next > mark + 1;
            case '<' -> in.startsWith("</", next) || in.startsWith("<|", next);
            case '`' -> in.startsWith("```", next);
            default -> in.hasLineEnd(mark + 1, next, work) && in.isName(next, work);
        };
    }

    /**
     * True if the structure, another line or the end is behind that bracket. The outermost value ends with a bracket,
     * whatever is behind it.
     */
    private boolean isClosing(int bracket) {
        int next = in.solid(bracket + 1);
        return !isNested || next >= in.length() || ",;]}{\"'`<)#/\\".indexOf(in.at(next)) >= 0
                || in.startsWith("-- ", next) || in.hasLineEnd(bracket + 1, next, work);
    }

    /** True if a name, a bracket or the end is behind that comma. */
    private boolean goesOn(int comma) {
        int next = in.solid(comma + 1);
        char unit = in.at(next);
        return next >= in.length() || unit == '}' || unit == ']' || unit == '{' || unit == ','
                || in.startsWith("//", next) || in.startsWith("/*", next) || in.isName(next, work)
                || in.startsWith("# ", next) || isEllipsis(next);
    }

    /** True if a comma is behind that mark, and the text ends in the name behind it or before its colon. */
    private boolean isBeforeCutName(int mark) {
        int comma = in.solid(mark + 1);
        int from = in.solid(comma + 1);
        if (in.at(comma) != ',' || from >= in.length() || !QuoteMarks.opens(in.text.charAt(from))) {
            return false;
        }
        int at = from + 1;
        while (at < in.length() && at - from < MAX_NAME && ScannedText.isNamePart(in.text.charAt(at))) {
            work.add(1);
            at++;
        }
        return at >= in.length() || (QuoteMarks.closes(in.text.charAt(from), in.text.charAt(at))
                && in.solid(at + 1) >= in.length());
    }

    /** True for dots in place of more fields. */
    private boolean isEllipsis(int from) {
        int behind = in.startsWith("...", from) ? from + TRIPLE : in.at(from) == '…' ? from + 1 : from;
        char unit = in.at(in.solid(behind));
        return behind > from && (unit == '}' || unit == ']');
    }

    /** True if a comma is before the first mark, and the second one ends a name: the text lacks its own end. */
    private boolean isNameAfterComma(int first, int second, int from) {
        int comma = first - 1;
        while (comma > from && ScannedText.isBlank(in.text.charAt(comma))) {
            work.add(1);
            comma--;
        }
        if (comma <= from || in.at(comma) != ',' || !in.isColon(in.solid(second + 1)) || second == first + 1) {
            return false;
        }
        for (int i = first + 1; i < second; i++) {
            work.add(1);
            if (!ScannedText.isNamePart(in.text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static String withoutComma(StringBuilder out) {
        String text = out.toString().stripTrailing();
        return text.isEmpty() ? text : text.substring(0, text.length() - 1);
    }
}
