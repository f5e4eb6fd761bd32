package dev.waggle.swarm.engine.record;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceFields;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * Events of a solve as events of spans. They have ids, counts and words of the runtime, and no text of an agent or a
 * question.
 */
final class TraceEvents {

    private TraceEvents() {}

    /** True if an event is worth one in a trace. The others have a span, or are too many. */
    static boolean isTraced(SwarmEvent event) {
        return switch (event) {
            case SwarmEvent.SolveStarted _, SwarmEvent.SolveCompleted _, SwarmEvent.RoundStarted _, SwarmEvent.RoundEnded _, SwarmEvent.AgentReacted _,SwarmEvent.HarnessEmitted _,SwarmEvent.SignalDelivered _,SwarmEvent.LifecycleRecorded _,SwarmEvent.SynthesisStarted _,SwarmEvent.SynthesisCompleted _,SwarmEvent.DebateStarted _ ->
                false;
            case SwarmEvent.SignalEmitted emitted -> emitted.signal().payload() instanceof Payload.Escalate;
            case SwarmEvent.InboxRead _, SwarmEvent.ConsensusChecked _, SwarmEvent.RoundAnalyzed _, SwarmEvent.ToolCalled _, SwarmEvent.SignalExpired _,SwarmEvent.SignalRefused _,SwarmEvent.AgentFailed _,SwarmEvent.ConflictDetected _,SwarmEvent.ProposalSubmitted _,SwarmEvent.VoteCast _,SwarmEvent.ConsensusReached _,SwarmEvent.ConsensusFailed _,SwarmEvent.AdvisorActed _,SwarmEvent.TopologyUpdated _,SwarmEvent.DebateRoundEnded _,SwarmEvent.DebateEnded _,SwarmEvent.AgentSpawned _,SwarmEvent.AgentDissolved _,SwarmEvent.SeatAsked _,SwarmEvent.SeatAnswered _,SwarmEvent.SeatExpired _,SwarmEvent.SolveSuspended _ ->
                true;
        };
    }

    /** Sets the fields of an event. */
    static void describe(SwarmEvent event, TraceFields fields) {
        switch (event) {
            case SwarmEvent.SolveStarted _, SwarmEvent.SolveCompleted _, SwarmEvent.RoundStarted _, SwarmEvent.RoundEnded _, SwarmEvent.AgentReacted _,SwarmEvent.HarnessEmitted _,SwarmEvent.SignalDelivered _,SwarmEvent.LifecycleRecorded _,SwarmEvent.SynthesisStarted _,SwarmEvent.SynthesisCompleted _,SwarmEvent.DebateStarted _ ->
                {}
            case SwarmEvent.SignalEmitted emitted -> describe(emitted.signal(), fields);
            case SwarmEvent.SignalExpired expired -> describe(expired.signal(), fields);
            case SwarmEvent.SignalRefused refused -> {
                describe(refused.refusal().signal(), fields);
                fields.set(TraceAttribute.REASON, refused.refusal().reason().name());
            }
            case SwarmEvent.InboxRead read -> {
                fields.set(TraceAttribute.AGENT_ID, read.agentId());
                fields.set(TraceAttribute.COUNT, read.items().size());
            }
            case SwarmEvent.ConsensusChecked checked -> describe(checked.result(), fields);
            case SwarmEvent.ConsensusReached reached -> describe(reached.result(), fields);
            case SwarmEvent.ConsensusFailed failed -> {
                describe(failed.result(), fields);
                fields.set(TraceAttribute.REASON, failed.reason().name());
            }
            case SwarmEvent.RoundAnalyzed analyzed ->
                fields.set(TraceAttribute.COUNT, analyzed.analysis().findings().size());
            case SwarmEvent.ToolCalled called -> {
                fields.set(TraceAttribute.AGENT_ID, called.agentId());
                fields.set(TraceAttribute.TOOL_NAME, called.toolName());
                fields.set(TraceAttribute.FAILED, called.isError());
            }
            case SwarmEvent.AgentFailed failed -> {
                fields.set(TraceAttribute.AGENT_ID, failed.failure().agentId());
                fields.set(TraceAttribute.OPERATION, failed.failure().context());
            }
            case SwarmEvent.ConflictDetected conflict -> {
                fields.set(TraceAttribute.SIGNAL_ID, conflict.pair().signalA().id());
                fields.set(TraceAttribute.RIVAL_ID, conflict.pair().signalB().id());
            }
            case SwarmEvent.ProposalSubmitted submitted -> {
                fields.set(TraceAttribute.AGENT_ID, submitted.proposal().sourceAgentId());
                fields.set(TraceAttribute.SIGNAL_ID, submitted.proposal().sourceSignalId());
            }
            case SwarmEvent.VoteCast cast -> {
                fields.set(TraceAttribute.AGENT_ID, cast.vote().agentId());
                fields.set(TraceAttribute.SIGNAL_ID, cast.vote().signalId());
                fields.set(TraceAttribute.STANCE, cast.vote().vote().stance().name());
                fields.set(TraceAttribute.WEIGHT, cast.vote().vote().weight());
            }
            case SwarmEvent.AdvisorActed acted -> describe(acted.advice(), fields);
            case SwarmEvent.TopologyUpdated updated ->
                fields.set(TraceAttribute.COUNT, updated.topology().sourcesOf().size());
            case SwarmEvent.DebateRoundEnded ended -> fields.set(TraceAttribute.ROUND, ended.round());
            case SwarmEvent.DebateEnded ended -> {
                fields.set(TraceAttribute.RESOLVED, ended.result().resolved());
                fields.set(TraceAttribute.ROUNDS, ended.result().roundsUsed());
            }
            case SwarmEvent.AgentSpawned spawned -> fields.set(TraceAttribute.AGENT_ID, spawned.agentId());
            case SwarmEvent.AgentDissolved dissolved -> fields.set(TraceAttribute.AGENT_ID, dissolved.agentId());
            case SwarmEvent.SeatAsked asked -> fields.set(TraceAttribute.AGENT_ID, asked.request().turn().seat());
            case SwarmEvent.SeatAnswered answered ->
                fields.set(TraceAttribute.AGENT_ID, answered.answer().turn().seat());
            case SwarmEvent.SeatExpired expired -> fields.set(TraceAttribute.AGENT_ID, expired.turn().seat());
            case SwarmEvent.SolveSuspended suspended ->
                fields.set(TraceAttribute.COUNT, suspended.result().openSeats().size());
        }
    }

    private static void describe(Signal signal, TraceFields fields) {
        fields.set(TraceAttribute.SIGNAL_ID, signal.id());
        fields.set(TraceAttribute.SIGNAL_TYPE, signal.type().text());
        fields.set(TraceAttribute.AGENT_ID, signal.source().label());
    }

    private static void describe(ConsensusResult result, TraceFields fields) {
        fields.set(TraceAttribute.DECIDED, result.decided());
        fields.set(TraceAttribute.AGREEMENT, result.agreement());
        fields.set(TraceAttribute.CONFIDENCE, result.estimate().probability());
        fields.set(TraceAttribute.VOTES, result.votingRecord().size());
        fields.set(TraceAttribute.PROPOSALS, result.standings().size());
    }

    private static void describe(SwarmAdvice advice, TraceFields fields) {
        switch (advice) {
            case SwarmAdvice.InjectSignal inject -> {
                fields.set(TraceAttribute.OPERATION, "inject-signal");
                fields.set(TraceAttribute.SIGNAL_TYPE, inject.draft().type().text());
            }
            case SwarmAdvice.DisableAgent disable -> {
                fields.set(TraceAttribute.OPERATION, "disable-agent");
                fields.set(TraceAttribute.AGENT_ID, disable.agentId());
            }
            case SwarmAdvice.UpdateTopology update -> {
                fields.set(TraceAttribute.OPERATION, "update-topology");
                fields.set(TraceAttribute.COUNT, update.topology().sourcesOf().size());
            }
        }
    }
}
