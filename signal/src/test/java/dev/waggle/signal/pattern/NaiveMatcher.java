package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;

/** Naive matcher of the dialects, written to be obviously right; and random patterns and types that often match. */
final class NaiveMatcher {

    /** White space that ECMAScript trims, for a regular expression. */
    private static final String BLANK = "[\\t\\n\\x0b\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*";

    private static final List<PatternDialect> DIALECTS = List.of(PatternDialect.values());
    private static final List<Profile> FAMILIES = List.of(Profile.values());
    private static final List<String> WORDS = List.of("a", "b", "ab", "", "c", "x.y", "\u00e9");
    private static final List<String> STARS = List.of("*", "*", "**");
    private static final List<String> MIXED = List.of("a*", "*b", "a**", "*a*", "**b", "x*y");

    private NaiveMatcher() {}

    static boolean matches(Pattern pattern, SignalType type) {
        return switch (pattern.dialect()) {
            case COMMON -> common(pattern.text(), type);
            case DURABLE -> durable(pattern.text(), type.text());
            case HARNESS -> java.util.regex.Pattern.matches(expression(pattern.text()), type.text());
        };
    }

    static Pattern pattern(SplittableRandom random) {
        PatternDialect dialect = DIALECTS.get(random.nextInt(DIALECTS.size()));
        if (dialect == PatternDialect.COMMON) {
            String family = random.nextInt(4) == 0 ? family(random).wireName() + "/" : "";
            boolean isDotted = family.isEmpty() ? random.nextInt(4) == 0 : family.equals("connectivity/");
            return Pattern.of(family + text(random, isDotted ? "." : ":", isDotted, false));
        }
        String text = text(random, ":", false, dialect == PatternDialect.HARNESS);
        return Pattern.of(random.nextInt(8) == 0 ? " " + text : text, dialect);
    }

    static SignalType type(SplittableRandom random) {
        Profile family = family(random);
        String text;
        do {
            StringJoiner words = new StringJoiner(String.valueOf(family.separator()));
            for (int i = random.nextInt(5); i >= 0; i--) {
                words.add(WORDS.get(random.nextInt(WORDS.size())));
            }
            text = random.nextInt(16) == 0 ? words + "\u00a0" : words.toString();
        } while (text.isEmpty());
        return family == Profile.SWARM
                ? SignalType.SWARM.get(random.nextInt(SignalType.SWARM.size()))
                : new SignalType(family, text);
    }

    private static Profile family(SplittableRandom random) {
        return FAMILIES.get(random.nextInt(FAMILIES.size()));
    }

    private static String text(SplittableRandom random, String separator, boolean noDots, boolean isMixed) {
        String text;
        do {
            StringJoiner segments = new StringJoiner(separator);
            for (int i = random.nextInt(5); i >= 0; i--) {
                List<String> of = switch (random.nextInt(isMixed ? 6 : 5)) {
                    case 0, 1, 2 -> WORDS;
                    case 3, 4 -> STARS;
                    default -> MIXED;
                };
                String segment = of.get(random.nextInt(of.size()));
                segments.add(noDots ? segment.replace(".", "") : segment);
            }
            text = segments.toString();
        } while (text.isEmpty());
        return text;
    }

    private static boolean common(String text, SignalType type) {
        String word = text;
        for (Profile profile : Profile.values()) {
            if (text.startsWith(profile.wireName() + "/")) {
                if (profile != type.profile()) {
                    return false;
                }
                word = text.substring(profile.wireName().length() + 1);
            }
        }
        boolean isDotted = type.profile() == Profile.CONNECTIVITY;
        if (isDotted && word.equals(text) && text.contains(":")) {
            return false;
        }
        return common(split(word, isDotted ? '.' : ':'), split(type.text(), isDotted ? '.' : ':'));
    }

    private static boolean common(List<String> pattern, List<String> type) {
        if (pattern.isEmpty()) {
            return type.isEmpty();
        }
        List<String> rest = pattern.subList(1, pattern.size());
        if (pattern.getFirst().equals("**")) {
            return common(rest, type) || (!type.isEmpty() && common(pattern, type.subList(1, type.size())));
        }
        return !type.isEmpty() && (pattern.getFirst().equals("*") || pattern.getFirst().equals(type.getFirst()))
                && common(rest, type.subList(1, type.size()));
    }

    private static boolean durable(String text, String type) {
        List<String> pattern = split(trim(text), ':');
        List<String> segments = split(trim(type), ':');
        if (trim(text).isEmpty() || trim(type).isEmpty() || pattern.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < pattern.size(); i++) {
            if (!pattern.get(i).equals("*") && !pattern.get(i).equals(segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static String trim(String text) {
        return text.replaceAll("^" + BLANK, "").replaceAll(BLANK + "\\z", "");
    }

    private static String expression(String text) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("**", i)) {
                expression.append("[^\\n\\r\\u2028\\u2029]*");
                i++;
            } else if (text.charAt(i) == '*') {
                expression.append("[^:]*");
            } else {
                expression.append(java.util.regex.Pattern.quote(text.substring(i, i + 1)));
            }
        }
        return expression.toString();
    }

    private static List<String> split(String text, char separator) {
        List<String> segments = new ArrayList<>();
        StringBuilder segment = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == separator) {
                segments.add(segment.toString());
                segment.setLength(0);
            } else {
                segment.append(unit);
            }
        }
        segments.add(segment.toString());
        return segments;
    }
}
