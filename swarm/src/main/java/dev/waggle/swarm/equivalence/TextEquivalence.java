package dev.waggle.swarm.equivalence;

import java.util.List;

import dev.waggle.swarm.identity.CanonicalAnswer;

/**
 * Rule for texts that say the same: proposals and findings. Two texts are equal when their canonical forms are, and
 * nothing that {@link MeaningGuard} compares differs. In doubt they are not equal.
 *
 * <p>The canonical form of an English text is made of its clauses ({@link ClauseParser}). Articles, inflection, the
 * place of a condition, passives, number words, units, common synonyms and British spelling make no difference. A text
 * in another language is compared by its characters, without case and final punctuation.
 *
 * <p>Reflexive and symmetric; linear in the texts. A solve replays with this rule, so a change of it, or of its word
 * lists, needs a new {@code LoopVersion}.
 */
public final class TextEquivalence {

    /** Longer texts are compared by their characters. */
    static final int MAX_LENGTH = 20_000;

    private TextEquivalence() {}

    /** True if the two texts say the same by the rule. */
    public static boolean isSame(String one, String other) {
        return keyOf(one).equals(keyOf(other)) && MeaningGuard.difference(one, other).isEmpty();
    }

    /** Key of a text: texts with different keys are not equal, texts with equal ones are unless a guard differs. */
    public static String keyOf(String text) {
        if (text.length() <= MAX_LENGTH) {
            List<TextToken> tokens = TextScanner.scan(text);
            String form = TextLanguage.isEnglish(tokens) ? ClauseParser.canonical(tokens) : words(tokens);
            if (!form.isEmpty()) {
                return (TextLanguage.isEnglish(tokens) ? "en " : "= ") + form;
            }
        }
        return "= " + withoutEnd(CanonicalAnswer.key(text));
    }

    /** Words of a text in another language in their order. */
    private static String words(List<TextToken> tokens) {
        StringBuilder words = new StringBuilder();
        for (TextToken token : tokens) {
            switch (token.kind()) {
                case WORD, NUMBER, CODE -> words.append(token.word().replace("ß", "ss")).append(' ');
                case COMMA -> {}
                case BREAK -> words.append(". ");
            }
        }
        return withoutEnd(words.toString());
    }

    private static String withoutEnd(String key) {
        int end = key.length();
        while (end > 1 && ".!。！ ".indexOf(key.charAt(end - 1)) >= 0) {
            end--;
        }
        return key.substring(0, end);
    }
}
