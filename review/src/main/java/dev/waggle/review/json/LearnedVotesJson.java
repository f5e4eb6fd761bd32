package dev.waggle.review.json;

import java.util.Optional;

import dev.waggle.review.explain.LearnedVotes;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.reliability.LearnedWeights;

/** Learned weights of the voters as JSON, with their parts of the leading proposal. */
final class LearnedVotesJson {

    private LearnedVotesJson() {}

    static JsonValue of(Optional<LearnedVotes> learned) {
        return learned.<JsonValue>map(LearnedVotesJson::json).orElseGet(JsonValue::ofNull);
    }

    private static JsonValue.Obj json(LearnedVotes learned) {
        LearnedWeights weights = learned.weights();
        JsonObjectBuilder fields = new JsonObjectBuilder().with("version", weights.version())
                .with("outcomes", weights.outcomes()).with("taskType", weights.category())
                .with("voters", learned.ofVoters().entrySet().stream().map(voter -> new JsonObjectBuilder()
                        .with("agentId", voter.getKey()).with("weight", voter.getValue().doubleValue())
                        .with("outcomes", learned.outcomesOf(voter.getKey()))
                        .with("contribution", learned.contributions()
                                .map(parts -> parts.ofAgents().get(voter.getKey())).map(JsonValue::of))
                        .json()).toList())
                .with("leader", learned.leader().orElse(null));
        learned.contributions().ifPresent(parts -> fields.with("withoutHistory", parts.withoutHistory())
                .with("together", parts.together()).with("score", parts.score()));
        return fields.json();
    }
}
