package dev.waggle.swarm.equivalence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import dev.waggle.swarm.equivalence.TextToken.TokenKind;
import org.jspecify.annotations.Nullable;

/** Joins number words, dates and times of day of several tokens into one token each. */
final class NumberPhrases {

    private static final Map<String, Integer> SMALL = Map.ofEntries(Map.entry("zero", 0), Map.entry("one", 1),
            Map.entry("two", 2), Map.entry("three", 3), Map.entry("four", 4), Map.entry("five", 5),
            Map.entry("six", 6), Map.entry("seven", 7), Map.entry("eight", 8), Map.entry("nine", 9),
            Map.entry("ten", 10), Map.entry("eleven", 11), Map.entry("twelve", 12), Map.entry("thirteen", 13),
            Map.entry("fourteen", 14), Map.entry("fifteen", 15), Map.entry("sixteen", 16),
            Map.entry("seventeen", 17), Map.entry("eighteen", 18), Map.entry("nineteen", 19));
    private static final Map<String, Integer> TENS = Map.of("twenty", 20, "thirty", 30, "forty", 40, "fifty", 50,
            "sixty", 60, "seventy", 70, "eighty", 80, "ninety", 90);
    private static final List<String> MONTHS = List.of("january", "february", "march", "april", "may", "june", "july",
            "august", "september", "october", "november", "december");
    private static final int SHORT_MONTH = 3;
    private static final int NOON = 12;
    private static final int MAX_DAY = 31;
    private static final int TENTH = 10;

    private final List<TextToken> from;
    private final List<TextToken> joined = new ArrayList<>();
    private int at;

    private NumberPhrases(List<TextToken> from) {
        this.from = from;
    }

    static List<TextToken> joined(List<TextToken> tokens) {
        NumberPhrases phrases = new NumberPhrases(tokens);
        while (phrases.at < tokens.size()) {
            phrases.next();
        }
        return phrases.joined;
    }

    /** Time of day as {@code @15:00}. */
    static String clock(int hour, String minutes, @Nullable String half) {
        int full = half == null ? hour : hour % NOON + (half.startsWith("p") ? NOON : 0);
        return String.format(Locale.ROOT, "%s%02d:%s", TextToken.DATE, full, minutes);
    }

    private void next() {
        TextToken token = from.get(at);
        if (date() || timeOfDay() || words(token)) {
            return;
        }
        if (token.is("twice") || token.is("thrice")) {
            joined.add(TextToken.number(token.is("twice") ? "2" : "3"));
            joined.add(TextToken.word("times", false));
        } else {
            joined.add(token);
        }
        at++;
    }

    /** {@code 15 March 2026}, {@code March 15, 2026} and {@code 15th of March}. */
    private boolean date() {
        int day = day(at);
        int month = -1;
        int end = -1;
        if (day > 0) {
            int next = at + (is(at + 1, "of") ? 2 : 1);
            month = month(next);
            end = next + 1;
        } else if (month(at) > 0 && day(at + 1) > 0) {
            month = month(at);
            day = day(at + 1);
            end = at + 2;
        }
        if (month <= 0) {
            return false;
        }
        int yearAt = end < from.size() && from.get(end).kind() == TokenKind.COMMA ? end + 1 : end;
        String year = year(yearAt);
        joined.add(TextToken.number(String.format(Locale.ROOT, "%s%s-%02d-%02d", TextToken.DATE, year, month, day)));
        at = year.isEmpty() ? end : yearAt + 1;
        return true;
    }

    private boolean timeOfDay() {
        TextToken token = from.get(at);
        boolean isHalf = is(at + 1, "pm") || is(at + 1, "am") || code(at + 1, "p.m") || code(at + 1, "a.m");
        if (!isHalf || token.kind() != TokenKind.NUMBER) {
            return false;
        }
        String word = token.word();
        String[] parts = word.replace(TextToken.DATE, "").split(":", -1);
        if (parts[0].isEmpty() || parts[0].length() > 2 || !parts[0].chars().allMatch(Character::isDigit)) {
            return false;
        }
        joined.add(TextToken.number(clock(Integer.parseInt(parts[0]), parts.length > 1 ? parts[1] : "00",
                from.get(at + 1).word())));
        at += 2;
        return true;
    }

    /** {@code twenty one}, {@code two hundred}, {@code ten thousand}. */
    private boolean words(TextToken token) {
        if (token.kind() != TokenKind.WORD || !(SMALL.containsKey(token.word()) || TENS.containsKey(token.word()))) {
            return false;
        }
        long value = 0;
        if (TENS.containsKey(token.word())) {
            value = TENS.get(token.word());
            at++;
            int small = at < from.size() ? SMALL.getOrDefault(from.get(at).word(), 0) : 0;
            if (small > 0 && small < TENTH) {
                value += small;
                at++;
            }
        } else {
            value = Objects.requireNonNull(SMALL.get(token.word()), "the word is a small number");
            at++;
        }
        while (is(at, "hundred") || is(at, "thousand")) {
            value *= is(at, "hundred") ? 100 : 1000;
            at++;
        }
        joined.add(TextToken.number(Long.toString(value)));
        return true;
    }

    private boolean is(int index, String word) {
        return index < from.size() && from.get(index).is(word);
    }

    private boolean code(int index, String text) {
        return index < from.size() && from.get(index).text().toLowerCase(Locale.ROOT).equals(text);
    }

    private int day(int index) {
        if (index >= from.size() || from.get(index).kind() != TokenKind.NUMBER) {
            return -1;
        }
        String word = from.get(index).word();
        String digits = word.endsWith("th") ? word.substring(0, word.length() - 2) : word;
        boolean isShort = digits.length() <= 2 && !digits.isEmpty() && digits.chars().allMatch(Character::isDigit);
        int day = isShort ? Integer.parseInt(digits) : -1;
        return day >= 1 && day <= MAX_DAY ? day : -1;
    }

    private int month(int index) {
        if (index >= from.size() || from.get(index).kind() != TokenKind.WORD
                || !Character.isUpperCase(from.get(index).text().codePointAt(0))) {
            return -1;
        }
        String word = from.get(index).word();
        for (int i = 0; i < MONTHS.size(); i++) {
            String month = MONTHS.get(i);
            if (word.equals(month) || (word.length() == SHORT_MONTH && month.startsWith(word))) {
                return i + 1;
            }
        }
        return -1;
    }

    private String year(int index) {
        boolean isYear = index < from.size() && from.get(index).kind() == TokenKind.NUMBER
                && from.get(index).word().length() == 4
                && from.get(index).word().chars().allMatch(Character::isDigit);
        return isYear ? from.get(index).word() : "";
    }
}
