package dev.waggle.signal.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Set of secrets that are masked in text from outside, such as the answer of a model. It holds the values as they are,
 * without the word of their scheme ({@code Bearer}, {@code Basic}), and as an address encodes them.
 *
 * <p>A value is a secret from 8 characters if it has a letter and a digit, and from 20 characters otherwise. Shorter
 * values, and plain words, occur in ordinary text. Blanks divide a value into words, each of which obeys this rule. Of
 * addresses the user and the password count only, and paths do not count, because tools write them in their results. The
 * beginning of a secret is masked too, from half of its length and 12 characters. Characters may be written as JSON
 * escapes, because a reply may be JSON.
 *
 * <p>Error messages have a stricter rule, because they quote a refused key and are no result. Each value counts from 6
 * characters, whatever it holds, and so does its part behind the word of its scheme. Of values longer than 8 characters
 * that are no path and no address, each word that begins with their first 8 characters is masked. Immutable.
 */
public final class SecretSet {

    /** Replacement of a secret. */
    public static final String MASK = "(key)";

    /** Shortest secret with a letter and a digit, in characters. */
    public static final int MIN_LENGTH = 8;

    /** Shortest secret without a letter or without a digit, in characters. */
    public static final int MIN_PLAIN_LENGTH = 20;

    /** Shortest beginning of a secret that is masked, in characters; also at least half of the secret. */
    public static final int MIN_BEGINNING = 12;

    /** Shortest value that is masked in error messages, in characters; shorter ones are words such as "yes". */
    public static final int MIN_LENGTH_IN_ERRORS = 6;

    /** Beginning of a word that is masked in error messages; servers quote it and cover the rest of a key. */
    private static final int BEGINNING_IN_ERRORS = 8;

    /** A set without secrets. */
    public static final SecretSet NONE = new SecretSet(List.of(), Set.of());

    /** Path of a file system with at least two names. */
    private static final String PATH = "(~|\\.{1,2}|[A-Za-z]:)?([/\\\\][\\w .-]+){2,}[/\\\\]?";
    private static final String REST_OF_WORD = "[^\\s\"'<>&]*";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int HEX_RADIX = 16;
    private static final char ESCAPE = '\\';
    private static final String UNRESERVED = "-._~";

    /** The values as they were given, the longest first, so that nothing remains of a value within another. */
    private final List<String> values;
    private final List<String> secrets;
    private final BitSet firsts = new BitSet();

    private SecretSet(Collection<String> values, Set<String> secrets) {
        this.values = values.stream().distinct().sorted(Comparator.comparingInt(String::length).reversed()).toList();
        this.secrets = List.copyOf(secrets);
        this.secrets.forEach(secret -> firsts.set(secret.charAt(0)));
    }

    /** Returns the set of these values, without those that are too short or too plain. */
    public static SecretSet of(Collection<String> values) {
        List<String> given = values.stream().map(String::strip).filter(value -> value.length() >= MIN_LENGTH_IN_ERRORS)
                .toList();
        Set<String> all = new LinkedHashSet<>();
        for (String value : given) {
            for (String word : value.split("\\s+", -1)) {
                parts(word).filter(SecretSet::isSecret).forEach(secret -> {
                    all.add(secret);
                    all.add(encoded(secret));
                });
            }
        }
        return given.isEmpty() ? NONE : new SecretSet(given, all);
    }

    /** Returns the set of these and those secrets. */
    public SecretSet with(Collection<String> more) {
        List<String> all = new ArrayList<>(values);
        all.addAll(more);
        return of(all);
    }

    /** Returns the values as they were given, for a set in another module; never for a text. */
    public List<String> values() {
        return values;
    }

    /** Returns true if no secret is masked in text from outside; error messages may mask short or plain values. */
    public boolean isEmpty() {
        return secrets.isEmpty();
    }

    /** Returns the text with a mask for each secret. */
    public String mask(String text) {
        if (isEmpty()) {
            return text;
        }
        PieceMask whole = new PieceMask(this);
        return whole.next(text) + whole.end();
    }

    /** Returns an error message with a mask for each secret, under the stricter rule. */
    public String maskError(String message) {
        String masked = message;
        for (String value : values) {
            masked = maskValue(masked, value);
            String behindScheme = value.substring(value.indexOf(' ') + 1).strip();
            if (behindScheme.length() >= MIN_LENGTH_IN_ERRORS) {
                masked = maskValue(masked, behindScheme);
            }
        }
        return mask(masked);
    }

    private static String maskValue(String message, String value) {
        String masked = message.replace(value, MASK).replace(encoded(value), MASK);
        boolean isKey = value.length() > BEGINNING_IN_ERRORS && !value.contains("://") && !value.matches(PATH);
        return isKey
                ? masked.replaceAll(Pattern.quote(value.substring(0, BEGINNING_IN_ERRORS)) + REST_OF_WORD, MASK)
                : masked;
    }

    /** Returns a mask for one text that comes in pieces. */
    public PieceMask pieces() {
        return new PieceMask(this);
    }

    /** The parts of a word that may be secrets: of an address its user and password, of a path none, else all of it. */
    private static Stream<String> parts(String word) {
        int begin = word.indexOf("://");
        if (begin < 0) {
            return word.matches(PATH) ? Stream.of() : Stream.of(word);
        }
        int end = word.lastIndexOf('@');
        if (end < begin) {
            return Stream.of();
        }
        String user = word.substring(begin + "://".length(), end);
        return Stream.of(user, user.substring(user.indexOf(':') + 1));
    }

    private static boolean isSecret(String word) {
        boolean isMixed = word.chars().anyMatch(Character::isLetter) && word.chars().anyMatch(Character::isDigit);
        return word.length() >= (isMixed ? MIN_LENGTH : MIN_PLAIN_LENGTH);
    }

    /** The word as an address holds it (RFC 3986, section 2.1). */
    private static String encoded(String word) {
        StringBuilder encoded = new StringBuilder();
        for (byte unit : word.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = unit >= 0 && (Character.isLetterOrDigit(unit) || UNRESERVED.indexOf(unit) >= 0);
            if (isPlain) {
                encoded.append((char) unit);
            } else {
                encoded.append('%').append(HEX.toHexDigits(unit));
            }
        }
        return encoded.toString();
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "SecretSet[" + secrets.size() + "]";
    }

    /**
     * Mask for one text that comes in pieces. It holds back what may be the beginning of a secret until the next piece.
     * The joined pieces are the mask of the whole text. Owned by one thread.
     */
    public static final class PieceMask {

        private final SecretSet set;
        private final StringBuilder held = new StringBuilder();

        private PieceMask(SecretSet set) {
            this.set = set;
        }

        /** Returns what can be shown after another piece; may be empty. */
        public String next(String piece) {
            if (set.isEmpty()) {
                return piece;
            }
            held.append(piece);
            return release(false);
        }

        /** Returns the rest at the end of the text. */
        public String end() {
            return release(true);
        }

        private String release(boolean isEnd) {
            StringBuilder shown = new StringBuilder();
            int at = 0;
            while (at < held.length()) {
                int masked = set.mayBegin(held.charAt(at)) ? set.lengthAt(held, at, isEnd) : 0;
                if (masked < 0) {
                    break;
                }
                shown.append(masked == 0 ? held.substring(at, at + 1) : MASK);
                at += Math.max(1, masked);
            }
            held.delete(0, at);
            return shown.toString();
        }
    }

    private boolean mayBegin(char first) {
        return first == ESCAPE || firsts.get(first);
    }

    /** Length of the secret, or of its masked beginning, at a place. It is 0 for none, and -1 if more of the text decides. */
    private int lengthAt(CharSequence text, int at, boolean isEnd) {
        int longest = 0;
        for (String secret : secrets) {
            int known = 0;
            int length = 0;
            int next = unitLength(text, at, secret.charAt(0));
            while (next > 0) {
                known++;
                length += next;
                next = known == secret.length() ? 0 : unitLength(text, at + length, secret.charAt(known));
            }
            if (next < 0 && !isEnd) {
                return -1;
            }
            if (known == secret.length() || known >= Math.max(MIN_BEGINNING, (secret.length() + 1) / 2)) {
                longest = Math.max(longest, length);
            }
        }
        return longest;
    }

    /**
     * Length of a character of a secret at a place: 1, or more if JSON escapes it there (RFC 8259, section 7). The text
     * may be JSON that is read later. It is 0 if another character is there, and -1 if the text ends before.
     */
    private static int unitLength(CharSequence text, int at, char wanted) {
        int left = text.length() - at;
        if (left <= 0) {
            return -1;
        }
        if (text.charAt(at) == wanted) {
            return 1;
        }
        if (text.charAt(at) != ESCAPE) {
            return 0;
        }
        if (left == 1) {
            return -1;
        }
        if (text.charAt(at + 1) != 'u') {
            return text.charAt(at + 1) == wanted ? 2 : 0;
        }
        String digits = HEX.toHexDigits(wanted);
        for (int i = 0; i < digits.length(); i++) {
            if (left <= 2 + i) {
                return -1;
            }
            if (Character.digit(text.charAt(at + 2 + i), HEX_RADIX) != Character.digit(digits.charAt(i), HEX_RADIX)) {
                return 0;
            }
        }
        return 2 + digits.length();
    }
}
