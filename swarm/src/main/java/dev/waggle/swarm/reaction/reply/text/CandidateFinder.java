package dev.waggle.swarm.reaction.reply.text;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.reaction.reply.text.MendedValue.ListValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the JSON objects and lists in a model's text. It passes over thoughts, comments of a page and the analysis
 * channel of harmony. A closing tag of thoughts without an opening one discards everything before it. A tag inside the
 * text of a value is part of that text. Owned by one thread.
 */
public final class CandidateFinder {

    /** At most this many candidates; a text with more is no reply. */
    static final int MAX_CANDIDATES = 64;

    /** At most this many levels of a text that was escaped once too often. */
    private static final int MAX_LEVELS = 4;

    /** Brackets that may be before the first mark of an escaped text. */
    private static final int MAX_BRACKETS = 4;

    /** Longest name of a call. */
    private static final int MAX_CALL_NAME = 60;

    private static final String COMMENT = "<!--";
    private static final String COMMENT_END = "-->";
    private static final String MESSAGE = "<|message|>";

    private final String text;
    private final ScannedText scanned;
    private final MendingReader reader;
    private final WorkCounter work;
    private final int level;
    private final List<TextCandidate> candidates = new ArrayList<>();
    private final StringBuilder lead = new StringBuilder();
    private boolean hasThoughts;
    private boolean hasMore;

    private CandidateFinder(String text, WorkCounter work, int level) {
        this.text = text;
        this.work = work;
        this.level = level;
        scanned = new ScannedText(text, work);
        reader = new MendingReader(scanned, work);
    }

    /** The values of that text. */
    public static FoundText find(String text, WorkCounter work) {
        CandidateFinder finder = new CandidateFinder(text, work, 0);
        finder.search();
        return new FoundText(finder.candidates, finder.lead.toString(), finder.hasThoughts,
                !finder.hasMore && !work.isSpent());
    }

    private void search() {
        int at = skipBareAnalysis();
        while (at < text.length() && !work.isSpent()) {
            work.add(1);
            char unit = scanned.at(at);
            if (unit == '<' || unit == '[' || unit == '◁') {
                int behind = skipHidden(at);
                if (behind > at) {
                    at = behind;
                    continue;
                }
            }
            if (unit == '{' || (unit == '[' && !isCallList(at))) {
                at = candidate(at);
            } else {
                lead.append(text.charAt(at));
                at++;
            }
        }
    }

    /** True for a list of calls as Python writes them: a name and a parenthesis behind the bracket. */
    private boolean isCallList(int bracket) {
        int from = scanned.solid(bracket + 1);
        int at = from;
        while (at < text.length() && ScannedText.isNamePart(text.charAt(at)) && at - from < MAX_CALL_NAME) {
            work.add(1);
            at++;
        }
        return at > from && scanned.at(at) == '(';
    }

    /** The analysis of harmony without its marks: {@code analysis...assistantfinal...}. */
    private int skipBareAnalysis() {
        int end = text.indexOf("assistantfinal");
        boolean isBare = end > 0 && text.stripLeading().startsWith("analysis");
        hasThoughts |= isBare;
        return isBare ? end + "assistantfinal".length() : 0;
    }

    /** Index behind thoughts, a comment or a channel that begins there; the same index when none does. */
    private int skipHidden(int at) {
        ThoughtTag tag = ThoughtTag.at(text, at);
        if (tag != null) {
            hasThoughts = true;
            if (!tag.opens()) {
                discard();
                return tag.end();
            }
            int end = ThoughtTag.closing(text, tag.end(), text.length(), work);
            return end < 0 ? text.length() : end;
        }
        if (text.startsWith(COMMENT, at)) {
            return behind(COMMENT_END, at);
        }
        if (text.startsWith("<|channel|>analysis", at)) {
            hasThoughts = true;
            return endOfChannel(at);
        }
        return at;
    }

    private void discard() {
        candidates.clear();
        hasMore = false;
        lead.setLength(0);
    }

    private int behind(String mark, int from) {
        int end = text.indexOf(mark, from);
        int next = end < 0 ? text.length() : end + mark.length();
        work.add(next - from);
        return next;
    }

    /** Index of the mark that ends a channel. */
    private int endOfChannel(int from) {
        int message = text.indexOf(MESSAGE, from);
        int end = text.indexOf("<|", message < 0 ? from + 1 : message + MESSAGE.length());
        int stop = end < 0 ? text.length() : end;
        work.add(stop - from);
        return stop;
    }

    /** Reads the value that begins there; returns the index where the search goes on. */
    private int candidate(int at) {
        Decoding decoding = decoding(at);
        if (decoding != null) {
            return decoded(at, decoding);
        }
        MendingReader one = reader;
        MendedValue value = one.read(at);
        Set<SyntaxMend> mends = one.takeMends();
        int end = Math.max(at + 1, one.end());
        boolean isSure = value.complete() && !mends.contains(SyntaxMend.QUOTES);
        int thoughts = isSure ? -1 : ThoughtTag.closing(text, at, end, work);
        if (thoughts >= 0) {
            hasThoughts = true;
            discard();
            return thoughts;
        }
        if (isHollow(value)) {
            int next = value.complete() ? end : at + 1;
            lead.append(text, at, next);
            return next;
        }
        add(value, mends, text.substring(at, end));
        return end;
    }

    private void add(MendedValue value, Set<SyntaxMend> mends, String source) {
        if (candidates.size() >= MAX_CANDIDATES) {
            // A model that repeats itself without an end says nothing new.
            hasMore |= !candidates.getLast().value().equals(value) || lead.chars().anyMatch(Character::isLetter);
            lead.setLength(0);
            return;
        }
        candidates.add(new TextCandidate(lead.toString(), value, mends, source));
        lead.setLength(0);
    }

    /** True if nothing is in it but words, so that it is no value but marks of a sentence. */
    private static boolean isHollow(MendedValue value) {
        return switch (value) {
            case ObjectValue object -> object.fields().isEmpty();
            case ListValue list -> (!list.complete() || !list.items().isEmpty())
                    && list.items().stream().allMatch(CandidateFinder::isHollow);
            case MendedValue.TextValue quoted -> quoted.text().indexOf('{') < 0;
            case MendedValue.WordValue _ -> true;
        };
    }

    /** Form in which a text is written once more than its reader expects. */
    private enum Decoding { ESCAPES, ENTITIES }

    private @Nullable Decoding decoding(int at) {
        int next = scanned.solid(at + 1);
        for (int i = 1; i < MAX_BRACKETS && (scanned.at(next) == '{' || scanned.at(next) == '['); i++) {
            next = scanned.solid(next + 1);
        }
        if (level >= MAX_LEVELS) {
            return null;
        }
        if (scanned.at(next) == '\\') {
            int mark = next;
            while (scanned.at(mark) == '\\' && mark - next < MAX_BRACKETS * 2) {
                mark++;
            }
            return scanned.at(mark) == '"' ? Decoding.ESCAPES : lineEscape(next);
        }
        boolean isEntity = text.startsWith("&quot;", next) || text.startsWith("&#34;", next)
                || text.startsWith("&#x22;", next) || text.startsWith("&apos;", next)
                || text.startsWith("&#39;", next);
        return isEntity ? Decoding.ENTITIES : null;
    }

    /** An escaped line end before the first mark, as in a printed text of several lines. */
    private @Nullable Decoding lineEscape(int at) {
        return text.startsWith("\\n", at) || text.startsWith("\\r", at) || text.startsWith("\\t", at)
                ? Decoding.ESCAPES
                : null;
    }

    private int decoded(int at, Decoding decoding) {
        TextEscapes.DecodedText decoded = decoding == Decoding.ESCAPES
                ? TextEscapes.withoutEscapes(text, at, work)
                : TextEscapes.withoutEntities(text, at, work);
        CandidateFinder inner = new CandidateFinder(decoded.text(), work, level + 1);
        int end = inner.candidate(0);
        for (TextCandidate found : inner.candidates) {
            Set<SyntaxMend> mends = EnumSet.of(SyntaxMend.ESCAPES);
            mends.addAll(found.mends());
            add(found.value(), mends, found.source());
        }
        return Math.max(at + 1, decoded.place(end));
    }
}
