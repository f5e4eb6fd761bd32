package dev.waggle.swarm.event.json;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmResult.InnerSolve;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.selection.AgentContribution;

/** Result of a solve as JSON for programs, as {@code waggle solve --json} prints it. */
public final class ResultJson {

    /** Reciprocal of the precision of amounts of money, a billionth; further digits are rounding errors. */
    private static final double NANO = 1e9;

    private ResultJson() {}

    /**
     * The whole result: the object of {@link #of} with the log and all reports, which streams and servers leave out.
     *
     * <pre>
     *   unheardAgents  the ids of the agents without a published signal
     *   convergence    converged, reason, and what is open by id and source
     *   advisor        the report of the advisor, with one
     *   evolution      the report of evolution, with one
     *   innerSolves    agentId, round and whole result of each, if there are any
     *   signalLog      all published signals, in order
     * </pre>
     */
    public static JsonValue.Obj whole(SwarmResult result) {
        JsonObjectBuilder fields = new JsonObjectBuilder().withAll(of(result));
        ResultReportJson.add(result, fields);
        if (!result.activity().innerSolves().isEmpty()) {
            fields.with("innerSolves", result.activity().innerSolves().stream().map(ResultJson::inner).toList());
        }
        return fields.with("signalLog", EventPartJson.signals(result.signalLog())).json();
    }

    private static JsonValue.Obj inner(InnerSolve solve) {
        return new JsonObjectBuilder().with("agentId", solve.agentId()).with("round", solve.round())
                .with("result", whole(solve.result())).json();
    }

    /**
     * The object of a result. The schema {@code result}, which {@code waggle schema result} prints, lists its fields
     * with their types and ranges.
     */
    public static JsonValue.Obj of(SwarmResult result) {
        ConsensusResult consensus = result.consensus();
        JsonObjectBuilder fields = new JsonObjectBuilder().with("solveId", result.solveId())
                .with("answer", result.answer())
                .with("decision", consensus.decision().orElse(null))
                .with("confidence", result.confidence())
                .with("confidenceBasis", result.confidenceBasis())
                .with("confidenceInterval", ConsensusJson.interval(consensus.estimate()))
                .with("agreement", result.agreement())
                .with("decided", consensus.decided())
                .with("ending", result.ending().wireName())
                .with("endingDetail", result.endingDetail())
                .with("roundsUsed", result.timing().roundsUsed())
                .with("totalMs", result.timing().total().toMillis())
                .with("cost", cost(result.cost()))
                .with("consensus", ConsensusJson.of(consensus))
                .with("contributions",
                        result.activity().agentContributions().values().stream().map(ResultJson::contribution).toList())
                .with("unheard", result.activity().unheard().size())
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
                        .toList());
        if (result.activity().sparedTurns() > 0) {
            fields.with("sparedTurns", result.activity().sparedTurns());
        }
        if (!result.openSeats().isEmpty()) {
            fields.with("openSeats", result.openSeats().stream().map(SeatRequestJson::of).toList());
        }
        return withReplies(fields, result.replies()).json();
    }

    /** Adds the counts of replies by model; nothing where no answer of a model was read as a reply. */
    public static JsonObjectBuilder withReplies(JsonObjectBuilder fields, ReplyQuality replies) {
        return replies.byModel().isEmpty() ? fields : fields.with("replies", replies(replies));
    }

    /** A dissent from the leading proposal. */
    public static JsonValue.Obj dissent(Dissent dissent) {
        return ConsensusJson.dissent(dissent);
    }

    /** A finding of a lens in that round: round, lens, kind, the fields of the kind, and the reason. */
    public static JsonValue.Obj finding(int round, Finding finding) {
        return FindingJson.of(round, finding);
    }

    private static JsonValue pairs(List<ConflictPair> conflicts) {
        return JsonValue.of(conflicts.stream()
                .map(pair -> JsonValue
                        .of(List.of(JsonValue.of(pair.signalA().id()), JsonValue.of(pair.signalB().id()))))
                .toList());
    }

    static JsonValue.Obj debate(DebateResult debate) {
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

    private static JsonValue.Obj replies(ReplyQuality replies) {
        JsonObjectBuilder models = new JsonObjectBuilder();
        replies.byModel().forEach((model, counts) -> models.with(model,
                new JsonObjectBuilder().with("answers", counts.answers()).with("mended", counts.mended())
                        .with("repairs", counts.repairs()).with("refused", counts.refused())
                        .with("mends", counts(counts.mends())).with("drops", counts(counts.drops())).json()));
        return models.json();
    }

    private static JsonValue counts(Map<String, Integer> counts) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        counts.forEach(fields::with);
        return fields.json();
    }

    private static JsonValue.Obj spent(UsageTotals spent) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("tokens", (long) spent.totalTokens())
                .with("estimatedUsd", Math.round(spent.usd() * NANO) / NANO)
                .with("calls", spent.calls())
                .with("inputTokens", (long) spent.inputTokens())
                .with("outputTokens", (long) spent.outputTokens())
                .with("estimatedCalls", spent.estimatedCalls());
        withPart(fields, "cachedInputTokens", spent.cachedInputTokens());
        withPart(fields, "cacheWriteTokens", spent.cacheWriteTokens());
        withPart(fields, "reasoningTokens", spent.reasoningTokens());
        withPart(fields, "unpricedCalls", spent.unpricedCalls());
        if (Math.round(spent.savedUsd() * NANO) != 0) {
            fields.with("savedUsd", Math.round(spent.savedUsd() * NANO) / NANO);
        }
        return fields.json();
    }

    /** Adds the count of a part of the tokens or calls; nothing below 1. */
    private static void withPart(JsonObjectBuilder fields, String name, double count) {
        if (count >= 1) {
            fields.with(name, (long) count);
        }
    }

    /** Adds the approval of the leader; nothing without a rule. */
    public static JsonObjectBuilder withApproval(JsonObjectBuilder fields, ApprovalStatus approval) {
        return ConsensusJson.withApproval(fields, approval);
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
                .with("reason", ConsensusJson.word(refusal.reason())).json();
    }

    private static JsonValue failure(AgentFailure failure) {
        return new JsonObjectBuilder().with("agentId", failure.agentId())
                .with("round", failure.round())
                .with("context", failure.context())
                .with("message", failure.message()).json();
    }
}
