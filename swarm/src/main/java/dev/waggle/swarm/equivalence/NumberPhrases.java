package dev.waggle.swarm.equivalence;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.text.PlainLocale;
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
    private static final Pattern PLAIN = Pattern.compile("\\d{1,15}(?:\\.\\d{1,9})?");
    private static final Pattern FRACTION = Pattern.compile("\\d{1,4}/\\d{1,4}");
    private static final Set<String> LETTER_UNITS = Set.of("m", "b");
    private static final Set<String> CURRENCIES = Set.of("dollar", "euro", "pound", "yen");
    /** Units of time with a fixed length; a month has none. */
    private static final Map<String, Integer> SECONDS = Map.of(EnglishWords.INSTALLED.keyOf("second"), 1,
            EnglishWords.INSTALLED.keyOf("minute"), 60, EnglishWords.INSTALLED.keyOf("hour"), 3600,
            EnglishWords.INSTALLED.keyOf("day"), 86_400, EnglishWords.INSTALLED.keyOf("week"), 604_800);
    private static final Map<String, String> FRACTIONS = Map.of("half", "2", "halves", "2", "third", "3", "thirds", "3",
            "quarter", "4", "quarters", "4", "fifth", "5", "fifths", "5");
    private static final Map<String, String> ADVERBS = Map.of("day", "daily", "week", "weekly", "month", "monthly",
            "year", "yearly", "hour", "hourly");
    private static final Set<String> SPANS = Set.of("for", "in", "within", "after", "by", "least", "most", "than");
    private static final Map<String, Integer> FOREIGN = foreign();
    private static final int SHORT_MONTH = 3;
    private static final int NOON = 12;
    private static final int MAX_DAY = 31;
    private static final int TENTH = 10;

    private static Map<String, Integer> foreign() {
        Map<String, Integer> words = new HashMap<>();
        for (String line : List.of("zwei deux dos", "drei trois tres", "vier quatre cuatro quattro",
                "fünf cinq cinco cinque", "sechs seis", "sieben siete sette", "acht huit ocho otto",
                "neun neuf nueve nove",
                "zehn dix diez dieci")) {
            int value = words.values().stream().mapToInt(Integer::intValue).max().orElse(1) + 1;
            for (String word : line.split(" ", -1)) {
                words.put(word, value);
            }
        }
        words.put("zwölf", 12);
        return Map.copyOf(words);
    }

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
        return String.format(PlainLocale.NONE, "%s%02d:%s", TextToken.DATE, full, minutes);
    }

    /** Number of zeros of a scale: {@code k}, {@code million}. It is -1 for another word. */
    static int zeros(String scale) {
        return switch (scale) {
            case "k", "thousand" -> 3;
            case "m", "mn", "mio", "million", "millions" -> 6;
            case "b", "bn", "billion", "billions" -> 9;
            default -> -1;
        };
    }

    /** {@code 3 million}, with a currency before or behind it, and {@code 60 minutes} in seconds. */
    private void scaled() {
        int last = joined.size() - 1;
        TextToken number = joined.get(last);
        if (number.kind() != TokenKind.NUMBER || !PLAIN.matcher(number.word()).matches()) {
            return;
        }
        int currency = at < from.size() && CURRENCIES.contains(from.get(at).word()) ? 1 : 0;
        int scale = at + currency < from.size() && !LETTER_UNITS.contains(from.get(at + currency).word())
                ? zeros(from.get(at + currency).word()) : -1;
        BigDecimal value = new BigDecimal(number.word());
        if (scale > 0 && from.get(at + currency).kind() == TokenKind.WORD) {
            value = value.scaleByPowerOfTen(scale);
            if (currency > 0) {
                joined.add(from.get(at));
            }
            at += currency + 1;
            joined.set(last, TextToken.number(value.stripTrailingZeros().toPlainString()));
        }
        String unit = at < from.size() && currency == 0 && from.get(at).kind() == TokenKind.WORD
                ? EnglishWords.INSTALLED.keyOf(from.get(at).word()) : "";
        Integer seconds = SECONDS.get(unit);
        if (seconds != null && !isRate()) {
            value = value.multiply(BigDecimal.valueOf(seconds));
            joined.set(last, TextToken.number(value.stripTrailingZeros().toPlainString()));
            joined.add(TextToken.word("seconds", false));
            at++;
        }
    }

    /** True for the unit of a compound: {@code 30-day trial} counts days too, so only a rate has none. */
    private boolean isRate() {
        return joined.size() > 1 && joined.get(joined.size() - 2).is("per");
    }

    private void next() {
        step();
        if (!joined.isEmpty() && joined.getLast().kind() == TokenKind.NUMBER) {
            scaled();
        }
    }

    /** {@code three quarters}, {@code 1/2}, {@code one third}. */
    private boolean fraction() {
        TextToken token = from.get(at);
        Matcher digits = FRACTION.matcher(token.word());
        if (token.kind() == TokenKind.CODE && digits.matches()) {
            joined.add(TextToken.number(token.word()));
            at++;
            return true;
        }
        String parts = at + 1 < from.size() ? FRACTIONS.getOrDefault(from.get(at + 1).word(), "") : "";
        int count = SMALL.getOrDefault(token.word(), 0);
        if (token.kind() == TokenKind.WORD && count > 0 && !parts.isEmpty()) {
            joined.add(TextToken.number(count + "/" + parts));
            at += 2;
            return true;
        }
        return false;
    }

    /** {@code for a week}: one of that unit. */
    private boolean singleUnit() {
        boolean isSpan = at > 0 && from.get(at - 1).kind() == TokenKind.WORD && SPANS.contains(from.get(at - 1).word());
        boolean isOne = isSpan && (is(at, "a") || is(at, "an")) && at + 1 < from.size()
                && SECONDS.containsKey(EnglishWords.INSTALLED.keyOf(from.get(at + 1).word()));
        if (isOne) {
            joined.add(TextToken.number("1"));
            at++;
        }
        return isOne;
    }

    /** {@code weekly} for {@code once a week}, and the digits of number words in other languages. */
    private boolean oneWord() {
        TextToken token = from.get(at);
        if (token.kind() != TokenKind.WORD || token.isName()) {
            return false;
        }
        Integer foreign = FOREIGN.get(token.word());
        if (foreign != null) {
            joined.add(TextToken.number(foreign.toString()));
            at++;
            return true;
        }
        if (is(at, "once") && (is(at + 1, "a") || is(at + 1, "per") || is(at + 1, "every") || is(at + 1, "each"))
                && at + 2 < from.size()) {
            String adverb = ADVERBS.getOrDefault(from.get(at + 2).word(), "");
            if (!adverb.isEmpty()) {
                joined.add(TextToken.word(adverb, false));
                at += 3;
                return true;
            }
        }
        return false;
    }

    private void step() {
        TextToken token = from.get(at);
        if (fraction() || singleUnit() || oneWord() || date() || timeOfDay() || words(token)) {
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
        joined.add(
                TextToken.number(String.format(PlainLocale.NONE, "%s%s-%02d-%02d", TextToken.DATE, year, month, day)));
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
