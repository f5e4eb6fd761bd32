package dev.waggle.cli.replay;

import java.util.List;
import java.util.Locale;

import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.selection.AgentContribution;

/** The result of a solve for programs. */
public final class ResultJson {

    /** Reciprocal of the precision of amounts of money, a billionth; further digits are rounding errors. */
    private static final double NANO = 1e9;

    private ResultJson() {}

    public static JsonValue of(SwarmResult result) {
        ConsensusResult consensus = result.consensus();
        return new JsonObjectBuilder().with("solveId", result.solveId())
                .with("answer", result.answer())
                .with("decision", consensus.decision().orElse(null))
                .with("confidence", result.confidence())
                .with("decided", consensus.decided())
                .with("ending", result.ending().wireName())
                .with("endingDetail", result.endingDetail())
                .with("roundsUsed", result.timing().roundsUsed())
                .with("totalMs", result.timing().total().toMillis())
                .with("cost", cost(result.cost()))
                .with("consensus", consensus(consensus))
                .with("contributions",
                        result.activity().agentContributions().values().stream().map(ResultJson::contribution).toList())
                .with("signals", result.signalLog().size())
                .with("conflicts", pairs(result.coordination().conflicts()))
                .with("resolvedConflicts", pairs(result.coordination().resolvedConflicts()))
                .with("debates", result.coordination().debateResults().stream().map(ResultJson::debate).toList())
                .with("refusals", result.activity().refusals().stream().map(ResultJson::refusal).toList())
                .with("failures", result.failures().stream().map(ResultJson::failure).toList())
                .with("mathAnalysis", result.mathAnalysis().toJson())
                .with("findings", result.mathAnalysis().rounds().stream()
                        .flatMap(round -> round.findings().stream()
                                .map(finding -> FindingJson.of(round.round(), finding)))
                        .toList())
                .json();
    }

    private static JsonValue pairs(List<ConflictPair> conflicts) {
        return JsonValue.of(conflicts.stream()
                .map(pair -> JsonValue
                        .of(List.of(JsonValue.of(pair.signalA().id()), JsonValue.of(pair.signalB().id()))))
                .toList());
    }

    private static JsonValue debate(DebateResult debate) {
        return new JsonObjectBuilder().with("proposalA", debate.proposalA())
                .with("proposalB", debate.proposalB())
                .with("resolved", debate.resolved())
                .with("winner", debate.winningProposalId())
                .with("confidence", debate.confidence())
                .with("roundsUsed", debate.roundsUsed())
                .with("signals", debate.signals().size()).json();
    }

    private static JsonValue cost(SolveCost cost) {
        JsonObjectBuilder payers = new JsonObjectBuilder();
        cost.byPayer().forEach((payer, spent) -> payers.with(payer, spent(spent)));
        return new JsonObjectBuilder().withAll(spent(cost.total()))
                .with("byPayer", payers.json()).json();
    }

    private static JsonValue.Obj spent(UsageTotals spent) {
        return new JsonObjectBuilder().with("tokens", (long) spent.totalTokens())
                .with("estimatedUsd", Math.round(spent.usd() * NANO) / NANO)
                .with("calls", spent.calls())
                .with("inputTokens", (long) spent.inputTokens())
                .with("outputTokens", (long) spent.outputTokens())
                .with("estimatedCalls", spent.estimatedCalls()).json();
    }

    private static JsonValue consensus(ConsensusResult consensus) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("strategy", consensus.strategy())
                .with("decided", consensus.decided())
                .with("decision", consensus.decision().orElse(null))
                .with("leader", consensus.leader().map(Proposal::id).orElse(null))
                .with("confidence", consensus.confidence())
                .with("reasoning", consensus.reasoning())
                .with("standings", consensus.standings().stream().map(ResultJson::standing).toList())
                .with("votingRecord", consensus.votingRecord().stream().map(ResultJson::vote).toList())
                .with("dissent", consensus.dissent().stream().map(ResultJson::dissent).toList())
                .with("rejectedVotes", consensus.rejectedVotes());
        return withApproval(fields, consensus.approval()).json();
    }

    /** Adds the approval of the leader; nothing without a rule. */
    public static JsonObjectBuilder withApproval(JsonObjectBuilder fields, ApprovalStatus approval) {
        return approval.equals(ApprovalStatus.NONE)
                ? fields
                : fields.with("approval", new JsonObjectBuilder().with("withheld", approval.withheld())
                        .withTexts("approvedBy", approval.approvedBy())
                        .withTexts("missing", approval.missing())
                        .with("vetoes", approval.vetoes().stream().map(ResultJson::veto).toList()).json());
    }

    private static JsonValue veto(ApprovalStatus.Veto veto) {
        return new JsonObjectBuilder().with("proposalId", veto.proposalId())
                .with("agentId", veto.agentId())
                .with("reasoning", veto.reasoning()).json();
    }

    private static JsonValue standing(ProposalStanding standing) {
        return new JsonObjectBuilder().with("proposalId", standing.proposal().id())
                .with("content", standing.proposal().content())
                .with("author", standing.proposal().sourceAgentId())
                .with("share", standing.share())
                .with("weightRatio", standing.weightRatio())
                .with("agreeVoters", standing.agreeVoters())
                .with("allVoters", standing.allVoters()).json();
    }

    private static JsonValue vote(VoteRecord vote) {
        return new JsonObjectBuilder().with("agentId", vote.agentId())
                .with("proposalId", vote.proposalId())
                .with("stance", word(vote.vote().stance()))
                .with("weight", vote.vote().weight())
                .with("reasoning", vote.vote().reasoning())
                .with("signalId", vote.signalId()).json();
    }

    /** A dissenting voice. */
    public static JsonValue dissent(Dissent dissent) {
        return new JsonObjectBuilder().with("kind", word(dissent.kind()))
                .with("agentId", dissent.agentId())
                .with("text", dissent.text())
                .with("about", dissent.about()).json();
    }

    private static JsonValue contribution(AgentContribution row) {
        return new JsonObjectBuilder().with("agentId", row.agentId())
                .with("signalsEmitted", row.signalsEmitted())
                .with("proposalsMade", row.proposalsMade())
                .with("challengesMade", row.challengesMade())
                .with("votesCast", row.votesCast())
                .with("avgConfidence", row.avgConfidence()).json();
    }

    private static JsonValue refusal(SignalRefusal refusal) {
        return new JsonObjectBuilder().with("signalId", refusal.signal().id())
                .with("agentId", refusal.signal().source().label())
                .with("type", refusal.signal().type().text())
                .with("reason", word(refusal.reason())).json();
    }

    private static JsonValue failure(AgentFailure failure) {
        return new JsonObjectBuilder().with("agentId", failure.agentId())
                .with("round", failure.round())
                .with("context", failure.context())
                .with("message", failure.message()).json();
    }

    private static JsonValue word(Enum<?> constant) {
        return JsonValue.of(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
}
