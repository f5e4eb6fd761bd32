package dev.waggle.connect.mcp.client;

import java.util.Comparator;
import java.util.List;

/** Values that no message may hold, also when a server writes them into its own. */
record SecretRedactor(List<String> values) {

    /** Shorter values are words such as {@code yes}: no keys, and found in any text. */
    private static final int MIN_LENGTH = 6;

    /** Longest first, so that nothing remains of a value within another. */
    SecretRedactor {
        values = values.stream().filter(value -> value.length() >= MIN_LENGTH)
                .sorted(Comparator.comparingInt(String::length).reversed()).toList();
    }

    /** The text with dots in their place. */
    String redact(String text) {
        String hidden = text;
        for (String value : values) {
            hidden = hidden.replace(value, "...");
            String behindScheme = value.substring(value.indexOf(' ') + 1);
            hidden = behindScheme.length() >= MIN_LENGTH ? hidden.replace(behindScheme, "...") : hidden;
        }
        return hidden;
    }
}
