package dev.waggle.cli.explain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.replay.FindingJson;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.review.CallUsage;
import dev.waggle.swarm.review.RunLog;
import dev.waggle.swarm.review.explain.CauseTree;
import dev.waggle.swarm.review.explain.DeliberationReplay;
import dev.waggle.swarm.review.explain.Explanation;
import dev.waggle.swarm.review.explain.FindingEffects;
import dev.waggle.swarm.review.explain.RunTimeline;

/** An explanation as JSON. */
public final class ExplainJson {

    private final Explanation why;

    private ExplainJson(Explanation why) {
        this.why = why;
    }

    public static JsonValue of(Explanation why) {
        return new ExplainJson(why).all();
    }

    private JsonValue all() {
        ConsensusResult result = why.recount().result();
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("run", JsonValue.of(why.log().run()));
        Optional<Payload.Task> task = why.log().task().map(entry -> entry.signal().payload())
                .filter(Payload.Task.class::isInstance).map(Payload.Task.class::cast);
        fields.put("question", WhatIfJson.text(task.map(Payload.Task::task).orElse(null)));
        fields.put("context", WhatIfJson.text(task.map(Payload.Task::context).orElse(null)));
        fields.put("logged", logged());
        fields.put("rules", rules());
        fields.put("counted", counted(result));
        fields.put("comparable", JsonValue.of(why.isComparable()));
        fields.put("departures", texts(why.departures()));
        fields.put("standings", JsonValue.of(result.standings().stream().map(ExplainJson::standing).toList()));
        fields.put("votes", JsonValue.of(why.ballots().stream().map(ExplainJson::ballot).toList()));
        fields.put("tree", why.tree().map(ExplainJson::node).orElseGet(JsonValue::ofNull));
        fields.put("rounds", JsonValue.of(why.rounds().stream().map(ExplainJson::round).toList()));
        fields.put("lenses", JsonValue.of(why.acts().stream().map(ExplainJson::act).toList()));
        fields.put("interventions",
                JsonValue.of(why.story().interventions().stream().map(ExplainJson::intervention).toList()));
        fields.put("changesOfMind", JsonValue.of(why.story().changes().stream().map(ExplainJson::change).toList()));
        fields.put("dissent", JsonValue.of(result.dissent().stream().map(ExplainJson::dissent).toList()));
        fields.put("whatIf", WhatIfJson.of(why));
        fields.put("cost", cost());
        fields.put("notes", texts(why.notes()));
        return JsonValue.of(fields);
    }

    private JsonValue logged() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        Optional<Payload.ConsensusReached> decision = why.log().decided();
        fields.put("decided", JsonValue.of(decision.isPresent()));
        fields.put("answer", WhatIfJson.text(decision.map(Payload.ConsensusReached::decision).orElse(null)));
        fields.put("proposalId", WhatIfJson.text(decision.map(Payload.ConsensusReached::proposalId).orElse(null)));
        fields.put("confidence", decision.map(reached -> JsonValue.of(reached.confidence()))
                .orElseGet(JsonValue::ofNull));
        fields.put("closed", JsonValue.of(why.log().isClosed()));
        fields.put("ending", WhatIfJson.text(why.log().ending().orElse(null)));
        fields.put("rounds", JsonValue.of(why.log().rounds()));
        fields.put("totalMs", why.log().totalMs().map(JsonValue::of).orElseGet(JsonValue::ofNull));
        return JsonValue.of(fields);
    }

    private JsonValue rules() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("strategy", JsonValue.of(why.rules().consensus().strategy().id()));
        fields.put("threshold", JsonValue.of(why.rules().consensus().threshold()));
        fields.put("minVoters", JsonValue.of(why.rules().consensus().minVoters()));
        fields.put("ballots", JsonValue.of(why.rules().consensus().ballots().wireName()));
        fields.put("maxWeight", JsonValue.of(why.rules().weights().largest()));
        fields.put("mathematics", WhatIfJson.text(why.lensReplay().mathematics().orElse(null)));
        fields.put("assumed", texts(why.rules().assumed()));
        return JsonValue.of(fields);
    }

    private static JsonValue counted(ConsensusResult result) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("decided", JsonValue.of(result.decided()));
        fields.put("leader", WhatIfJson.text(result.verdict().leader()));
        fields.put("confidence", JsonValue.of(result.confidence()));
        fields.put("reasoning", JsonValue.of(result.reasoning()));
        fields.put("rejectedVotes", JsonValue.of(result.rejectedVotes()));
        return JsonValue.of(fields);
    }

    private static JsonValue standing(ProposalStanding standing) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("proposalId", JsonValue.of(standing.proposal().id()));
        fields.put("content", JsonValue.of(standing.proposal().content()));
        fields.put("author", JsonValue.of(standing.proposal().sourceAgentId()));
        fields.put("signalId", JsonValue.of(standing.proposal().sourceSignalId()));
        fields.put("share", JsonValue.of(standing.share()));
        fields.put("weightRatio", JsonValue.of(standing.weightRatio()));
        fields.put("agreeVoters", JsonValue.of(standing.agreeVoters()));
        fields.put("allVoters", JsonValue.of(standing.allVoters()));
        return JsonValue.of(fields);
    }

    private static JsonValue ballot(Explanation.Ballot ballot) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(ballot.vote().agentId()));
        fields.put("proposalId", JsonValue.of(ballot.vote().proposalId()));
        fields.put("stance", JsonValue.of(BallotView.word(ballot.vote().vote().stance())));
        fields.put("round", JsonValue.of(RunLog.round(ballot.entry().signal())));
        fields.put("stated", JsonValue.of(ballot.stated()));
        fields.put("agentWeight", JsonValue.of(ballot.ofAgent()));
        fields.put("attention", JsonValue.of(ballot.attention()));
        fields.put("counted", JsonValue.of(ballot.vote().vote().weight()));
        fields.put("reasoning", WhatIfJson.text(ballot.vote().vote().reasoning()));
        fields.put("signalId", JsonValue.of(ballot.vote().signalId()));
        return JsonValue.of(fields);
    }

    /** As deep as the tree is, which is bounded. */
    private static JsonValue node(CauseTree.Node node) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("signalId", JsonValue.of(node.entry().signal().id()));
        fields.put("sequence", JsonValue.of(node.entry().sequence()));
        fields.put("role", JsonValue.of(node.role().wireName()));
        fields.put("type", JsonValue.of(node.entry().signal().type().text()));
        fields.put("by", JsonValue.of(node.entry().signal().source().label()));
        fields.put("round", JsonValue.of(RunLog.round(node.entry().signal())));
        fields.put("branches", JsonValue.of(node.branches().stream().map(ExplainJson::node).toList()));
        fields.put("more", JsonValue.of(node.more()));
        return JsonValue.of(fields);
    }

    private static JsonValue round(DeliberationReplay.Round round) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("round", JsonValue.of(round.number()));
        fields.put("asked", JsonValue.of(round.asked()));
        fields.putAll(WhatIfJson.outcome(round.outcome()));
        return JsonValue.of(fields);
    }

    private static JsonValue act(FindingEffects.FindingEffect act) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(FindingJson.of(act.round(), act.found().finding()));
        fields.put("effect", JsonValue.of(act.effect().wireName()));
        fields.put("came", JsonValue.of(act.words()));
        fields.put("recorded", JsonValue.of(act.found().recorded()));
        return JsonValue.of(fields);
    }

    private static JsonValue intervention(RunTimeline.Intervention one) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("by", JsonValue.of(one.by()));
        fields.put("kind", JsonValue.of(one.kind()));
        fields.put("round", JsonValue.of(RunLog.round(one.entry().signal())));
        fields.put("target", JsonValue.of(one.target()));
        fields.put("text", JsonValue.of(one.text()));
        fields.put("answeredBy", texts(List.copyOf(one.answeredBy())));
        fields.put("changedBy", texts(List.copyOf(one.changedBy())));
        fields.put("signalId", JsonValue.of(one.entry().signal().id()));
        return JsonValue.of(fields);
    }

    private static JsonValue change(RunTimeline.ChangeOfMind one) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(one.agent()));
        fields.put("proposalId", JsonValue.of(one.proposal()));
        fields.put("from", JsonValue.of(BallotView.word(one.from())));
        fields.put("to", JsonValue.of(BallotView.word(one.to())));
        fields.put("round", JsonValue.of(RunLog.round(one.entry().signal())));
        fields.put("signalId", JsonValue.of(one.entry().signal().id()));
        return JsonValue.of(fields);
    }

    private static JsonValue dissent(Dissent voice) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("kind", JsonValue.of(voice.kind().name().toLowerCase(Locale.ROOT)));
        fields.put("agentId", JsonValue.of(voice.agentId()));
        fields.put("text", JsonValue.of(voice.text()));
        fields.put("about", JsonValue.of(voice.about()));
        return JsonValue.of(fields);
    }

    private JsonValue cost() {
        Map<String, JsonValue> fields = new LinkedHashMap<>(spent(why.log().spendings().total()));
        fields.put("entries", JsonValue.of(why.log().entries()));
        fields.put("failedTurns", JsonValue.of(why.log().failures()));
        Map<String, JsonValue> payers = new LinkedHashMap<>();
        why.log().spendings().byAgent().forEach((agent, spent) -> payers.put(agent, JsonValue.of(spent(spent))));
        fields.put("byAgent", JsonValue.of(payers));
        return JsonValue.of(fields);
    }

    private static Map<String, JsonValue> spent(CallUsage.TokenCount spent) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("calls", JsonValue.of(spent.calls()));
        fields.put("failedCalls", JsonValue.of(spent.failed()));
        fields.put("inputTokens", JsonValue.of(spent.inputTokens()));
        fields.put("outputTokens", JsonValue.of(spent.outputTokens()));
        return fields;
    }

    private static JsonValue texts(List<String> texts) {
        return JsonValue.of(texts.stream().map(JsonValue::of).toList());
    }
}
