package dev.waggle.review.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.whatif.ScenarioEnding;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteScenario;
import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.review.whatif.WhatIfAnalysis.Boundary;
import dev.waggle.review.whatif.WhatIfTable;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.VoteRecord;
import org.jspecify.annotations.Nullable;

/**
 * A table of outcomes as compact JSON, which a page looks up.
 *
 * <pre>
 *   rows       { key: [ outcome of each strategy ] }
 *   key        parts in this order, with commas: a3 (agent 3 is out), v7x (vote 7 is absent), v7a, v7d, v7n (vote 7
 *              agrees, disagrees, abstains), q2 (a quorum of 2), w3*0.5 (half weight of agent 3); numbers are places
 *              in the lists of the table, in ascending order
 *   outcome    [ place of the leader or -1, agreement, confidence, highest threshold that decides ]; -1 if none
 *              decides, null if it is the agreement
 * </pre>
 */
public final class WhatIfTableJson {

    private final RunDecision decision;
    private final Map<String, Integer> agents = new LinkedHashMap<>();
    private final Map<String, Integer> proposals = new LinkedHashMap<>();
    private final Map<List<String>, Integer> votes = new HashMap<>();

    private WhatIfTableJson(RunDecision decision) {
        this.decision = decision;
        decision.recount().counted().forEach(vote -> {
            agents.putIfAbsent(vote.agentId(), agents.size());
            votes.put(List.of(vote.agentId(), vote.proposalId()), votes.size());
        });
        ScenarioJson.proposals(decision).forEach(proposal -> proposals.putIfAbsent(proposal, proposals.size()));
    }

    /** The table of a run. */
    public static JsonValue.Obj of(RunDecision decision, WhatIfTable table) {
        return new WhatIfTableJson(decision).json(table);
    }

    private JsonValue.Obj json(WhatIfTable table) {
        ConsensusConfig rule = decision.rules().consensus();
        Map<String, JsonValue> rows = new LinkedHashMap<>();
        table.rows().forEach(row -> rows.put(key(row.scenario()),
                JsonValue.of(row.outcomes().stream().map(this::outcome).toList())));
        Map<String, JsonValue> omitted = new LinkedHashMap<>();
        table.omitted().forEach((kind, count) -> omitted.put(kind.wireName(), JsonValue.of(count)));
        VoteOutcome before = decision.recount().outcome();
        return new JsonObjectBuilder().with("strategy", rule.strategy().id())
                .with("threshold", rule.threshold())
                .with("quorum", rule.minVoters())
                .withTexts("strategies", table.strategies())
                .withTexts("agents", List.copyOf(agents.keySet()))
                .withTexts("proposals", List.copyOf(proposals.keySet()))
                .with("votes", decision.recount().counted().stream().map(this::vote).toList())
                .with("before", ScenarioJson.outcome(before, decision))
                .with("endings", new JsonObjectBuilder()
                        .with("same", ScenarioJson.ending(decision.endingOf(before)))
                        .with("decided", ScenarioJson.ending(ScenarioEnding.DECIDED))
                        .with("undecided", ScenarioJson.ending(decision.endingOf(new VoteOutcome(null, null, 0, 0))))
                        .json())
                .with("rows", rows)
                .with("omitted", omitted).json();
    }

    private JsonValue vote(VoteRecord vote) {
        return JsonValue.of(List.of(JsonValue.of(place(agents, vote.agentId())),
                JsonValue.of(place(proposals, vote.proposalId())),
                JsonValue.of(StanceJson.word(vote.vote().stance()))));
    }

    private JsonValue outcome(WhatIfTable.Step step) {
        JsonValue upTo = switch (step.boundary()) {
            case Boundary.Always() -> JsonValue.of(1);
            case Boundary.Never() -> JsonValue.of(-1);
            case Boundary.UpTo(double highest) -> highest == step.lowest().agreement()
                    ? JsonValue.ofNull()
                    : JsonValue.of(highest);
        };
        return JsonValue.of(List.of(JsonValue.of(place(proposals, step.lowest().leader())),
                JsonValue.of(step.lowest().agreement()), JsonValue.of(step.lowest().probability()), upTo));
    }

    private String key(VoteScenario scenario) {
        List<String> parts = new ArrayList<>();
        scenario.without().stream().map(agent -> place(agents, agent)).sorted()
                .forEach(agent -> parts.add("a" + agent));
        scenario.changes().stream()
                .map(change -> new VoteKey(votes.getOrDefault(List.of(change.agent(), change.proposal()), -1), change))
                .sorted().forEach(vote -> parts.add(vote.text()));
        Stream.ofNullable(scenario.minVoters()).forEach(quorum -> parts.add("q" + quorum));
        scenario.weights().forEach((agent, factor) -> parts.add("w" + place(agents, agent) + '*' + number(factor)));
        return String.join(",", parts);
    }

    private record VoteKey(int place, ChangedVote change) implements Comparable<VoteKey> {

        String text() {
            return "v" + place + switch (change.stance()) {
                case null -> "x";
                case AGREE -> "a";
                case DISAGREE -> "d";
                case ABSTAIN -> "n";
            };
        }

        @Override
        public int compareTo(VoteKey other) {
            return Integer.compare(place, other.place);
        }
    }

    /** A number as a page writes it: without a fraction that is zero. */
    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static int place(Map<String, Integer> places, @Nullable String name) {
        return name == null ? -1 : places.getOrDefault(name, -1);
    }
}
