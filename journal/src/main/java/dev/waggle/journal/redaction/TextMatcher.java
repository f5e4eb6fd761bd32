package dev.waggle.journal.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

import dev.waggle.signal.log.RedactionFact;

/**
 * Search for many texts at once, in the manner of M. Karp and M. Rabin, "Efficient randomized pattern-matching
 * algorithms" (1987). A hash of the first {@value #WINDOW} units selects the texts that may stand at a place, and a
 * comparison decides. So the work follows the length of what is searched, not the number of texts.
 *
 * <p>A text of at least {@value #WINDOW} units is found anywhere. The beginning of a text of more than {@value #QUOTED}
 * units is found where it is cut, before dots or at the end. A shorter text is found only as a whole value, also of
 * JSON in a string. Immutable.
 */
final class TextMatcher {

    /** Length from which a text is found inside of others; shorter ones are parts of common words. */
    static final int WINDOW = 8;

    /** Length from which the beginning of a text shows that it was quoted. */
    static final int QUOTED = 64;

    private final List<SearchedText> texts;
    private final Map<Long, int[]> byWindow = new HashMap<>();
    private final List<Integer> shortTexts = new ArrayList<>();
    /** Texts that stay where a value is a name. */
    private final Set<Integer> keptInNames = new HashSet<>();

    TextMatcher(List<SearchedText> texts) {
        this.texts = List.copyOf(texts);
        for (int i = 0; i < this.texts.size(); i++) {
            LenientText units = this.texts.get(i).units();
            if (units.length() >= WINDOW) {
                byWindow.merge(units.hash(0, WINDOW), new int[] {i}, TextMatcher::joined);
            } else {
                shortTexts.add(i);
            }
            if (this.texts.get(i).isKeptInNames()) {
                keptInNames.add(i);
            }
        }
    }

    /** Places at which a search accepts a text. */
    private enum Acceptance {
        /** The text, or its beginning; the first place is enough. */
        POSSIBLE,
        /** The whole text; the first place is enough. */
        WHOLE,
        /** All places of the text, and of its beginning where it is cut. */
        QUOTED
    }

    /**
     * A text to search for.
     *
     * @param units its units, at least one
     * @param replacement text that takes its place
     * @param isName whether it is a name, and is replaced where names are
     */
    record SearchedText(LenientText units, String replacement, boolean isName) {

        /** True if it stays where a value is a name: one word may be the name of an agent, a type or a constant. */
        private boolean isKeptInNames() {
            return !isName && units.toString().indexOf(' ') < 0;
        }
    }

    /** Occurrence of a text in a source: from a place to before another. */
    private record Occurrence(int from, int to, int text) {}

    /** True if a text may stand in a line, whatever its form. */
    boolean isIn(String line) {
        LenientText in = LenientText.of(line);
        return !longOnes(in, Acceptance.POSSIBLE, Set.of()).isEmpty()
                || shortTexts.stream().anyMatch(text -> line.length() > 0 && in.toString()
                        .contains(texts.get(text).units().toString()));
    }

    /** True if a whole text of at least {@value #WINDOW} units stands in a line. */
    boolean stands(String line) {
        return !longOnes(LenientText.of(line), Acceptance.WHOLE, Set.of()).isEmpty();
    }

    /**
     * The value with its texts replaced; the same object when there is none.
     *
     * @param isName whether the value is a name
     * @param found receives the number of each text that was replaced
     */
    String replaced(String value, boolean isName, IntConsumer found) {
        LenientText in = LenientText.of(value);
        Set<Integer> omitted = isName ? keptInNames : Set.of();
        List<Occurrence> all = longOnes(in, Acceptance.QUOTED, omitted);
        shortTexts.stream().filter(text -> !omitted.contains(text)).forEach(text -> addShort(in, text, all));
        if (all.isEmpty()) {
            return value;
        }
        all.sort((one, other) -> Integer.compare(one.from(), other.from()));
        StringBuilder replaced = new StringBuilder(value.length());
        int done = 0;
        for (int i = 0; i < all.size();) {
            Occurrence first = all.get(i);
            int to = first.to();
            boolean isOne = true;
            for (; i < all.size() && all.get(i).from() < Math.max(to, first.from() + 1); i++) {
                isOne &= all.get(i).text() == first.text();
                to = Math.max(to, all.get(i).to());
                found.accept(all.get(i).text());
            }
            replaced.append(value, done, first.from()).append(
                    isOne ? texts.get(first.text()).replacement() : RedactionFact.MARK);
            done = to;
        }
        return replaced.append(value, done, value.length()).toString();
    }

    /** Occurrences of the long texts. */
    private List<Occurrence> longOnes(LenientText in, Acceptance acceptance, Set<Integer> omitted) {
        List<Occurrence> all = new ArrayList<>();
        Map<Integer, Integer> ends = new HashMap<>();
        if (byWindow.isEmpty()) {
            return all;
        }
        for (int at = 0; at + WINDOW <= in.length(); at++) {
            int[] candidates = byWindow.get(in.hash(at, WINDOW));
            if (candidates == null) {
                continue;
            }
            for (int text : candidates) {
                if (omitted.contains(text) || at < ends.getOrDefault(text, 0)) {
                    continue;
                }
                int length = lengthAt(in, at, texts.get(text).units(), acceptance);
                if (length > 0) {
                    all.add(new Occurrence(in.start(at), in.end(at + length - 1), text));
                    ends.put(text, at + length);
                    if (acceptance != Acceptance.QUOTED) {
                        return all;
                    }
                }
            }
        }
        return all;
    }

    /** Number of units of a text that stand there; 0 when it does not. */
    private static int lengthAt(LenientText in, int at, LenientText text, Acceptance acceptance) {
        int needed = acceptance == Acceptance.WHOLE ? text.length() : Math.min(text.length(), QUOTED);
        if (at + needed > in.length() || in.hash(at, needed) != text.hash(0, needed)) {
            return 0;
        }
        int common = in.commonPrefix(at, text);
        boolean isAccepted = common == text.length() || switch (acceptance) {
            case POSSIBLE -> common >= QUOTED;
            case WHOLE -> false;
            case QUOTED -> common >= QUOTED && isCut(in, at + common);
        };
        return isAccepted && in.isEqual(at, text, common) ? common : 0;
    }

    /** True if a quotation ends there: with dots, or with the value. */
    private static boolean isCut(LenientText in, int at) {
        int next = at < in.length() && in.unit(at) == ' ' ? at + 1 : at;
        return next >= in.length() || in.unit(next) == '\u2026'
                || (next + 2 < in.length() && in.unit(next) == '.' && in.unit(next + 1) == '.'
                        && in.unit(next + 2) == '.');
    }

    private void addShort(LenientText in, int text, List<Occurrence> all) {
        LenientText units = texts.get(text).units();
        int from = in.length() > 0 && in.unit(0) == ' ' ? 1 : 0;
        int to = in.length() > from && in.unit(in.length() - 1) == ' ' ? in.length() - 1 : in.length();
        if (to - from == units.length() && in.isEqual(from, units, units.length())) {
            all.add(new Occurrence(in.start(from), in.end(to - 1), text));
            return;
        }
        String plain = in.toString();
        String quoted = '"' + units.toString() + '"';
        for (int at = plain.indexOf(quoted); at >= 0; at = plain.indexOf(quoted, at + 1)) {
            if (isValue(plain, at, at + quoted.length())) {
                all.add(new Occurrence(in.start(at + 1), in.end(at + units.length()), text));
            }
        }
    }

    /** True if a quoted text is a value of JSON, and none whose field is a name. */
    private static boolean isValue(String plain, int from, int to) {
        String before = plain.substring(Math.max(0, from - WINDOW * WINDOW), from).stripTrailing();
        String behind = plain.substring(to, Math.min(plain.length(), to + 2)).stripLeading();
        boolean isEnded = behind.isEmpty() || ",}]".indexOf(behind.charAt(0)) >= 0;
        if (!isEnded || before.isEmpty() || ":[,".indexOf(before.charAt(before.length() - 1)) < 0) {
            return false;
        }
        String field = before.substring(0, before.length() - 1).stripTrailing();
        if (before.endsWith(":") && field.endsWith("\"")) {
            int open = field.lastIndexOf('"', field.length() - 2);
            return open >= 0 && !NameFields.contains(field.substring(open + 1, field.length() - 1));
        }
        return true;
    }

    private static int[] joined(int[] one, int[] other) {
        int[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
