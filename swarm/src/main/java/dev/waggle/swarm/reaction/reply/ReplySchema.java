package dev.waggle.swarm.reaction.reply;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * The JSON Schema of a reply. It is flat, with one kind of item and no alternatives, because every provider with
 * structured output can enforce that. The prompt states the fields that a kind needs, and the parser checks them.
 */
public final class ReplySchema {

    private ReplySchema() {}

    /** Builds the schema for an agent that may emit those kinds. */
    public static JsonValue.Obj of(List<ReplyKind> kinds) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("type", words(kinds.stream().map(ReplyKind::wireName).toList()));
        fields.put("confidence", unit());
        fields.put("content", text());
        fields.put("reasoning", text());
        fields.put("target", text());
        fields.put("proposalId", text());
        fields.put("stance", words(names(Payload.Stance.values())));
        fields.put("evidence", text());
        fields.put("relevance", unit());
        fields.put("severity", words(names(Payload.Severity.values())));
        fields.put("alternativeProposal", text());
        fields.put("category", text());
        fields.put("importance", unit());
        fields.put("causalLevel", words(names(CausalLevel.values())));
        JsonValue signals = new JsonObjectBuilder().with("type", "array")
                .with("items", object(fields, List.of("type", "confidence"))).json();
        return object(Map.of("signals", signals), List.of("signals"));
    }

    private static JsonValue.Obj object(Map<String, JsonValue> properties, List<String> required) {
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", properties)
                .withTexts("required", required)
                .with("additionalProperties", false).json();
    }

    private static JsonValue text() {
        return JsonValue.of(Map.of("type", JsonValue.of("string")));
    }

    private static JsonValue unit() {
        return new JsonObjectBuilder().with("type", "number")
                .with("minimum", 0)
                .with("maximum", 1).json();
    }

    private static JsonValue words(List<String> words) {
        return new JsonObjectBuilder().with("type", "string")
                .withTexts("enum", words).json();
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(constant -> constant.name().toLowerCase(Locale.ROOT)).toList();
    }
}
