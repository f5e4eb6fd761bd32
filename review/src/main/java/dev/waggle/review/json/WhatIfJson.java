package dev.waggle.review.json;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import dev.waggle.review.explain.Explanation;
import dev.waggle.review.whatif.DecisionFlip;
import dev.waggle.review.whatif.MissingVotes;
import dev.waggle.review.whatif.VoteChange;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.WhatIfAnalysis;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.VoteRecord;

/** Changes that would have flipped a decision, as JSON for programs. */
final class WhatIfJson {

    private WhatIfJson() {}

    static JsonValue of(Explanation explanation) {
        WhatIfAnalysis whatIf = explanation.whatIf();
        VoteOutcome outcome = explanation.recount().outcome();
        List<JsonValue> agents = new ArrayList<>();
        whatIf.withoutAgent().forEach((agent, without) -> agents.add(changed("agentId", agent, without, outcome)));
        List<JsonValue> strategies = new ArrayList<>();
        whatIf.strategies().forEach((id, result) -> strategies.add(new JsonObjectBuilder().with("strategy", id)
                .withAll(outcome(VoteOutcome.of(result)))
                .with("reasoning", result.reasoning()).json()));
        JsonObjectBuilder weighings = new JsonObjectBuilder();
        explanation.votes().weighings().forEach((name, weighing) -> weighings.with(name,
                new JsonObjectBuilder().with("differs", weighing.differs())
                        .withAll(outcome(weighing.outcome()))
                        .with("changes", !weighing.outcome().decidesLike(outcome)).json()));
        return new JsonObjectBuilder().with("reversed", flip(whatIf.reversed()))
                .with("absent", flip(whatIf.absent()))
                .with("withoutAgent", agents)
                .with("votersLeftOut", whatIf.skippedVoters())
                .with("threshold", threshold(whatIf.threshold(), explanation.rules().consensus().threshold()))
                .with("strategies", strategies)
                .with("weights", weighings.json())
                .with("missing", whatIf.missing().stream().map(WhatIfJson::missing).toList()).json();
    }

    /** The same keys whether something was found or not. */
    private static JsonValue flip(DecisionFlip flip) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("change", flip.change().wireName());
        return switch (flip) {
            case DecisionFlip.Found found -> fields.with("found", true)
                    .with("votes", found.size())
                    .with("smallest", found.isSmallest())
                    .with("atLeast", found.atLeast())
                    .with("count", found.count())
                    .with("sets", found.sets().stream().map(WhatIfJson::set).toList()).json();
            case DecisionFlip.NotFound(VoteChange _, int atLeast, boolean proven) -> fields.with("found", false)
                    .with("votes", JsonValue.ofNull())
                    .with("smallest", proven)
                    .with("atLeast", atLeast)
                    .with("count", 0)
                    .with("sets", List.of()).json();
        };
    }

    private static JsonValue set(DecisionFlip.VoteSet set) {
        return new JsonObjectBuilder().with("votes", set.votes().stream().map(WhatIfJson::vote).toList())
                .with("then", outcome(set.outcome())).json();
    }

    private static JsonValue vote(VoteRecord vote) {
        return new JsonObjectBuilder().with("agentId", vote.agentId())
                .with("proposalId", vote.proposalId())
                .with("stance", StanceJson.word(vote.vote().stance()))
                .with("signalId", vote.signalId()).json();
    }

    private static JsonValue changed(String key, String value, VoteOutcome without, VoteOutcome outcome) {
        return new JsonObjectBuilder().with(key, value)
                .withAll(outcome(without))
                .with("changes", !without.decidesLike(outcome)).json();
    }

    private static JsonValue threshold(WhatIfAnalysis.Boundary boundary, double configured) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("configured", configured);
        switch (boundary) {
            case WhatIfAnalysis.Boundary.Always() -> fields.with("decides", "always").with("upTo", JsonValue.ofNull());
            case WhatIfAnalysis.Boundary.Never() -> fields.with("decides", "never").with("upTo", JsonValue.ofNull());
            case WhatIfAnalysis.Boundary.UpTo(double highest) -> fields.with("decides", "up-to").with("upTo", highest);
        }
        return fields.with("margin", boundary.margin(configured).map(JsonValue::of)).json();
    }

    private static JsonValue missing(MissingVotes missing) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("proposalId", missing.standing().proposal().id())
                .with("fullWeight", missing.fullWeight())
                .with("votesOfFullWeight", count(missing.full()))
                .with("usualWeight", missing.usualWeight())
                .with("votesOfUsualWeight", count(missing.usual()));
        return missing.approvals().isEmpty()
                ? fields.json()
                : fields.withTexts("approvals", missing.approvals()).json();
    }

    private static JsonValue count(OptionalInt count) {
        return count.isEmpty() ? JsonValue.ofNull() : JsonValue.of(count.getAsInt());
    }

    static JsonValue.Obj outcome(VoteOutcome outcome) {
        return new JsonObjectBuilder().with("decided", outcome.decided())
                .with("winner", outcome.winner())
                .with("leader", outcome.leader())
                .with("confidence", outcome.agreement())
                .with("agreement", outcome.agreement())
                .with("probability", outcome.probability()).json();
    }
}
