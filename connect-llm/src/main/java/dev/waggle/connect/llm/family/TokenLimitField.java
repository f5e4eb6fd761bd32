package dev.waggle.connect.llm.family;

import java.util.Locale;

/** Field of a chat completion that limits the output. */
public enum TokenLimitField {
    /** The older field, which most compatible servers take. */
    MAX_TOKENS,
    /** The newer field, which reasoning models require. */
    MAX_COMPLETION_TOKENS;

    /** The name in a request, for example {@code max_tokens}. */
    public String fieldName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
