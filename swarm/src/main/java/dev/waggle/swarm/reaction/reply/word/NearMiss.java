package dev.waggle.swarm.reaction.reply.word;

import java.util.List;
import java.util.Set;

/**
 * Comparison of names that differ by a slip: one character, or one word part. A slip in a number or in a negation is
 * another meaning, except in the digest at the end of an id. The cost is the length of the names.
 */
final class NearMiss {

    /** Shortest name in which a slip is recognized. */
    private static final int MIN_LENGTH = 6;

    /** Longest name in which a slip is looked for. */
    private static final int MAX_LENGTH = 300;

    /** Fewest word parts of a name that may lack one. */
    private static final int MIN_PARTS = 3;

    private static final Set<String> NEGATIONS = Set.of("not", "no", "never", "without", "dont", "don", "t", "nicht",
            "kein", "keine", "ohne", "nie", "pas", "sans", "non", "sin", "nunca", "не", "без", "un", "stop", "against");

    private NearMiss() {}

    /**
     * True if the two differ by one slip at most.
     *
     * @param name word parts with dashes between them
     * @param known as the name
     * @param digest the last word part of the known one if that is a digest, else an empty text
     */
    static boolean isNear(String name, String known, String digest) {
        if (name.length() < MIN_LENGTH || name.length() > MAX_LENGTH || known.length() > MAX_LENGTH) {
            return false;
        }
        return isCharacterApart(name, known, known.length() - digest.length())
                || isPartApart(List.of(name.split("-")), List.of(known.split("-")), digest);
    }

    private static boolean isCharacterApart(String name, String known, int digestAt) {
        int shorter = Math.min(name.length(), known.length());
        int longer = Math.max(name.length(), known.length());
        int first = 0;
        while (first < shorter && name.charAt(first) == known.charAt(first)) {
            first++;
        }
        int last = 0;
        while (last < shorter - first && name.charAt(name.length() - 1 - last) == known.charAt(known.length() - 1
                - last)) {
            last++;
        }
        int apart = longer - first - last;
        boolean isSwap = apart == 2 && name.length() == known.length() && name.charAt(first) == known.charAt(first + 1)
                && name.charAt(first + 1) == known.charAt(first);
        if (longer - shorter > 1 || (apart > 1 && !isSwap)) {
            return false;
        }
        boolean isInDigest = first >= digestAt && digestAt < known.length();
        return isInDigest || (hasNoDigit(name, first, name.length() - last) && hasNoDigit(known, first, known.length()
                - last));
    }

    private static boolean hasNoDigit(String text, int from, int to) {
        return text.substring(from, Math.max(from, to)).chars().noneMatch(Character::isDigit);
    }

    private static boolean isPartApart(List<String> name, List<String> known, String digest) {
        List<String> shorter = name.size() <= known.size() ? name : known;
        List<String> longer = name.size() <= known.size() ? known : name;
        if (shorter.size() < MIN_PARTS || longer.size() - shorter.size() > 1) {
            return false;
        }
        int first = 0;
        while (first < shorter.size() && shorter.get(first).equals(longer.get(first))) {
            first++;
        }
        int last = 0;
        while (last < shorter.size() - first && shorter.get(shorter.size() - 1 - last).equals(longer.get(longer.size()
                - 1 - last))) {
            last++;
        }
        if (longer.size() - first - last != 1) {
            return false;
        }
        boolean isReplaced = shorter.size() == longer.size();
        boolean hasDigest = !digest.isEmpty() && name.getLast().equals(digest);
        boolean isDigest = !digest.isEmpty() && first == known.size() - 1 && isReplaced;
        return isDigest || (isFreeOfMeaning(longer.get(first)) && (!isReplaced || (hasDigest
                && isFreeOfMeaning(shorter.get(first)))));
    }

    private static boolean isFreeOfMeaning(String part) {
        return !NEGATIONS.contains(part) && part.chars().noneMatch(Character::isDigit);
    }
}
