package dev.waggle.signal.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Set of secrets that are masked in text from outside, such as the answer of a model. It holds the values as they are,
 * without the word of their scheme ({@code Bearer}, {@code Basic}), and as an address encodes them.
 *
 * <p>A value is a secret from 8 characters if it has a letter and a digit, and from 20 characters otherwise. Shorter
 * values, and plain words, occur in ordinary text. Blanks divide a value into words, each of which obeys this rule. Of
 * addresses the user and the password count only, and paths do not count, because tools write them in their results. The
 * beginning of a secret is masked too, from half of its length and 12 characters. Immutable.
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

    /** A set without secrets. */
    public static final SecretSet NONE = new SecretSet(Set.of());

    /** Path of a file system with at least two names. */
    private static final String PATH = "(~|\\.{1,2}|[A-Za-z]:)?([/\\\\][\\w .-]+){2,}[/\\\\]?";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String UNRESERVED = "-._~";

    private final List<String> secrets;
    private final BitSet firsts = new BitSet();

    private SecretSet(Set<String> secrets) {
        this.secrets = List.copyOf(secrets);
        this.secrets.forEach(secret -> firsts.set(secret.charAt(0)));
    }

    /** Returns the set of these values, without those that are too short or too plain. */
    public static SecretSet of(Collection<String> values) {
        Set<String> all = new LinkedHashSet<>();
        for (String value : values) {
            for (String word : value.strip().split("\\s+", -1)) {
                parts(word).filter(SecretSet::isSecret).forEach(secret -> {
                    all.add(secret);
                    all.add(encoded(secret));
                });
            }
        }
        return all.isEmpty() ? NONE : new SecretSet(all);
    }

    /** Returns the set of these and those secrets. */
    public SecretSet with(Collection<String> values) {
        List<String> all = new ArrayList<>(secrets);
        all.addAll(values);
        return of(all);
    }

    /** Returns true if no secret is masked. */
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

    /** The word as an address holds it (RFC 3986, section 2.1); a secret is ASCII. */
    private static String encoded(String word) {
        StringBuilder encoded = new StringBuilder();
        for (int at = 0; at < word.length(); at++) {
            char unit = word.charAt(at);
            if (Character.isLetterOrDigit(unit) || UNRESERVED.indexOf(unit) >= 0) {
                encoded.append(unit);
            } else {
                encoded.append('%').append(HEX.toHexDigits((byte) unit));
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
                int masked = set.firsts.get(held.charAt(at)) ? set.lengthAt(held, at, isEnd) : 0;
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

    /** Length of the secret, or of its masked beginning, at a place. It is 0 for none, and -1 if more of the text decides. */
    private int lengthAt(CharSequence text, int at, boolean isEnd) {
        int longest = 0;
        for (String secret : secrets) {
            int length = common(text, at, secret);
            boolean isOpen = at + length == text.length() && length < secret.length();
            if (isOpen && !isEnd) {
                return -1;
            }
            if (length == secret.length() || length >= Math.max(MIN_BEGINNING, (secret.length() + 1) / 2)) {
                longest = Math.max(longest, length);
            }
        }
        return longest;
    }

    private static int common(CharSequence text, int at, String secret) {
        int length = 0;
        while (length < secret.length() && at + length < text.length()
                && text.charAt(at + length) == secret.charAt(length)) {
            length++;
        }
        return length;
    }
}
