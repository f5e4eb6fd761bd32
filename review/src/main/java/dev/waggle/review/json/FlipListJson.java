package dev.waggle.review.json;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.whatif.FlipList;
import dev.waggle.review.whatif.ScenarioFlip;
import dev.waggle.review.whatif.VoteScenario;
import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.VoteRecord;

/** Changes that would have flipped a decision, the smallest first, as JSON: data for sentences, and the scenarios. */
public final class FlipListJson {

    private FlipListJson() {}

    /** All changes of a run. */
    public static JsonValue.Obj of(RunDecision decision, FlipList flips) {
        Map<ChangedPlace, VoteRecord> votes = decision.recount().counted().stream()
                .collect(Collectors.toMap(vote -> new ChangedPlace(vote.agentId(), vote.proposalId()), vote -> vote));
        return new JsonObjectBuilder().with("run", decision.run())
                .with("before", ScenarioJson.outcome(decision.recount().outcome(), decision))
                .with("flips", flips.flips().stream().map(flip -> flip(decision, votes, flip)).toList())
                .with("omittedSets", flips.omittedSets())
                .with("skippedAgents", flips.skippedAgents()).json();
    }

    private record ChangedPlace(String agent, String proposal) {}

    private static JsonValue flip(RunDecision decision, Map<ChangedPlace, VoteRecord> votes, ScenarioFlip flip) {
        VoteScenario scenario = flip.scenario();
        ConsensusConfig rule = decision.rules().consensus();
        JsonObjectBuilder fields = new JsonObjectBuilder().with("kind", flip.kind().wireName())
                .with("size", flip.size())
                .with("distance", flip.distance());
        switch (flip.kind()) {
            case VOTES_ABSENT, VOTES_REVERSED -> fields.with("votes", scenario.changes().stream()
                    .map(change -> vote(change, votes)).toList());
            case AGENT_ABSENT -> fields.with("agent", scenario.without().iterator().next());
            case AGENT_WEIGHT -> scenario.weights().forEach((agent, factor) -> fields.with("agent", agent)
                    .with("from", 1.0).with("to", factor));
            case THRESHOLD -> fields.with("from", rule.threshold()).with("to", scenario.threshold());
            case QUORUM -> fields.with("from", rule.minVoters())
                    .with("to", Objects.requireNonNull(scenario.minVoters()).longValue());
            case STRATEGY -> fields.with("from", rule.strategy().id()).with("to", scenario.strategy());
        }
        return fields.with("scenario", ScenarioJson.of(scenario))
                .with("outcome", ScenarioJson.outcome(flip.outcome(), decision)).json();
    }

    private static JsonValue vote(ChangedVote change, Map<ChangedPlace, VoteRecord> votes) {
        VoteRecord vote = Objects.requireNonNull(votes.get(new ChangedPlace(change.agent(), change.proposal())));
        return new JsonObjectBuilder().with("agent", change.agent())
                .with("proposal", change.proposal())
                .with("signal", vote.signalId())
                .with("from", StanceJson.word(vote.vote().stance()))
                .withPresent("to", change.stance() == null ? null : StanceJson.word(change.stance())).json();
    }
}
