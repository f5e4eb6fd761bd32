package dev.waggle.swarm.reaction.reply.word;

import java.util.Locale;
import java.util.Set;

/** Texts that a model copied from a form instead of filling it: dots, the name of a type, words in angle brackets. */
public final class PlaceholderText {

    private static final Set<String> WORDS = Set.of("string", "text", "number", "float", "boolean", "str", "todo",
            "placeholder", "your text", "your text here", "content", "lorem ipsum");

    private PlaceholderText() {}

    public static boolean isPlaceholder(String text) {
        String bare = text.strip();
        if (bare.isEmpty()) {
            return false;
        }
        String words = bare.toLowerCase(Locale.ROOT);
        return bare.chars().allMatch(unit -> unit == '.' || unit == '…' || unit == ' ') || WORDS.contains(words)
                || isBetween(bare, '<', '>') || (isBetween(bare, '[', ']') && isForm(words))
                || (isBetween(bare, '{', '}') && isForm(words)) || (bare.startsWith("...") && bare.endsWith("..."));
    }

    private static boolean isBetween(String text, char first, char last) {
        return text.length() > 1 && text.charAt(0) == first && text.indexOf(last) == text.length() - 1;
    }

    private static boolean isForm(String words) {
        return words.contains("your ") || words.contains("insert") || words.contains(" here") || words.contains("...");
    }

    /** True for a choice that was copied whole, as {@code agree|disagree}. */
    public static boolean isChoice(String text) {
        return text.indexOf('|') >= 0;
    }
}
