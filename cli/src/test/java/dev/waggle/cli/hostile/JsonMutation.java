package dev.waggle.cli.hostile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Seeded changes of a JSON text: values of other types, keys, nesting, numbers, bytes, and secrets in odd places. */
final class JsonMutation {

    /** Part of every secret in a text; no message may hold it. */
    static final String SECRET = "hidden-0123456789";

    private static final Pattern KEY = Pattern.compile("\"([^\"]*)\"\\s*:");

    /** The value of a key: a text, a number, a word, or the beginning of an object or an array. */
    private static final Pattern VALUE = Pattern.compile(
            "(?<=:)\\s*(\"(?:[^\"\\\\]++|\\\\.)*+\"|[-0-9.eE+]+|true|false|null)");

    private static final List<String> VALUES = List.of("null", "true", "0", "-1", "1e309", "1e-400", "0.5",
            "1" + "0".repeat(400), "1e999999999", "-1e999999999", "99999999999999999999", "9".repeat(1_500), "\"\"",
            "\" \"", "[]", "{}", "[1]", "[[]]", "{\"a\": 1}", "[".repeat(300) + "]".repeat(300), "[".repeat(100_000),
            "{\"a\":".repeat(50_000), "\"\\u0000\"", "\"\\ud800\"", "\"\\u202e\\u001b[31m\"", "\"\u202e\"",
            "\"\ufeff\"",
            "\"" + "x".repeat(100_000) + "\"", "\"a:b\"", "\":\"", "\"${\"", "\"${A B}\"", "\"${WAGGLE_NO_SUCH}\"",
            "\"sk-" + SECRET + "\"", "[\"sk-" + SECRET + "\"]", "\"Bearer sk-" + SECRET + "\"",
            "\"http://ada:sk-" + SECRET + "@127.0.0.1:1/\"", "\"http://127.0.0.1:1/?key=sk-" + SECRET + "\"",
            "\"http://127.0.0.1:99999/\"", "\"file:///nowhere\"", "\"http://[\"", "'x'", "x", "NaN", "0x10", "01", ".5",
            "\"\t\"", "\"line\nline\"", "/* x */ 1", "undefined");

    private static final String LETTERS = "{}[]\",:\\ \n\t\0\u001b\u00a0\u2028\ufeff0aé";

    private static final List<String> UNKNOWN = List.of("apiKey", "key", "token", "password", "sk-x", "",
            "__proto__", "baseURL", "base_url", "\\u0000", "\\ud800", "x".repeat(5_000));

    private final Random random;

    JsonMutation(long seed) {
        random = new Random(seed);
    }

    /** The text after one to three changes, as bytes. */
    byte[] of(String text) {
        String changed = text;
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            changed = change(changed);
        }
        return bytes(changed);
    }

    private String change(String text) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> replaced(text, VALUE, 1, pick(VALUES));
            case 4 -> misspelled(text);
            case 5 -> doubled(text);
            case 6 -> text.substring(0, random.nextInt(text.length() + 1));
            case 7 -> inserted(text, String.valueOf(LETTERS.charAt(random.nextInt(LETTERS.length()))));
            case 8 -> unknown(text);
            default -> text.isEmpty() ? text : cut(text);
        };
    }

    private String replaced(String text, Pattern pattern, int group, String by) {
        List<MatchResult> found = pattern.matcher(text).results().toList();
        if (found.isEmpty()) {
            return text;
        }
        MatchResult one = found.get(random.nextInt(found.size()));
        return text.substring(0, one.start(group)) + by + text.substring(one.end(group));
    }

    private String misspelled(String text) {
        List<MatchResult> keys = KEY.matcher(text).results().toList();
        if (keys.isEmpty()) {
            return text;
        }
        MatchResult key = keys.get(random.nextInt(keys.size()));
        String name = key.group(1);
        String wrong = switch (random.nextInt(4)) {
            case 0 -> name + "x";
            case 1 -> name.isEmpty() ? "x" : name.substring(1);
            case 2 -> name.toUpperCase(Locale.ROOT);
            default -> name.replace('e', '\u0435'); // A Cyrillic letter of the same shape.
        };
        return text.substring(0, key.start(1)) + wrong + text.substring(key.end(1));
    }

    private String doubled(String text) {
        Matcher field = Pattern.compile("\"[^\"]*\"\\s*:\\s*(\"[^\"]*\"|[0-9.]+|true|false)").matcher(text);
        List<MatchResult> found = field.results().toList();
        if (found.isEmpty()) {
            return text;
        }
        MatchResult one = found.get(random.nextInt(found.size()));
        return text.substring(0, one.end()) + ", " + one.group() + text.substring(one.end());
    }

    private String unknown(String text) {
        int open = text.indexOf('{', random.nextInt(text.length() + 1));
        return open < 0 ? text
                : text.substring(0, open + 1) + '"' + pick(UNKNOWN) + "\": \"sk-" + SECRET + "\", "
                        + text.substring(open + 1);
    }

    private String inserted(String text, String part) {
        int at = random.nextInt(text.length() + 1);
        return text.substring(0, at) + part + text.substring(at);
    }

    private String cut(String text) {
        int at = random.nextInt(text.length());
        return text.substring(0, at) + text.substring(Math.min(text.length(), at + 1 + random.nextInt(20)));
    }

    private byte[] bytes(String text) {
        return switch (random.nextInt(20)) {
            case 0 -> ("\ufeff" + text).getBytes(StandardCharsets.UTF_8);
            case 1 -> text.getBytes(StandardCharsets.UTF_16);
            case 2 -> {
                byte[] broken = text.getBytes(StandardCharsets.UTF_8);
                if (broken.length > 0) {
                    broken[random.nextInt(broken.length)] = (byte) 0xc3;
                }
                yield broken;
            }
            case 3 -> Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), text.length() + 100);
            default -> text.getBytes(StandardCharsets.UTF_8);
        };
    }

    private String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
