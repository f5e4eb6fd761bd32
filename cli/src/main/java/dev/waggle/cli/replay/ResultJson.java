package dev.waggle.cli.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.selection.AgentContribution;
import org.jspecify.annotations.Nullable;

/** The result of a solve for programs. */
public final class ResultJson {

    /** Reciprocal of the precision of amounts of money, a billionth; further digits are rounding errors. */
    private static final double NANO = 1e9;

    private ResultJson() {}

    public static JsonValue of(SwarmResult result) {
        ConsensusResult consensus = result.consensus();
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("solveId", JsonValue.of(result.solveId()));
        fields.put("answer", JsonValue.of(result.answer()));
        fields.put("decision", consensus.decision().map(JsonValue::of).orElse(JsonValue.ofNull()));
        fields.put("confidence", JsonValue.of(result.confidence()));
        fields.put("decided", JsonValue.of(consensus.decided()));
        fields.put("ending", JsonValue.of(result.ending().wireName()));
        fields.put("endingDetail", JsonValue.of(result.endingDetail()));
        fields.put("roundsUsed", JsonValue.of(result.timing().roundsUsed()));
        fields.put("totalMs", JsonValue.of(result.timing().total().toMillis()));
        fields.put("cost", cost(result.cost()));
        fields.put("consensus", consensus(consensus));
        fields.put("contributions", JsonValue.of(
                result.activity().contributions().values().stream().map(ResultJson::contribution).toList()));
        fields.put("signals", JsonValue.of(result.signalLog().size()));
        fields.put("conflicts", pairs(result.coordination().conflicts()));
        fields.put("resolvedConflicts", pairs(result.coordination().resolvedConflicts()));
        fields.put("debates", JsonValue.of(result.coordination().debates().stream().map(ResultJson::debate).toList()));
        fields.put("refusals", JsonValue.of(result.activity().refusals().stream().map(ResultJson::refusal).toList()));
        fields.put("failures", JsonValue.of(result.failures().stream().map(ResultJson::failure).toList()));
        fields.put("mathAnalysis", result.mathAnalysis().toJson());
        fields.put("findings", JsonValue.of(result.mathAnalysis().rounds().stream()
                .flatMap(round -> round.findings().stream()
                        .map(finding -> JsonValue.of(FindingJson.of(round.round(), finding))))
                .toList()));
        return JsonValue.of(fields);
    }

    private static JsonValue pairs(List<ConflictPair> conflicts) {
        return JsonValue.of(conflicts.stream()
                .map(pair -> JsonValue
                        .of(List.of(JsonValue.of(pair.signalA().id()), JsonValue.of(pair.signalB().id()))))
                .toList());
    }

    private static JsonValue debate(DebateResult debate) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("proposalA", JsonValue.of(debate.proposalA()));
        fields.put("proposalB", JsonValue.of(debate.proposalB()));
        fields.put("resolved", JsonValue.of(debate.resolved()));
        fields.put("winner", text(debate.winningProposalId()));
        fields.put("confidence", JsonValue.of(debate.confidence()));
        fields.put("roundsUsed", JsonValue.of(debate.roundsUsed()));
        fields.put("signals", JsonValue.of(debate.signals().size()));
        return JsonValue.of(fields);
    }

    private static JsonValue cost(SolveCost cost) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(spent(cost.total()));
        Map<String, JsonValue> payers = new LinkedHashMap<>();
        cost.byPayer().forEach((payer, spent) -> payers.put(payer, JsonValue.of(spent(spent))));
        fields.put("byPayer", JsonValue.of(payers));
        return JsonValue.of(fields);
    }

    private static Map<String, JsonValue> spent(UsageTotals spent) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("tokens", JsonValue.of((long) spent.totalTokens()));
        fields.put("estimatedUsd", JsonValue.of(Math.round(spent.usd() * NANO) / NANO));
        fields.put("calls", JsonValue.of(spent.calls()));
        fields.put("inputTokens", JsonValue.of((long) spent.inputTokens()));
        fields.put("outputTokens", JsonValue.of((long) spent.outputTokens()));
        fields.put("estimatedCalls", JsonValue.of(spent.estimatedCalls()));
        return fields;
    }

    private static JsonValue consensus(ConsensusResult consensus) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("strategy", JsonValue.of(consensus.strategy()));
        fields.put("decided", JsonValue.of(consensus.decided()));
        fields.put("decision", text(consensus.decision().orElse(null)));
        fields.put("leader", text(consensus.leader().map(Proposal::id).orElse(null)));
        fields.put("confidence", JsonValue.of(consensus.confidence()));
        fields.put("reasoning", JsonValue.of(consensus.reasoning()));
        fields.put("standings", JsonValue.of(consensus.standings().stream().map(ResultJson::standing).toList()));
        fields.put("votingRecord", JsonValue.of(consensus.votingRecord().stream().map(ResultJson::vote).toList()));
        fields.put("dissent", JsonValue.of(consensus.dissent().stream().map(ResultJson::dissent).toList()));
        fields.put("rejectedVotes", JsonValue.of(consensus.rejectedVotes()));
        return JsonValue.of(fields);
    }

    private static JsonValue standing(ProposalStanding standing) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("proposalId", JsonValue.of(standing.proposal().id()));
        fields.put("content", JsonValue.of(standing.proposal().content()));
        fields.put("author", JsonValue.of(standing.proposal().sourceAgentId()));
        fields.put("share", JsonValue.of(standing.share()));
        fields.put("weightRatio", JsonValue.of(standing.weightRatio()));
        fields.put("agreeVoters", JsonValue.of(standing.agreeVoters()));
        fields.put("allVoters", JsonValue.of(standing.allVoters()));
        return JsonValue.of(fields);
    }

    private static JsonValue vote(VoteRecord vote) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(vote.agentId()));
        fields.put("proposalId", JsonValue.of(vote.proposalId()));
        fields.put("stance", word(vote.vote().stance()));
        fields.put("weight", JsonValue.of(vote.vote().weight()));
        fields.put("reasoning", text(vote.vote().reasoning()));
        fields.put("signalId", JsonValue.of(vote.signalId()));
        return JsonValue.of(fields);
    }

    private static JsonValue dissent(Dissent dissent) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("kind", word(dissent.kind()));
        fields.put("agentId", JsonValue.of(dissent.agentId()));
        fields.put("text", JsonValue.of(dissent.text()));
        fields.put("about", JsonValue.of(dissent.about()));
        return JsonValue.of(fields);
    }

    private static JsonValue contribution(AgentContribution row) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(row.agentId()));
        fields.put("signalsEmitted", JsonValue.of(row.signalsEmitted()));
        fields.put("proposalsMade", JsonValue.of(row.proposalsMade()));
        fields.put("challengesMade", JsonValue.of(row.challengesMade()));
        fields.put("votesCast", JsonValue.of(row.votesCast()));
        fields.put("avgConfidence", JsonValue.of(row.avgConfidence()));
        return JsonValue.of(fields);
    }

    private static JsonValue refusal(SignalRefusal refusal) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("signalId", JsonValue.of(refusal.signal().id()));
        fields.put("agentId", JsonValue.of(refusal.signal().source().label()));
        fields.put("type", JsonValue.of(refusal.signal().type().text()));
        fields.put("reason", word(refusal.reason()));
        return JsonValue.of(fields);
    }

    private static JsonValue failure(AgentFailure failure) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(failure.agentId()));
        fields.put("round", JsonValue.of(failure.round()));
        fields.put("context", JsonValue.of(failure.context()));
        fields.put("message", JsonValue.of(failure.message()));
        return JsonValue.of(fields);
    }

    private static JsonValue word(Enum<?> constant) {
        return JsonValue.of(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static JsonValue text(@Nullable String text) {
        return text == null ? JsonValue.ofNull() : JsonValue.of(text);
    }
}
