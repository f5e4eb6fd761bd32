package dev.waggle.swarm.reaction.reply;

import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.swarm.reaction.reply.word.NameKey;

/** Text between signals that follow one another: marks, fences, tags, numbers, and the names of types. */
final class SeparatorText {

    /** Longest separator. */
    private static final int MAX_LENGTH = 300;

    private static final Pattern TAG = Pattern.compile("</?[^<>]{1,80}>|\\[/?[A-Za-z_]{1,20}\\]|```[A-Za-z0-9_]{0,12}");
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}]+");
    private static final Set<String> WORDS = Set.of("and", "signal", "signals", "item", "next", "json", "jsonl", "then",
            "my", "a");

    private SeparatorText() {}

    static boolean isSeparator(String between) {
        if (between.length() > MAX_LENGTH) {
            return false;
        }
        String words = NO_WORD.matcher(TAG.matcher(between).replaceAll(" ")).replaceAll(" ").strip();
        for (String word : words.isEmpty() ? new String[0] : words.split(" ")) {
            String plain = NameKey.plain(word);
            if (!WORDS.contains(plain) && ReplyKind.of(plain).isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
