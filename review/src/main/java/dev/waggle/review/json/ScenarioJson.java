package dev.waggle.review.json;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.whatif.ScenarioEnding;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteScenario;
import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Scenarios and their outcomes as JSON: a scenario is the body of a what-if request. */
final class ScenarioJson {

    private ScenarioJson() {}

    /** The body of a request; parts that stay as they were are absent. */
    static JsonValue.Obj of(VoteScenario scenario) {
        JsonObjectBuilder fields = new JsonObjectBuilder().withPresent("strategy", scenario.strategy())
                .withPresent("threshold", scenario.threshold())
                .withPresent("quorum", scenario.minVoters() == null ? null : JsonValue.of(scenario.minVoters()));
        if (!scenario.without().isEmpty()) {
            fields.withTexts("without", scenario.without().stream().sorted().toList());
        }
        if (!scenario.changes().isEmpty()) {
            fields.with("votes", scenario.changes().stream().map(ScenarioJson::change).toList());
        }
        if (!scenario.weights().isEmpty()) {
            Map<String, JsonValue> weights = new TreeMap<>();
            scenario.weights().forEach((agent, factor) -> weights.put(agent, JsonValue.of(factor)));
            fields.with("weights", weights);
        }
        return fields.json();
    }

    private static JsonValue change(ChangedVote change) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("agent", change.agent())
                .with("proposal", change.proposal());
        return change.stance() == null
                ? fields.with("remove", true).json()
                : fields.with("stance", StanceJson.word(change.stance())).json();
    }

    /** The outcome in a scenario of a run. */
    static JsonValue.Obj outcome(VoteOutcome outcome, RunDecision decision) {
        return new JsonObjectBuilder().with("decided", outcome.decided())
                .with("winner", outcome.winner())
                .with("leader", outcome.leader())
                .with("agreement", outcome.agreement())
                .with("confidence", outcome.probability())
                .withAll(ending(decision.endingOf(outcome))).json();
    }

    /** An ending, with its reason when it is open. */
    static JsonValue.Obj ending(ScenarioEnding ending) {
        return new JsonObjectBuilder().with("ending", ending.word()).withPresent("endingReason", ending.reason())
                .json();
    }

    /** Ids of the proposals of a run, in the order of their standing. */
    static List<String> proposals(RunDecision decision) {
        return decision.recount().result().standings().stream().map(standing -> standing.proposal().id()).toList();
    }
}
