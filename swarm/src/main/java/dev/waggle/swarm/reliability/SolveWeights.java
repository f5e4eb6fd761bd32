package dev.waggle.swarm.reliability;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Weights that a solve reads once, together, before its first round.
 *
 * @param panels those for votes of the whole panel
 * @param firstAnswers those for votes of a part of it; the same if no agents are spared
 */
public record SolveWeights(LearnedWeights panels, LearnedWeights firstAnswers) {

    /** The weights before any outcome. */
    public static final SolveWeights NONE = of(LearnedWeights.NONE);

    private static final String PANELS = "panels";
    private static final String FIRST_ANSWERS = "firstAnswers";

    /** Weights of a solve that spares nobody. */
    public static SolveWeights of(LearnedWeights panels) {
        return new SolveWeights(panels, panels);
    }

    /** The weights as JSON: those of {@link LearnedWeightsJson}, or an object with both if they differ. */
    public JsonValue toJson() {
        return panels.equals(firstAnswers) ? LearnedWeightsJson.of(panels)
                : new JsonObjectBuilder().with(PANELS, LearnedWeightsJson.of(panels))
                        .with(FIRST_ANSWERS, LearnedWeightsJson.of(firstAnswers)).json();
    }

    /**
     * Reads the output of {@link #toJson}.
     *
     * @throws IllegalArgumentException when it is something else; the message begins with the path of the field
     */
    public static SolveWeights read(JsonValue json) {
        if (!(json instanceof JsonValue.Obj object) || !object.fields().containsKey(PANELS)) {
            return of(LearnedWeightsJson.read(json));
        }
        JsonObjectReader both = JsonObjectReader.root("learned weights", json);
        SolveWeights weights = new SolveWeights(LearnedWeightsJson.read(both.value(PANELS)),
                LearnedWeightsJson.read(both.value(FIRST_ANSWERS)));
        both.rejectUnknownFields();
        return weights;
    }
}
