package dev.waggle.swarm.reaction.reply.text;

import java.util.Locale;

/** Correction of the syntax of a text that is not JSON. */
public enum SyntaxMend {
    BRACKETS,
    CAPITALS,
    COLONS,
    COMMAS,
    COMMENTS,
    ESCAPES,
    LINES,
    NAMES,
    QUOTES,
    WORDS;

    /** The name in messages. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
