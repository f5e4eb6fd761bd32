package dev.waggle.swarm.equivalence;

/**
 * Key of an English word without its inflection: plural, past, participle and gerund, and the British endings
 * {@code -ise} and {@code -our}. It is the first step of Porter's stemmer and the removal of a final e (M. F. Porter,
 * An algorithm for suffix stripping, 1980). Prefixes and derived words stay, so {@code unsafe} is not {@code safe}.
 * Linear in the word.
 */
final class InflectionStemmer {

    /** Shorter words have no inflection to lose. */
    private static final int MIN_LENGTH = 3;

    /** Longer words are identifiers or no words. */
    private static final int MAX_LENGTH = 40;

    /** From this length on a British ending is one: {@code four} and {@code wise} are not. */
    private static final int MIN_BRITISH = 5;

    private InflectionStemmer() {}

    /** Key of a word in lower case; a word with another letter than a to z is its own key. */
    static String stem(String word) {
        boolean isEnglish = word.length() >= MIN_LENGTH && word.length() <= MAX_LENGTH
                && word.chars().allMatch(letter -> letter >= 'a' && letter <= 'z');
        return isEnglish ? withoutEnding(singular(american(word))) : word;
    }

    private static String american(String word) {
        String changed = word.replace("isation", "ization");
        for (String end : new String[] {"ise", "ised", "ises", "ising", "yse", "ysed", "ysing"}) {
            if (changed.length() >= MIN_BRITISH + end.length() - 2 && changed.endsWith(end)) {
                int at = changed.length() - end.length() + 1;
                changed = changed.substring(0, at) + 'z' + changed.substring(at + 1);
            }
        }
        for (String end : new String[] {"our", "ours", "oured", "ouring"}) {
            if (changed.length() >= MIN_BRITISH + end.length() - 2 && changed.endsWith(end)) {
                int at = changed.length() - end.length();
                changed = changed.substring(0, at) + 'o' + changed.substring(at + 2);
            }
        }
        return changed;
    }

    private static String singular(String word) {
        if (word.endsWith("sses") || word.endsWith("xes") || word.endsWith("ches") || word.endsWith("shes")) {
            return word.substring(0, word.length() - (word.endsWith("ches") ? 1 : 2));
        }
        if (word.endsWith("ies") && word.length() > MIN_LENGTH + 1) {
            return word.substring(0, word.length() - 3) + 'y';
        }
        boolean isPlural = word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is");
        return isPlural && word.length() > MIN_LENGTH ? word.substring(0, word.length() - 1) : word;
    }

    private static String withoutEnding(String word) {
        if (word.endsWith("ied") && word.length() > MIN_LENGTH + 1) {
            return word.substring(0, word.length() - 3) + 'y';
        }
        if (word.endsWith("eed")) {
            return measure(word.substring(0, word.length() - 3)) > 0 ? word.substring(0, word.length() - 1) : word;
        }
        String base = word;
        if (word.endsWith("ed") && hasVowel(word, word.length() - 2)) {
            base = restored(word.substring(0, word.length() - 2));
        } else if (word.endsWith("ing") && hasVowel(word, word.length() - 3)) {
            base = restored(word.substring(0, word.length() - 3));
        }
        return withoutFinalE(base);
    }

    private static String restored(String base) {
        if (base.endsWith("at") || base.endsWith("bl") || base.endsWith("iz")) {
            return base + 'e';
        }
        if (base.length() > MIN_LENGTH && isDoubled(base) && "lsz".indexOf(base.charAt(base.length() - 1)) < 0) {
            return base.substring(0, base.length() - 1);
        }
        return measure(base) == 1 && isShort(base) ? base + 'e' : base;
    }

    private static String withoutFinalE(String word) {
        String key = word;
        if (word.endsWith("e")) {
            String base = word.substring(0, word.length() - 1);
            int measure = measure(base);
            key = measure > 1 || (measure == 1 && !isShort(base)) ? base : word;
        }
        return key.endsWith("ll") && measure(key) > 1 ? key.substring(0, key.length() - 1) : key;
    }

    /** Number of changes from a vowel to a consonant. */
    private static int measure(String word) {
        int changes = 0;
        boolean wasVowel = false;
        for (int i = 0; i < word.length(); i++) {
            boolean vowel = isVowel(word, i);
            changes += wasVowel && !vowel ? 1 : 0;
            wasVowel = vowel;
        }
        return changes;
    }

    private static boolean hasVowel(String word, int end) {
        for (int i = 0; i < end; i++) {
            if (isVowel(word, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isVowel(String word, int at) {
        char letter = word.charAt(at);
        return "aeiou".indexOf(letter) >= 0 || (letter == 'y' && at > 0 && "aeiou".indexOf(word.charAt(at - 1)) < 0);
    }

    private static boolean isDoubled(String word) {
        int end = word.length() - 1;
        return end > 0 && word.charAt(end) == word.charAt(end - 1) && !isVowel(word, end);
    }

    /** True if it ends with consonant, vowel and a consonant other than w, x and y, as {@code cod} of {@code coding}. */
    private static boolean isShort(String word) {
        int end = word.length() - 1;
        return end > 1 && !isVowel(word, end) && isVowel(word, end - 1) && !isVowel(word, end - 2)
                && "wxy".indexOf(word.charAt(end)) < 0;
    }
}
