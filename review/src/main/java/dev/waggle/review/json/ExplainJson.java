package dev.waggle.review.json;

import java.util.List;
import java.util.Optional;

import dev.waggle.review.CallUsage;
import dev.waggle.review.RunLog;
import dev.waggle.review.explain.CauseTree;
import dev.waggle.review.explain.DecisionRules;
import dev.waggle.review.explain.DeliberationReplay;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.FindingEffects;
import dev.waggle.review.explain.RunTimeline;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.event.json.ResultJson;
import dev.waggle.swarm.identity.UnstatedConfidence;

/** An explanation as JSON. */
public final class ExplainJson {

    private final Explanation explanation;
    private final Optional<CallUsage.MoneySpent> money;

    private ExplainJson(Explanation explanation, Optional<CallUsage.MoneySpent> money) {
        this.explanation = explanation;
        this.money = money;
    }

    /**
     * The explanation as JSON.
     *
     * @param money its money, where the prices are known
     */
    public static JsonValue.Obj of(Explanation explanation, Optional<CallUsage.MoneySpent> money) {
        return new ExplainJson(explanation, money).all();
    }

    private JsonValue.Obj all() {
        ConsensusResult result = explanation.recount().result();
        Optional<Payload.Task> task = explanation.log().task().map(entry -> entry.signal().payload())
                .filter(Payload.Task.class::isInstance).map(Payload.Task.class::cast);
        JsonObjectBuilder fields = new JsonObjectBuilder().with("run", explanation.log().run())
                .with("question", task.map(Payload.Task::task).orElse(null))
                .with("context", task.map(Payload.Task::context).orElse(null))
                .with("logged", logged())
                .with("rules", rules())
                .with("counted", counted(result))
                .with("comparable", explanation.isComparable())
                .withTexts("departures", explanation.departures())
                .with("standings", result.standings().stream().map(this::standing).toList())
                .with("votes", explanation.votes().ballots().stream().map(ExplainJson::ballot).toList())
                .with("tree", explanation.course().tree().map(ExplainJson::node))
                .with("rounds", explanation.course().rounds().stream().map(ExplainJson::round).toList())
                .with("lenses", explanation.course().acts().stream().map(ExplainJson::act).toList())
                .with("interventions",
                        explanation.course().story().interventions().stream().map(ExplainJson::intervention).toList())
                .with("changesOfMind",
                        explanation.course().story().changes().stream().map(ExplainJson::change).toList())
                .with("dissent", result.dissent().stream().map(ResultJson::dissent).toList())
                .with("confidenceByVote", PosteriorJson.of(explanation.votes().trail()))
                .with("learned", LearnedVotesJson.of(explanation.learned()))
                .withPresent("memories", MemoryEffectsJson.of(explanation))
                .with("whatIf", WhatIfJson.of(explanation))
                .with("cost", CostJson.of(explanation.log(), money))
                .withTexts("notes", explanation.notes());
        return ResultJson.withReplies(fields, explanation.log().replies()).json();
    }

    private JsonValue logged() {
        Optional<Payload.ConsensusReached> decision = explanation.log().decided();
        return new JsonObjectBuilder().with("decided", decision.isPresent())
                .with("answer", decision.map(Payload.ConsensusReached::decision).orElse(null))
                .with("proposalId", decision.map(Payload.ConsensusReached::proposalId).orElse(null))
                .with("confidence", decision.map(reached -> JsonValue.of(reached.confidence())))
                .with("agreement", decision.map(reached -> JsonValue.of(reached.confidence())))
                .with("closed", explanation.log().isClosed())
                .with("ending", explanation.log().ending().orElse(null))
                .with("rounds", explanation.log().rounds())
                .with("unheard", explanation.log().unheard().unheard())
                .with("withoutTurn", explanation.log().unheard().withoutTurn().orElse(0))
                .with("totalMs", explanation.log().totalMs().map(JsonValue::of)).json();
    }

    private JsonValue rules() {
        return rules(explanation.rules(), explanation.course().lensReplay().mathematics());
    }

    /** Rules of a decision and the acts that mathematics was permitted. */
    static JsonValue.Obj rules(DecisionRules rules, Optional<String> mathematics) {
        ConsensusConfig consensus = rules.consensus();
        JsonObjectBuilder fields = new JsonObjectBuilder().with("strategy", consensus.strategy().id())
                .with("threshold", consensus.threshold())
                .with("thresholdConfidence", consensus.decision().thresholdConfidence())
                .with("minVoters", consensus.minVoters())
                .with("ballots", consensus.ballots().wireName())
                .with("maxWeight", rules.weights().largest())
                .with("mathematics", mathematics.orElse(null))
                .withTexts("assumed", rules.assumed());
        return consensus.approval().isNone()
                ? fields.json()
                : fields.with("approval", consensus.approval().toJson()).json();
    }

    /** Result of the votes that count. */
    static JsonValue.Obj counted(ConsensusResult result) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("decided", result.decided())
                .with("leader", result.verdict().leader())
                .with("confidence", result.confidence())
                .with("agreement", result.agreement())
                .with("probability", result.estimate().probability())
                .with("confidenceInterval", JsonValue.of(List.of(JsonValue.of(result.estimate().low()),
                        JsonValue.of(result.estimate().high()))))
                .with("confidenceBasis", result.estimate().basisInWords())
                .with("reasoning", result.reasoning())
                .with("rejectedVotes", result.rejectedVotes());
        return ResultJson.withApproval(fields, result.approval()).json();
    }

    private JsonValue standing(ProposalStanding standing) {
        return new JsonObjectBuilder().with("proposalId", standing.proposal().id())
                .with("name", explanation.log().numbers().proposalName(standing.proposal().id()).orElse(null))
                .with("content", standing.proposal().content())
                .with("author", standing.proposal().sourceAgentId())
                .with("signalId", standing.proposal().sourceSignalId())
                .with("share", standing.share())
                .with("weightRatio", standing.weightRatio())
                .with("agreeVoters", standing.agreeVoters())
                .with("allVoters", standing.allVoters())
                .with("figure", standing.figure()).json();
    }

    private static JsonValue ballot(Explanation.Ballot ballot) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("agentId", ballot.vote().agentId())
                .with("proposalId", ballot.vote().proposalId())
                .with("stance", StanceJson.word(ballot.vote().vote().stance()))
                .with("round", RunLog.round(ballot.entry().signal()))
                .with("stated", ballot.stated())
                .with("agentWeight", ballot.ofAgent())
                .with("attention", ballot.attention())
                .with("counted", ballot.vote().vote().weight())
                .with("reasoning", ballot.vote().vote().reasoning())
                .with("signalId", ballot.vote().signalId());
        return UnstatedConfidence.isMarked(ballot.entry().signal())
                ? fields.with(UnstatedConfidence.KEY, true).json()
                : fields.json();
    }

    /** As deep as the tree is, which is bounded. */
    private static JsonValue node(CauseTree.Node node) {
        return new JsonObjectBuilder().with("signalId", node.entry().signal().id())
                .with("sequence", node.entry().sequence())
                .with("role", node.role().wireName())
                .with("type", node.entry().signal().type().text())
                .with("by", node.entry().signal().source().label())
                .with("round", RunLog.round(node.entry().signal()))
                .with("branches", node.branches().stream().map(ExplainJson::node).toList())
                .with("more", node.more()).json();
    }

    /** Result of the votes after a round. */
    static JsonValue.Obj round(DeliberationReplay.Round round) {
        return new JsonObjectBuilder().with("round", round.number())
                .with("asked", round.evaluated())
                .with("held", round.held())
                .withPresent("settling", round.settling().orElse(null))
                .withAll(WhatIfJson.outcome(round.outcome())).json();
    }

    private static JsonValue act(FindingEffects.FindingEffect act) {
        return new JsonObjectBuilder().withAll(ResultJson.finding(act.round(), act.found().finding()))
                .with("effect", act.effect().wireName())
                .with("came", act.words())
                .with("recorded", act.found().recorded()).json();
    }

    private static JsonValue intervention(RunTimeline.Intervention one) {
        return new JsonObjectBuilder().with("by", one.by())
                .with("kind", one.kind())
                .with("round", RunLog.round(one.entry().signal()))
                .with("target", one.target())
                .with("text", one.text())
                .withTexts("answeredBy", List.copyOf(one.answeredBy()))
                .withTexts("changedBy", List.copyOf(one.changedBy()))
                .with("signalId", one.entry().signal().id()).json();
    }

    private static JsonValue change(RunTimeline.ChangeOfMind one) {
        return new JsonObjectBuilder().with("agentId", one.agent())
                .with("proposalId", one.proposal())
                .with("from", StanceJson.word(one.from()))
                .with("to", StanceJson.word(one.to()))
                .with("round", RunLog.round(one.entry().signal()))
                .with("signalId", one.entry().signal().id()).json();
    }
}
