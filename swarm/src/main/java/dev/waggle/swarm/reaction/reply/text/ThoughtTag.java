package dev.waggle.swarm.reaction.reply.text;

import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Tag around the thoughts of a model, in the spellings of several models: {@code <think>}, {@code [THINK]}, {@code
 * ◁think▷} and longer words.
 *
 * @param opens true for the first one of a pair
 * @param end index behind it
 */
record ThoughtTag(boolean opens, int end) {

    /** Longest tag, with attributes. */
    private static final int MAX_LENGTH = 60;

    private static final Set<String> WORDS = Set.of("think", "thinking", "thought", "thoughts", "reasoning",
            "reflection", "scratchpad", "seed:think", "antthinking", "|begin_of_thought|", "|end_of_thought|",
            "|start_thinking|", "|end_thinking|", "inner_monologue", "chain_of_thought");

    /** The tag that begins there; {@code null} when none does. */
    static @Nullable ThoughtTag at(String text, int from) {
        char last = switch (text.charAt(from)) {
            case '<' -> '>';
            case '[' -> ']';
            case '◁' -> '▷';
            default -> 0;
        };
        if (last == 0) {
            return null;
        }
        int limit = Math.min(text.length(), from + MAX_LENGTH);
        for (int i = from + 1; i < limit; i++) {
            char unit = text.charAt(i);
            if (unit == last) {
                return of(text.substring(from + 1, i), last, i + 1);
            }
            if ((unit == '"' && last == ']') || unit == '{' || unit == '<' || unit == '\n') {
                return null;
            }
        }
        return null;
    }

    private static @Nullable ThoughtTag of(String inside, char last, int end) {
        String tag = inside.strip().toLowerCase(Locale.ROOT);
        boolean closes = tag.startsWith("/") || tag.startsWith("|end_");
        String words = tag.startsWith("/") ? tag.substring(1).strip() : tag;
        int blank = words.indexOf(' ');
        boolean hasAttributes = blank > 0 && last == '>' && words.indexOf('=') > blank;
        String word = hasAttributes ? words.substring(0, blank) : words;
        return WORDS.contains(word) && !words.endsWith("/") ? new ThoughtTag(!closes, end) : null;
    }

    /** Index behind the next closing tag before that end; below 0 when there is none. */
    static int closing(String text, int from, int before, WorkCounter work) {
        for (int i = from; i < before; i++) {
            work.add(1);
            char unit = text.charAt(i);
            ThoughtTag tag = unit == '<' || unit == '[' || unit == '◁' ? at(text, i) : null;
            if (tag != null && !tag.opens) {
                return tag.end;
            }
        }
        return -1;
    }
}
