package dev.waggle.swarm.equivalence;

import java.util.List;
import java.util.Set;

import dev.waggle.swarm.equivalence.EnglishWords.WordRole;
import dev.waggle.swarm.equivalence.TextToken.TokenKind;

/** Language of a text, as far as the rule needs it: English, or another one. */
final class TextLanguage {

    private static final Set<String> GERMAN = Set.of("der", "das", "den", "dem", "des", "und", "nicht", "ein", "eine",
            "einen", "einem", "einer", "ist", "sind", "wird", "werden", "für", "mit", "auf", "von", "zu", "zur", "zum",
            "im", "wir", "sollten", "soll", "sollte", "statt", "ohne", "nach", "vor", "bei", "kein", "keine", "nie");
    private static final Set<String> FRENCH = Set.of("le", "la", "les", "des", "du", "et", "est", "une", "un", "pour",
            "avec", "sans", "pas", "ne", "dans", "sur", "nous", "il", "faut", "avant", "après", "au", "aux", "que");
    private static final Set<String> SPANISH = Set.of("el", "los", "las", "y", "es", "una", "para", "con", "por", "que",
            "sin", "del", "al", "se", "debe", "antes", "después", "nunca", "lo", "su");

    private TextLanguage() {}

    /** True if it is written in Latin letters, and not in another language by its function words. */
    static boolean isEnglish(List<TextToken> tokens) {
        boolean isLatin = tokens.stream().flatMapToInt(token -> token.text().codePoints()).filter(Character::isLetter)
                .allMatch(TextLanguage::isLatin);
        if (!isLatin) {
            return false;
        }
        int english = 0;
        int other = 0;
        for (TextToken token : tokens) {
            if (token.kind() == TokenKind.WORD) {
                String word = token.word();
                english += EnglishWords.INSTALLED.role(word) == WordRole.CONTENT ? 0 : 1;
                other += GERMAN.contains(word) || FRENCH.contains(word) || SPANISH.contains(word) ? 1 : 0;
            }
        }
        return other <= english;
    }

    private static boolean isLatin(int letter) {
        Character.UnicodeScript script = Character.UnicodeScript.of(letter);
        return script == Character.UnicodeScript.LATIN || letter == '\u03BC'; // The sign of a millionth is Greek.
    }

    /** True if German function words are the most frequent: there every noun has a capital letter. */
    static boolean isGerman(List<TextToken> tokens) {
        return tokens.stream().filter(token -> GERMAN.contains(token.word())).count() > tokens.stream()
                .filter(token -> token.kind() == TokenKind.WORD
                        && EnglishWords.INSTALLED.role(token.word()) != WordRole.CONTENT)
                .count();
    }
}
