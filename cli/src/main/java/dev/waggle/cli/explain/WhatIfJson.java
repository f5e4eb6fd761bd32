package dev.waggle.cli.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.review.explain.Explanation;
import dev.waggle.swarm.review.whatif.DecisionFlip;
import dev.waggle.swarm.review.whatif.MissingVotes;
import dev.waggle.swarm.review.whatif.VoteChange;
import dev.waggle.swarm.review.whatif.VoteOutcome;
import dev.waggle.swarm.review.whatif.WhatIfAnalysis;
import org.jspecify.annotations.Nullable;

/** Changes that would have flipped a decision, as JSON for programs. */
final class WhatIfJson {

    private WhatIfJson() {}

    static JsonValue of(Explanation why) {
        WhatIfAnalysis whatIf = why.whatIf();
        VoteOutcome outcome = why.recount().outcome();
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("reversed", flip(whatIf.reversed()));
        fields.put("absent", flip(whatIf.absent()));
        List<JsonValue> agents = new ArrayList<>();
        whatIf.withoutAgent().forEach((agent, without) -> agents.add(changed("agentId", agent, without, outcome)));
        fields.put("withoutAgent", JsonValue.of(agents));
        fields.put("votersLeftOut", JsonValue.of(whatIf.skippedVoters()));
        fields.put("threshold", threshold(whatIf.threshold(), why.rules().consensus().threshold()));
        List<JsonValue> strategies = new ArrayList<>();
        whatIf.strategies().forEach((id, result) -> {
            Map<String, JsonValue> verdict = new LinkedHashMap<>();
            verdict.put("strategy", JsonValue.of(id));
            verdict.putAll(outcome(VoteOutcome.of(result)));
            verdict.put("reasoning", JsonValue.of(result.reasoning()));
            strategies.add(JsonValue.of(verdict));
        });
        fields.put("strategies", JsonValue.of(strategies));
        Map<String, JsonValue> weighings = new LinkedHashMap<>();
        why.weighings().forEach((name, weighing) -> {
            Map<String, JsonValue> one = new LinkedHashMap<>();
            one.put("differs", JsonValue.of(weighing.differs()));
            one.putAll(outcome(weighing.outcome()));
            one.put("changes", JsonValue.of(!weighing.outcome().decidesLike(outcome)));
            weighings.put(name, JsonValue.of(one));
        });
        fields.put("weights", JsonValue.of(weighings));
        fields.put("missing", JsonValue.of(whatIf.missing().stream().map(WhatIfJson::missing).toList()));
        return JsonValue.of(fields);
    }

    /** The same keys whether something was found or not. */
    private static JsonValue flip(DecisionFlip flip) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("change", JsonValue.of(flip.change().wireName()));
        switch (flip) {
            case DecisionFlip.Found found -> {
                fields.put("found", JsonValue.of(true));
                fields.put("votes", JsonValue.of(found.size()));
                fields.put("smallest", JsonValue.of(found.isSmallest()));
                fields.put("atLeast", JsonValue.of(found.atLeast()));
                fields.put("count", JsonValue.of(found.count()));
                fields.put("sets", JsonValue.of(found.sets().stream().map(WhatIfJson::set).toList()));
            }
            case DecisionFlip.NotFound(VoteChange _, int atLeast, boolean proven) -> {
                fields.put("found", JsonValue.of(false));
                fields.put("votes", JsonValue.ofNull());
                fields.put("smallest", JsonValue.of(proven));
                fields.put("atLeast", JsonValue.of(atLeast));
                fields.put("count", JsonValue.of(0));
                fields.put("sets", JsonValue.of(List.of()));
            }
        }
        return JsonValue.of(fields);
    }

    private static JsonValue set(DecisionFlip.VoteSet set) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("votes", JsonValue.of(set.votes().stream().map(vote -> {
            Map<String, JsonValue> one = new LinkedHashMap<>();
            one.put("agentId", JsonValue.of(vote.agentId()));
            one.put("proposalId", JsonValue.of(vote.proposalId()));
            one.put("stance", JsonValue.of(BallotView.word(vote.vote().stance())));
            one.put("signalId", JsonValue.of(vote.signalId()));
            return JsonValue.of(one);
        }).toList()));
        fields.put("then", JsonValue.of(outcome(set.outcome())));
        return JsonValue.of(fields);
    }

    private static JsonValue changed(String key, String value, VoteOutcome without, VoteOutcome outcome) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put(key, JsonValue.of(value));
        fields.putAll(outcome(without));
        fields.put("changes", JsonValue.of(!without.decidesLike(outcome)));
        return JsonValue.of(fields);
    }

    private static JsonValue threshold(WhatIfAnalysis.Boundary boundary, double configured) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("configured", JsonValue.of(configured));
        fields.put("decides", JsonValue.of(switch (boundary) {
            case WhatIfAnalysis.Boundary.Always() -> "always";
            case WhatIfAnalysis.Boundary.Never() -> "never";
            case WhatIfAnalysis.Boundary.UpTo(double _) -> "up-to";
        }));
        fields.put("upTo", boundary instanceof WhatIfAnalysis.Boundary.UpTo(double highest)
                ? JsonValue.of(highest)
                : JsonValue.ofNull());
        fields.put("margin", boundary.margin(configured).map(JsonValue::of).orElseGet(JsonValue::ofNull));
        return JsonValue.of(fields);
    }

    private static JsonValue missing(MissingVotes missing) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("proposalId", JsonValue.of(missing.standing().proposal().id()));
        fields.put("fullWeight", JsonValue.of(missing.fullWeight()));
        fields.put("votesOfFullWeight", count(missing.full()));
        fields.put("usualWeight", JsonValue.of(missing.usualWeight()));
        fields.put("votesOfUsualWeight", count(missing.usual()));
        return JsonValue.of(fields);
    }

    private static JsonValue count(OptionalInt count) {
        return count.isEmpty() ? JsonValue.ofNull() : JsonValue.of(count.getAsInt());
    }

    static Map<String, JsonValue> outcome(VoteOutcome outcome) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("decided", JsonValue.of(outcome.decided()));
        fields.put("winner", text(outcome.winner()));
        fields.put("leader", text(outcome.leader()));
        fields.put("confidence", JsonValue.of(outcome.confidence()));
        return fields;
    }

    static JsonValue text(@Nullable String text) {
        return text == null ? JsonValue.ofNull() : JsonValue.of(text);
    }
}
