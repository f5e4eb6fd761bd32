package dev.waggle.connect.llm.family;

import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonValue;

/**
 * Fact about a model, with its source.
 *
 * @param name its name in the table, for example {@code contextTokens}
 * @param value its value; JSON null stands for unknown
 * @param source the document; empty for an unknown fact
 * @param date the date of the document, or the month of its look-up; empty for an unknown fact
 */
public record FamilyFact(String name, JsonValue value, String source, String date) {

    /** Shown for a fact without a source. */
    static final String UNKNOWN = "unknown";

    /** A fact that no source states. */
    static FamilyFact unknown(String name) {
        return new FamilyFact(name, JsonValue.ofNull(), "", "");
    }

    /** True if a source states it. */
    public boolean isKnown() {
        return !(value instanceof JsonValue.Null);
    }

    /** The value for display; {@value #UNKNOWN} without one. */
    public String text() {
        return text(value);
    }

    private static String text(JsonValue value) {
        return switch (value) {
            case JsonValue.Null _ -> UNKNOWN;
            case JsonValue.Bool bool -> bool.value() ? "yes" : "no";
            case JsonValue.Num num -> num.value().toPlainString();
            case JsonValue.Str str -> str.value();
            case JsonValue.Arr arr -> arr.items().stream().map(FamilyFact::text).collect(Collectors.joining(", "));
            case JsonValue.Obj _ -> throw new IllegalStateException("a fact is no object");
        };
    }
}
