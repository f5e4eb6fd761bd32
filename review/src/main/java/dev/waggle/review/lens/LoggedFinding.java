package dev.waggle.review.lens;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.review.RunParameters;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.runlog.LensFacts;

/**
 * Finding as a fact of the log, recorded in a journal or made in a replay. Its form is {@code lens:finding}. Two are
 * equal when they state the same, to the last digit.
 *
 * @param facts lens, kind, and the fields of that kind
 * @param because the reason; empty for none
 */
public record LoggedFinding(Map<String, JsonValue> facts, String because) {

    /** A finding of a replay, as the journal would state it. */
    public static LoggedFinding of(Finding finding) {
        return of(LensFacts.found(finding));
    }

    /** A finding of a journal. */
    public static LoggedFinding of(Payload.Open body) {
        return new LoggedFinding(body.data() instanceof JsonValue.Obj(var fields) ? fields : Map.of(),
                body.summary() == null ? "" : body.summary());
    }

    /** The name of the lens; empty when the journal does not state it. */
    public String lens() {
        return RunParameters.text(facts, "lens").orElse("");
    }

    /** The kind, the fields of that kind and the reason, with numbers in that form. */
    public String words(Function<BigDecimal, String> numbers) {
        Map<String, JsonValue> own = new LinkedHashMap<>(facts);
        own.remove("lens");
        own.remove("finding");
        String details = own.values().stream().map(value -> words(value, numbers)).filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
        return RunParameters.text(facts, "finding").orElse("something") + (details.isEmpty() ? "" : " " + details)
                + (because.isEmpty() ? "" : ": " + because);
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
