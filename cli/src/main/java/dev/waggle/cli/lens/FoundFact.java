package dev.waggle.cli.lens;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.Table;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.fact.LensFacts;
import dev.waggle.swarm.lens.Finding;

/**
 * A finding as a {@code lens:finding} states it: recorded in a journal, or made here. Two are the same when they say
 * the same, whoever made them.
 *
 * @param lens the name of the lens
 * @param summary kind, what the kind has of its own, and why, in one safe line
 * @param rounded the summary with two decimals
 * @param text what it says to the last digit, to be compared
 */
record FoundFact(String lens, String summary, String rounded, String text) {

    /** That nothing was found. */
    static final FoundFact NOTHING = new FoundFact("", "", "", "");

    private static final int LONGEST = 200;

    static FoundFact of(Finding finding) {
        return of(LensFacts.found(finding));
    }

    static FoundFact of(Payload.Open body) {
        Map<String, JsonValue> facts = body.data() instanceof JsonValue.Obj(var fields) ? fields : Map.of();
        String because = body.summary() == null ? "" : body.summary();
        Map<String, JsonValue> own = new LinkedHashMap<>(facts);
        own.remove("lens");
        own.remove("finding");
        String kind = OpenedRun.text(facts, "finding").orElse("something");
        return new FoundFact(OpenedRun.text(facts, "lens").orElse(""),
                summary(kind, own, because, BigDecimal::toString),
                summary(kind, own, because, number -> FigureText.twoDecimals(number.doubleValue())),
                JsonText.write(JsonValue.of(List.of(JsonValue.of(facts), JsonValue.of(because)))));
    }

    private static String summary(String kind, Map<String, JsonValue> own, String because,
            Function<BigDecimal, String> numbers) {
        String details = own.values().stream().map(value -> words(value, numbers)).filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
        return Table.clip(kind + (details.isEmpty() ? "" : " " + details) + (because.isEmpty() ? "" : ": " + because),
                LONGEST);
    }

    private static String words(JsonValue value, Function<BigDecimal, String> numbers) {
        return switch (value) {
            case JsonValue.Str(String text) -> text;
            case JsonValue.Num(var number) -> numbers.apply(number);
            case JsonValue.Bool(boolean truth) -> String.valueOf(truth);
            case JsonValue.Arr(var items) -> items.stream().map(item -> words(item, numbers))
                    .collect(Collectors.joining(", "));
            case JsonValue.Obj(var fields) -> fields.entrySet().stream()
                    .map(field -> field.getKey() + " " + words(field.getValue(), numbers))
                    .collect(Collectors.joining(", "));
            case JsonValue.Null() -> "";
        };
    }
}
