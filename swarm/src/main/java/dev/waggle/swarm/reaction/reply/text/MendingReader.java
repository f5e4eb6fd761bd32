package dev.waggle.swarm.reaction.reply.text;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.reaction.reply.text.MendedValue.ListValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.NamedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ObjectValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.TextValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.WordValue;
import org.jspecify.annotations.Nullable;

/**
 * Reader of JSON that mends its syntax: comments, commas, quotation marks, names, words and brackets that are missing,
 * doubled or of another language. Valid JSON is read as any JSON parser reads it. One pass; looks ahead are counted
 * and of constant cost. Deeper values than {@value #MAX_DEPTH} levels are skipped. Owned by one thread.
 */
final class MendingReader {

    /** Deepest nesting that is read: a reply in four wrappers needs eight. */
    static final int MAX_DEPTH = 24;

    /** Longest name that is looked for where its marks or its colon are not those of JSON. */
    private static final int MAX_NAME = 80;

    private final ScannedText in;
    private final WorkCounter work;
    private final Set<SyntaxMend> mends = EnumSet.noneOf(SyntaxMend.class);
    private final QuotedTextReader texts;
    private final BareWordReader words;
    private int at;
    private int limit;
    private int depth;
    /** Lists around the place that is being read, up to the next object. */
    private int listDepth;

    MendingReader(ScannedText in, WorkCounter work) {
        this.in = in;
        this.work = work;
        texts = new QuotedTextReader(in, work, mends);
        words = new BareWordReader(in, work, mends);
    }

    /** The object or list that begins there. */
    MendedValue read(int from) {
        at = from;
        limit = in.length();
        depth = 0;
        listDepth = 0;
        return value(false);
    }

    /** Index behind the last value. */
    int end() {
        return Math.min(at, in.length());
    }

    /** The corrections of the last value; the next call has none of them. */
    Set<SyntaxMend> takeMends() {
        Set<SyntaxMend> taken = EnumSet.copyOf(mends);
        mends.clear();
        return taken;
    }

    private boolean isOver() {
        return at >= limit || work.isSpent();
    }

    /** True at the end of the text, or at a tag or fence behind the value. */
    private boolean isTextEnd() {
        if (!isOver() && (in.startsWith("```", at) || in.startsWith("</", at) || in.startsWith("<|", at)
                || ThoughtTag.at(in.text, at) != null)) {
            mends.add(SyntaxMend.BRACKETS);
            limit = at;
        }
        return isOver();
    }

    private MendedValue value(boolean inList) {
        skipBlanks();
        if (isTextEnd()) {
            return new WordValue("", false);
        }
        char unit = in.at(at);
        if (unit == '{' || unit == '[') {
            return nested(unit);
        }
        int mark = words.prefixedMark(at);
        if (QuoteMarks.opens(in.text.charAt(mark))) {
            if (mark > at) {
                mends.add(SyntaxMend.QUOTES);
                at = mark;
            }
            return quoted(inList);
        }
        MendedValue word = words.read(at, inList);
        at = words.end();
        return word;
    }

    private MendedValue quoted(boolean inList) {
        if (in.at(at) == '"' && isObjectBehind(at + 1)) {
            mends.add(SyntaxMend.QUOTES);
            at++;
            MendedValue inner = nested(in.at(at));
            int mark = in.solid(at);
            at = in.at(mark) == '"' ? mark + 1 : at;
            return inner;
        }
        TextValue text = texts.read(at, inList, depth > 1);
        at = texts.end();
        return text;
    }

    /** True if an object with a name, or a list of one, begins there: a text of JSON without escapes. */
    private boolean isObjectBehind(int from) {
        int object = in.at(from) == '[' ? in.solid(from + 1) : from;
        int name = in.solid(object + 1);
        return in.at(object) == '{' && in.at(name) == '"' && in.isName(name, work);
    }

    private MendedValue nested(char bracket) {
        if (depth >= MAX_DEPTH) {
            skipNested();
            return new WordValue("", !isOver());
        }
        depth++;
        MendedValue value = bracket == '{' ? object() : list();
        depth--;
        return value;
    }

    private ObjectValue object() {
        boolean inList = listDepth > 0;
        int outer = listDepth;
        listDepth = 0;
        at++;
        List<NamedValue> fields = new ArrayList<>();
        boolean complete = readFields(fields, inList);
        listDepth = outer;
        return new ObjectValue(fields, complete);
    }

    private boolean readFields(List<NamedValue> fields, boolean inList) {
        while (true) {
            int commas = skipGap(true);
            if (isTextEnd()) {
                return false;
            }
            char unit = in.at(at);
            if (unit == '}') {
                mendCommas(commas, 0);
                at++;
                return true;
            }
            if (unit == ']') {
                mends.add(SyntaxMend.BRACKETS);
                if (inList) {
                    return true;
                }
                at++;
            } else if (unit == '{' || unit == '[') {
                mends.add(SyntaxMend.BRACKETS);
                if (unit == '{' && inList && !fields.isEmpty()) {
                    return true;
                }
                fields.add(new NamedValue("", nested(unit)));
            } else {
                mendCommas(commas, fields.isEmpty() ? 0 : 1);
                String name = name();
                if (name != null) {
                    fields.add(new NamedValue(name, value(false)));
                }
            }
        }
    }

    private ListValue list() {
        at++;
        listDepth++;
        List<MendedValue> items = new ArrayList<>();
        boolean complete = readItems(items);
        listDepth--;
        return new ListValue(items, complete);
    }

    private boolean readItems(List<MendedValue> items) {
        while (true) {
            int commas = skipGap(true);
            if (isTextEnd()) {
                return false;
            }
            char unit = in.at(at);
            if (unit == ']') {
                mendCommas(commas, 0);
                at++;
                return true;
            }
            if (unit == '}') {
                mends.add(SyntaxMend.BRACKETS);
                int next = in.solid(at + 1);
                boolean isStray = depth == 1 || (in.at(next) == ',' && in.at(in.solid(next + 1)) == '{')
                        || in.at(next) == ']';
                if (!isStray) {
                    return true;
                }
                at++;
            } else {
                mendCommas(commas, items.isEmpty() ? 0 : 1);
                int before = at;
                items.add(value(true));
                at = Math.max(at, before + 1);
            }
        }
    }

    /** The name of a field, with the reader behind its colon; {@code null} where none is, with that part skipped. */
    private @Nullable String name() {
        char unit = in.text.charAt(at);
        String name = QuoteMarks.opens(unit) ? quotedName(unit) : bareName();
        if (name == null) {
            skipGarbage();
        }
        return name;
    }

    private @Nullable String quotedName(char opening) {
        return opening == '"' && isColon(in.solid(in.quote(at + 1) + 1)) ? namedTo(in.quote(at + 1))
                : looseName(opening);
    }

    /** The name between the marks there. */
    private String namedTo(int close) {
        work.add(close - at);
        StringBuilder name = new StringBuilder();
        int i = at + 1;
        while (i < close) {
            if (in.text.charAt(i) == '\\') {
                i = TextEscapes.decode(in.text, i, name);
            } else {
                name.append(in.text.charAt(i++));
            }
        }
        at = behindColon(in.solid(close + 1));
        return name.toString();
    }

    /** A name with other marks than those of JSON, without its last one, or without a colon. */
    private @Nullable String looseName(char opening) {
        int end = Math.min(limit, at + MAX_NAME);
        for (int i = at + 1; i < end; i++) {
            work.add(1);
            char unit = in.text.charAt(i);
            if (QuoteMarks.closes(opening, unit)) {
                return nameTo(i);
            }
            if (in.at(i) == ':' && i > at + 1) {
                mends.add(SyntaxMend.QUOTES);
                String name = in.text.substring(at + 1, i);
                at = i + 1;
                return name;
            }
            if (!ScannedText.isNamePart(unit) && unit != ' ') {
                return null;
            }
        }
        return null;
    }

    private @Nullable String nameTo(int close) {
        int next = in.solid(close + 1);
        char behind = in.at(next);
        boolean lacksColon = behind == '{' || behind == '[' || (behind >= '0' && behind <= '9')
                || (QuoteMarks.opens(behind) && !in.isName(next, work));
        if (!isColon(next) && !lacksColon) {
            return null;
        }
        mends.add(lacksColon ? SyntaxMend.COLONS : SyntaxMend.QUOTES);
        String name = in.text.substring(at + 1, close);
        at = lacksColon ? next : behindColon(next);
        return name;
    }

    private @Nullable String bareName() {
        int end = Math.min(limit, at + MAX_NAME);
        int i = at;
        while (i < end && (ScannedText.isNamePart(in.text.charAt(i)) || in.text.charAt(i) == '*')) {
            i++;
        }
        work.add(i - at);
        int next = in.solid(i < end && QuoteMarks.opens(in.text.charAt(i)) ? i + 1 : i);
        if (i == at || next >= limit || !isColon(next)) {
            return null;
        }
        mends.add(SyntaxMend.NAMES);
        String name = in.text.substring(at, i).replace("*", "");
        at = behindColon(next);
        return name;
    }

    private boolean isColon(int index) {
        return in.isColon(index);
    }

    /** Index behind a colon, an equals sign or an arrow. */
    private int behindColon(int colon) {
        if (in.text.charAt(colon) != ':') {
            mends.add(SyntaxMend.COLONS);
        }
        return (in.at(colon) == '=' && in.at(colon + 1) == '>') || (in.at(colon) == ':' && in.at(colon + 1) == '=')
                ? colon + 2
                : colon + 1;
    }

    /** Skips what is no field; a tag or a fence ends the text. */
    private void skipGarbage() {
        mends.add(SyntaxMend.WORDS);
        boolean isMark = QuoteMarks.opens(in.text.charAt(at));
        at++;
        while (!isMark && !isOver() && ScannedText.isNamePart(in.text.charAt(at))) {
            work.add(1);
            at++;
        }
        work.add(1);
    }

    private void skipBlanks() {
        int commas = skipGap(false);
        mendCommas(commas, 0);
    }

    /** Skips blanks, comments and perhaps commas; returns the number of commas. */
    private int skipGap(boolean withCommas) {
        int commas = 0;
        while (!isOver()) {
            int next = in.solid(at);
            work.add(Math.max(1, next - at));
            at = next;
            char unit = in.at(at);
            if (withCommas && (unit == ',' || unit == ';')) {
                if (in.text.charAt(at) != ',') {
                    mends.add(SyntaxMend.COMMAS);
                }
                commas++;
                at++;
            } else if (!skipComment()) {
                return commas;
            }
        }
        return commas;
    }

    /** Skips a comment, or the mark of a quoted line. */
    private boolean skipComment() {
        if (in.at(at) == '>') {
            mends.add(SyntaxMend.LINES);
            at++;
            return true;
        }
        String end = isLineComment("//") || in.startsWith("-- ", at) || isHashComment() ? "\n"
                : in.startsWith("/*", at) ? "*/" : in.startsWith("<!--", at) ? "-->" : null;
        if (end == null) {
            return false;
        }
        mends.add(SyntaxMend.COMMENTS);
        int stop = in.text.indexOf(end, at + 1);
        int next = stop < 0 ? limit : stop + end.length();
        work.add(next - at);
        // A comment without an end would hide the objects behind it.
        at = stop < 0 && end.equals("\n") && in.text.indexOf('{', at) >= 0 ? at + 1 : next;
        return true;
    }

    private boolean isLineComment(String mark) {
        return in.startsWith(mark, at) && !isStructure(in.at(at + mark.length()));
    }

    /** A hash that begins no name of a signal. */
    private boolean isHashComment() {
        return isLineComment("#") && !Character.isDigit(in.at(at + 1));
    }

    private static boolean isStructure(char unit) {
        return unit == '{' || unit == '}' || unit == '[' || unit == ']' || unit == ',' || unit == '"';
    }

    private void mendCommas(int commas, int expected) {
        if (commas != expected) {
            mends.add(SyntaxMend.COMMAS);
        }
    }

    /** Skips a value that is nested too deep, up to its closing bracket. */
    private void skipNested() {
        int open = 0;
        boolean quoted = false;
        while (!isOver()) {
            work.add(1);
            char unit = in.text.charAt(at++);
            if (quoted) {
                if (unit == '\\') {
                    at++;
                } else {
                    quoted = unit != '"';
                }
            } else if (unit == '"') {
                quoted = true;
            } else if (unit == '{' || unit == '[') {
                open++;
            } else if ((unit == '}' || unit == ']') && --open <= 0) {
                return;
            }
        }
    }
}
