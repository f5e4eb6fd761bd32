package dev.waggle.swarm.equivalence;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.equivalence.TextToken.TokenKind;

/**
 * Splits a text into tokens in Unicode compatibility form. Contractions and hyphens are resolved, and units stand apart
 * from their numbers. Number words become digits, and dates and times have one form. Linear in the text.
 */
final class TextScanner {

    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cntrl}]+");
    private static final Pattern MARKUP = Pattern
            .compile("\\*(?! |\\.\\w)|(?<!^| )\\*(?!\\.\\w)|[`\"\u201C\u201D\u201E\u00AB\u00BB\\[\\](){}]+");
    private static final Pattern SIGN = Pattern.compile("[\u2013\u2014](?=\\d)");
    private static final Pattern DASH = Pattern.compile("[\u2013\u2014]");
    private static final Pattern ISO_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern QUANTITY = Pattern.compile(
            "([$€£¥]?)([+-]?\\d{1,15}(?:\\.\\d{1,9})?)((?:k|mn?|mio|bn?)(?![a-z]))?(%|[$€£¥]|ms|s|secs?|mins?|h|hrs?|mg|mcg|μg|g|kg|km|cm|mm|ml|l|kb|mb|gb|tb|kib|mib|gib|pm|am|°c|°f)?");
    private static final Pattern BITS = Pattern.compile("[+-]?\\d{1,15}(?:\\.\\d{1,9})?([KMGT]b)");
    private static final Pattern BIT_UNIT = Pattern.compile("[KkMGT]b");
    private static final Pattern DAY_FIRST = Pattern.compile("(\\d{1,2})([/.])(\\d{1,2})[/.](\\d{4})");
    private static final Pattern YEAR_FIRST = Pattern.compile("(\\d{4})[/.](\\d{1,2})[/.](\\d{1,2})");
    private static final Pattern VERSION = Pattern.compile("[vV](\\d{1,6}(?:\\.\\d{1,6}){0,4})");
    private static final Pattern PER_TIME = Pattern
            .compile("(\\p{L}{2,12})/(s|sec|second|min|minute|h|hour|day|week|month|year)");
    private static final Pattern ELISION = Pattern.compile("(?:d|l|qu|n|j|s|c|m|t)'\\p{L}{2,}");
    private static final Pattern THOUSANDS = Pattern.compile("\\d{1,3}(?:,\\d{3})+");
    private static final Pattern CLOCK = Pattern.compile("([01]?\\d|2[0-3]):([0-5]\\d)(am|pm)?");
    private static final Pattern ORDINAL = Pattern.compile("(\\d{1,4})(?:st|nd|rd|th)");
    private static final Pattern LETTERS = Pattern.compile("[\\p{L}\\p{M}]+");
    private static final Pattern CAPITAL_INSIDE = Pattern.compile("\\p{Ll}\\p{Lu}");
    private static final Pattern HYPHENATED = Pattern.compile("[\\p{L}\\p{M}]++(?:-[\\p{L}\\p{M}]++){1,20}+");
    private static final int MONTHS = 12;
    private static final String ENDS = ".!?;:…。！？；：";

    private final List<TextToken> tokens = new ArrayList<>();
    private boolean isFirst = true;

    private TextScanner() {}

    static List<TextToken> scan(String text) {
        TextScanner scanner = new TextScanner();
        String plain = DASH.matcher(SIGN.matcher(TextLayout.plain(text)).replaceAll("-")).replaceAll(" - ");
        SPACE.splitAsStream(MARKUP.matcher(plain).replaceAll(" ")).forEach(scanner::piece);
        return ProposalFrame.stripped(NumberPhrases.joined(scanner.tokens));
    }

    /** A piece between blanks, with the punctuation around it. */
    private void piece(String piece) {
        int from = 0;
        int to = piece.length();
        while (from < to && isLead(piece, from)) {
            from++;
        }
        int end = to;
        while (end > from && (piece.charAt(end - 1) == '\'' || piece.charAt(end - 1) == ','
                || isEnd(piece.charAt(end - 1)))) {
            end--;
        }
        String core = piece.substring(from, end);
        if (!core.isEmpty() && !core.equals("-")) {
            core(core);
            isFirst = false;
        }
        String tail = piece.substring(end);
        if (isAbbreviation(core, tail)) {
            return;
        }
        if (core.equals("-") || tail.chars().anyMatch(mark -> isEnd((char) mark))) {
            mark(TokenKind.BREAK);
            isFirst = true;
        } else if (tail.indexOf(',') >= 0) {
            mark(TokenKind.COMMA);
        }
    }

    private void core(String core) {
        String folded = core.toLowerCase(Locale.ROOT);
        Matcher clock = CLOCK.matcher(folded);
        Matcher ordinal = ORDINAL.matcher(folded);
        String digits = THOUSANDS.matcher(folded).find() ? folded.replace(",", "") : folded;
        Matcher quantity = QUANTITY.matcher(digits);
        Matcher perTime = PER_TIME.matcher(folded);
        String date = date(folded);
        if (!date.isEmpty()) {
            tokens.add(TextToken.number(TextToken.DATE + date));
        } else if (VERSION.matcher(core).matches()) {
            tokens.add(TextToken.word("version", false));
            tokens.add(TextToken.number(folded.substring(1)));
        } else if (BITS.matcher(core).matches()) {
            tokens.add(TextToken.number(core.replaceAll("\\p{L}+$", "")));
            tokens.add(TextToken.word(core.replaceAll("^[^\\p{L}]+", "").toLowerCase(Locale.ROOT) + "it", false));
        } else if (perTime.matches()) {
            words(perTime.group(1), "per", perTime.group(2));
        } else if (ISO_DATE.matcher(folded).matches()) {
            tokens.add(TextToken.number(TextToken.DATE + folded));
        } else if (clock.matches()) {
            tokens.add(TextToken.number(NumberPhrases.clock(Integer.parseInt(clock.group(1)), clock.group(2),
                    clock.group(3))));
        } else if (ordinal.matches()) {
            tokens.add(new TextToken(folded, ordinal.group(1) + "th", TokenKind.NUMBER, false));
        } else if (quantity.matches()) {
            quantity(quantity);
        } else if (BIT_UNIT.matcher(core).matches()) {
            tokens.add(TextToken.word(folded + "it", false));
        } else if (isCode(core)) {
            tokens.add(new TextToken(core, core, TokenKind.CODE, false));
        } else if (HYPHENATED.matcher(core).matches()) {
            for (String part : core.split("-", -1)) {
                word(part);
            }
        } else {
            word(core);
        }
    }

    /** Date of digits as year, month and day; empty for another text, and where day and month may change places. */
    private static String date(String text) {
        Matcher year = YEAR_FIRST.matcher(text);
        Matcher day = DAY_FIRST.matcher(text);
        if (year.matches()) {
            return date(year.group(1), Integer.parseInt(year.group(2)), Integer.parseInt(year.group(3)));
        }
        if (!day.matches()) {
            return "";
        }
        int first = Integer.parseInt(day.group(1));
        int second = Integer.parseInt(day.group(3));
        boolean isDayFirst = day.group(2).equals(".") || first > MONTHS || first == second;
        if (!isDayFirst && second <= MONTHS) {
            return "";
        }
        return isDayFirst ? date(day.group(4), second, first) : date(day.group(4), first, second);
    }

    private static String date(String year, int month, int day) {
        return month < 1 || month > MONTHS ? "" : String.format(PlainLocale.NONE, "%s-%02d-%02d", year, month, day);
    }

    private void quantity(Matcher quantity) {
        String found = quantity.group(4) == null ? quantity.group(1) : quantity.group(4);
        String scale = quantity.group(3) == null ? "" : quantity.group(3);
        boolean isLetter = found.isEmpty() && (scale.equals("m") || scale.equals("b")); // "5 m" is a length.
        String unit = isLetter ? scale : found;
        BigDecimal number = new BigDecimal(quantity.group(2));
        String digits = isLetter || scale.isEmpty() ? quantity.group(2)
                : number.scaleByPowerOfTen(NumberPhrases.zeros(scale)).stripTrailingZeros().toPlainString();
        boolean isMeasure = !unit.isEmpty() && digits.indexOf('.') >= 0;
        tokens.add(TextToken.number(
                (digits.startsWith("+") ? "+" : "") + (isMeasure
                        ? new BigDecimal(digits).stripTrailingZeros().toPlainString() : digits.replace("+", ""))));
        switch (unit) {
            case "" -> {}
            case "$" -> tokens.add(TextToken.word("dollar", false));
            case "€" -> tokens.add(TextToken.word("euro", false));
            case "£" -> tokens.add(TextToken.word("pound", false));
            case "¥" -> tokens.add(TextToken.word("yen", false));
            case "%", "prozent", "procent", "pct" -> tokens.add(TextToken.word("percent", false));
            default -> tokens.add(TextToken.word(unit, false));
        }
    }

    /** A word, or the words of a contraction; a possessive ending is dropped. */
    private void word(String text) {
        String folded = text.toLowerCase(Locale.ROOT);
        switch (folded) {
            case "%", "prozent", "procent" -> tokens.add(TextToken.word("percent", false));
            case "&" -> tokens.add(TextToken.word("and", false));
            case "€" -> tokens.add(TextToken.word("euro", false));
            case "$" -> tokens.add(TextToken.word("dollar", false));
            case "can't", "cannot" -> words("can", "not");
            case "won't" -> words("will", "not");
            case "shan't" -> words("shall", "not");
            case "let's" -> words("let", "us");
            case "it's", "that's", "there's", "he's", "she's", "what's", "here's" ->
                words(folded.substring(0, folded.length() - 2), "is");
            default -> {
                int apostrophe = folded.indexOf('\'');
                if (ELISION.matcher(folded).matches()) {
                    words(folded.substring(0, apostrophe));
                    tokens.add(TextToken.word(text.substring(apostrophe + 1), isFirst));
                    return;
                }
                if (folded.endsWith("n't") && folded.length() > 3) {
                    words(folded.substring(0, folded.length() - 3), "not");
                } else if (apostrophe > 0 && folded.length() - apostrophe <= 3) {
                    tokens.add(TextToken.word(text.substring(0, apostrophe), isFirst));
                    contracted(folded.substring(apostrophe + 1));
                } else {
                    tokens.add(TextToken.word(text, isFirst));
                }
            }
        }
    }

    private void contracted(String ending) {
        switch (ending) {
            case "re" -> words("are");
            case "ve" -> words("have");
            case "ll" -> words("will");
            case "d" -> words("would");
            default -> {} // 's is a possessive or "is", and 'm belongs to the speaker.
        }
    }

    private void words(String... words) {
        for (String word : words) {
            tokens.add(new TextToken(word, word, TokenKind.WORD, isFirst));
        }
    }

    private void mark(TokenKind kind) {
        if (!tokens.isEmpty() && tokens.getLast().kind() != kind) {
            tokens.add(new TextToken("", "", kind, false));
        }
    }

    private static boolean isCode(String core) {
        boolean plain = core.equals("=") || core.equals("%") || core.equals("&") || core.equals("$")
                || core.equals("€");
        boolean isWord = LETTERS.matcher(core).matches() || HYPHENATED.matcher(core).matches()
                || (core.indexOf('\'') > 0 && LETTERS.matcher(core.replace("'", "")).matches());
        return !plain && (!isWord || CAPITAL_INSIDE.matcher(core).find());
    }

    /** True for {@code p.m}, {@code e.g} and the like, whose full stop ends no sentence. */
    private static boolean isAbbreviation(String core, String tail) {
        return tail.equals(".") && core.length() == 3 && core.charAt(1) == '.';
    }

    /** True for punctuation before a word; a sign of negation and the dot of a file such as .gitignore stay. */
    private static boolean isLead(String piece, int at) {
        char mark = piece.charAt(at);
        char next = at + 1 < piece.length() ? piece.charAt(at + 1) : ' ';
        boolean isHidden = mark == '.'
                && (Character.isLetterOrDigit(next) || next == '/' || piece.startsWith("../", at));
        return mark == '\'' || mark == ',' || (isEnd(mark) && mark != '!' && !isHidden);
    }

    private static boolean isEnd(char mark) {
        return ENDS.indexOf(mark) >= 0;
    }
}
