package dev.waggle.swarm.equivalence;

import java.util.Locale;

/**
 * Word, number, identifier or punctuation mark of a text.
 *
 * @param text its characters; an identifier keeps its case
 * @param word the same in lower case; for a number its digits, for a date {@code @2026-03-15}
 * @param kind its kind
 * @param isFirst true at the begin of a sentence, where every word is capitalised
 */
record TextToken(String text, String word, TokenKind kind, boolean isFirst) {

    /** Mark of a date. */
    static final String DATE = "@";

    /** Kinds of tokens. */
    enum TokenKind {
        /** A word in letters. */
        WORD,
        /** A number or a date. */
        NUMBER,
        /** An identifier, path, version or flag. */
        CODE,
        /** A comma. */
        COMMA,
        /** The end of a sentence. */
        BREAK
    }

    static TextToken word(String text, boolean isFirst) {
        return new TextToken(text, text.toLowerCase(Locale.ROOT), TokenKind.WORD, isFirst);
    }

    static TextToken number(String digits) {
        return new TextToken(digits, digits, TokenKind.NUMBER, false);
    }

    boolean is(String other) {
        return kind == TokenKind.WORD && word.equals(other);
    }

    /** True if it names something: an identifier, an acronym, or a capital letter inside a sentence. */
    boolean isName() {
        return switch (kind) {
            case CODE -> true;
            case WORD -> isAcronym()
                    || (!isFirst && Character.isUpperCase(text.codePointAt(0)));
            case NUMBER, COMMA, BREAK -> false;
        };
    }

    private boolean isAcronym() {
        return text.length() > 1 && text.chars().allMatch(Character::isUpperCase);
    }
}
