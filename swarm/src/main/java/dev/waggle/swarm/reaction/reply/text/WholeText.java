package dev.waggle.swarm.reaction.reply.text;

import org.jspecify.annotations.Nullable;

/** A text that is one JSON text from its first character to its last: an answer that was written as a string. */
public final class WholeText {

    private WholeText() {}

    /** The text inside the quotation marks, without escapes; {@code null} when the text is no such one. */
    public static @Nullable String unquoted(String text, WorkCounter work) {
        String bare = text.strip();
        int last = bare.length() - 1;
        if (last < 2 || bare.charAt(0) != '"' || bare.charAt(last) != '"' || bare.indexOf('\\') < 0) {
            return null;
        }
        StringBuilder out = new StringBuilder();
        int at = 1;
        while (at < last) {
            work.add(1);
            if (bare.charAt(at) == '"') {
                return null;
            }
            if (bare.charAt(at) == '\\') {
                at = TextEscapes.decode(bare, at, out);
            } else {
                out.append(bare.charAt(at++));
            }
        }
        return at == last ? out.toString() : null;
    }
}
