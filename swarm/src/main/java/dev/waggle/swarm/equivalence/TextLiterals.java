package dev.waggle.swarm.equivalence;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Differences of code, quotations and formulas, whose marks the words of a text do not show: {@code "0"} and {@code 0},
 * {@code (a + b) * c} and {@code a + (b * c)}. Linear in the texts, but for the number of their quotations.
 */
final class TextLiterals {

    private static final Pattern LITERAL = Pattern
            .compile("`([^`\\n]{1,200})`|[\"\u201C\u201E]([^\"\u201C\u201D\\n]{1,40})[\"\u201D\u201C]");
    /** A quotation that is another value without its quotes. */
    private static final Pattern VALUE = Pattern.compile("\\s*|-?\\d+(?:\\.\\d+)?|true|false|null|none|undefined");
    private static final Pattern MARKS = Pattern.compile("[()\\[\\]{}<>\"']");
    private static final Pattern FORMULA = Pattern
            .compile("[+*/^=<>|&-] ?[(\\[{]|[)\\]}] ?[+*/^=<>|&]|\\d ?[)\\]}] ?[-+*/^]");
    private static final Pattern NO_GROUPING = Pattern.compile("[^()\\[\\]{}+*/^=<>|&]+");
    /** More quotations than this are not compared one by one. */
    private static final int MAX_LITERALS = 50;

    private TextLiterals() {}

    /** True if code, a quoted value or the brackets of a formula differ. */
    static boolean differ(String one, String other) {
        List<String> ours = literals(one);
        List<String> theirs = literals(other);
        if (ours.size() > MAX_LITERALS || theirs.size() > MAX_LITERALS) {
            return !ours.equals(theirs);
        }
        return isMissing(ours, other) || isMissing(theirs, one) || isOtherCase(ours, theirs)
                || ((FORMULA.matcher(one).find() || FORMULA.matcher(other).find())
                        && !grouping(one).equals(grouping(other)));
    }

    private static List<String> literals(String text) {
        return LITERAL.matcher(text).results().map(TextLiterals::literal).distinct().toList();
    }

    /** Content of code; a quotation keeps its quotes when it is a value. */
    private static String literal(MatchResult found) {
        String code = found.group(1);
        String quoted = found.group(2);
        return code != null ? code.strip() : VALUE.matcher(quoted).matches() ? '"' + quoted + '"' : quoted;
    }

    private static boolean isMissing(List<String> literals, String text) {
        String plain = text.replace('\u201C', '"').replace('\u201D', '"').replace('\u201E', '"');
        return literals.stream().anyMatch(literal -> MARKS.matcher(literal).find() && !plain.contains(literal));
    }

    private static boolean isOtherCase(List<String> ours, List<String> theirs) {
        return ours.stream().anyMatch(our -> !theirs.contains(our) && theirs.stream()
                .anyMatch(their -> their.toLowerCase(Locale.ROOT).equals(our.toLowerCase(Locale.ROOT))));
    }

    private static String grouping(String text) {
        return NO_GROUPING.matcher(text.replace("**", "")).replaceAll("");
    }
}
