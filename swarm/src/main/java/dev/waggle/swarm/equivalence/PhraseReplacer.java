package dev.waggle.swarm.equivalence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.waggle.swarm.equivalence.EnglishWords.WordPhrase;
import dev.waggle.swarm.equivalence.TextToken.TokenKind;
import org.jspecify.annotations.Nullable;

/** Replaces phrases of several words by those that mean the same, and removes preambles. Linear in the tokens. */
final class PhraseReplacer {

    private static final EnglishWords ENGLISH = EnglishWords.INSTALLED;

    private PhraseReplacer() {}

    /** The tokens without preambles, and with phrases replaced. */
    static List<TextToken> replace(List<TextToken> tokens) {
        List<TextToken> changed = new ArrayList<>(tokens.size());
        boolean begins = true;
        int from = 0;
        while (from < tokens.size()) {
            String stem = stem(tokens, from);
            if (isDeed(tokens, from, stem)) {
                from += 2;
                changed.add(tokens.get(from));
                from += 2;
                begins = false;
                continue;
            }
            int preamble = begins ? match(tokens, from, ENGLISH.preambles(stem)) : 0;
            WordPhrase phrase = preamble > 0 ? null : phrase(tokens, from, ENGLISH.phrases(stem));
            if (preamble > 0) {
                from += preamble;
            } else if (phrase == null) {
                begins = tokens.get(from).kind() == TokenKind.BREAK;
                changed.add(tokens.get(from));
                from++;
            } else {
                begins = false;
                String first = tokens.get(from).text();
                phrase.replacement().forEach(word -> changed.add(replacement(word, first)));
                from += phrase.keys().size();
            }
        }
        return changed;
    }

    /** True for "perform a review of", which is "review". */
    private static boolean isDeed(List<TextToken> tokens, int from, String stem) {
        boolean isDoing = stem.equals("perform") || stem.equals("conduct") || stem.equals("do");
        return isDoing && from + 3 < tokens.size() && (tokens.get(from + 1).is("a") || tokens.get(from + 1).is("an"))
                && tokens.get(from + 2).kind() == TokenKind.WORD && !tokens.get(from + 2).isName()
                && tokens.get(from + 3).is("of");
    }

    /** Word of a phrase; its text is the first word, so that "rolled back" stays a participle. */
    private static TextToken replacement(String word, String first) {
        return Character.isDigit(word.charAt(0)) ? TextToken.number(word)
                : new TextToken(first.toLowerCase(Locale.ROOT), word, TokenKind.WORD, false);
    }

    private static int match(List<TextToken> tokens, int from, List<WordPhrase> candidates) {
        return candidates.stream().filter(phrase -> isAt(tokens, from, phrase)).findFirst()
                .map(phrase -> phrase.keys().size()).orElse(0);
    }

    private static @Nullable WordPhrase phrase(List<TextToken> tokens, int from,
            List<WordPhrase> candidates) {
        return candidates.stream().filter(phrase -> isAt(tokens, from, phrase)).findFirst().orElse(null);
    }

    private static boolean isAt(List<TextToken> tokens, int from, WordPhrase phrase) {
        for (int i = 0; i < phrase.keys().size(); i++) {
            if (!phrase.keys().get(i).equals(stem(tokens, from + i))) {
                return false;
            }
        }
        return true;
    }

    private static String stem(List<TextToken> tokens, int index) {
        if (index >= tokens.size()) {
            return "";
        }
        TextToken token = tokens.get(index);
        return switch (token.kind()) {
            case WORD -> ENGLISH.baseOf(token.word());
            case NUMBER -> token.word();
            case CODE, COMMA, BREAK -> "";
        };
    }
}
