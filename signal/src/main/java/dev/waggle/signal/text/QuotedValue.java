package dev.waggle.signal.text;

import org.jspecify.annotations.Nullable;

/** Quotes a value for a message: short, and so that it cannot move a cursor or forge a line. */
public final class QuotedValue {

    private static final int MAX_SHOWN = 60;

    private QuotedValue() {}

    public static String of(@Nullable String value) {
        if (value == null) {
            return "null";
        }
        StringBuilder escaped = new StringBuilder("\"");
        value.chars().limit(MAX_SHOWN).forEach(unit -> {
            if (Character.isISOControl(unit)) {
                escaped.append(String.format("\\u%04x", unit));
            } else {
                escaped.append((char) unit);
            }
        });
        return VisibleText.of(escaped.append(value.length() > MAX_SHOWN ? "...\"" : "\"").toString());
    }
}
