package dev.waggle.swarm.reaction.reply;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * The JSON Schema of a reply. It is flat, with one kind of item and no alternatives, because every provider with
 * structured output can enforce that. The prompt states the fields that a kind needs, and the parser checks them.
 */
public final class ReplySchema {

    /**
     * Name of a proposal. A list of the proposals would change in every round, and with it the part of the request that
     * providers cache.
     */
    private static final String PROPOSAL = "^(P[0-9]+|own)$";

    private ReplySchema() {}

    /** Builds the schema for an agent that may emit those kinds. */
    public static JsonValue.Obj of(List<ReplyKind> kinds) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        fields.with("type", words(kinds.stream().map(ReplyKind::wireName).toList()));
        fields.with("confidence", unit());
        fields.with("content", text());
        fields.with("reasoning", text());
        fields.with("target", text());
        fields.with("proposalId", new JsonObjectBuilder().with("type", "string").with("pattern", PROPOSAL).json());
        fields.with("stance", words(names(Payload.Stance.values())));
        fields.with("evidence", text());
        fields.with("relevance", unit());
        fields.with("severity", words(names(Payload.Severity.values())));
        fields.with("alternativeProposal", text());
        fields.with("category", text());
        fields.with("importance", unit());
        fields.with("causalLevel", words(names(CausalLevel.values())));
        JsonValue signals = new JsonObjectBuilder().with("type", "array")
                .with("items", object(fields.json(), List.of("type", "confidence"))).json();
        return object(new JsonObjectBuilder().with("signals", signals).json(), List.of("signals"));
    }

    private static JsonValue.Obj object(JsonValue.Obj properties, List<String> required) {
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", properties)
                .withTexts("required", required)
                .with("additionalProperties", false).json();
    }

    private static JsonValue text() {
        return new JsonObjectBuilder().with("type", "string").json();
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
