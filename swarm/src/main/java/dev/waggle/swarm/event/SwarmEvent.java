package dev.waggle.swarm.event;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ConsensusFailure;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.analysis.SwarmControlSignals;

/**
 * Event of a solve. Events come in this order, the same for the same log:
 *
 * <ol>
 * <li>{@code solve:start}, then {@code signal:emitted} of the task.
 * <li>For each round, first {@code round:start}. Then {@code inbox:read} of each agent that finds something in its
 * inbox, then {@code agent:reacted}, both in the order of the agents. The latter comes as soon as that agent and all
 * before it are ready. Then {@code signal:emitted} of their signals, again in that order. With adaptive effort these
 * three come for each wave of agents, and the order is that of the waves. {@code advisor:action} for each advice,
 * followed by {@code signal:emitted} of its signal or by {@code topology:updated}. {@code evolution:spawned} and {@code evolution:dissolved}. {@code signal:emitted} of the challenge that mathematics asks
 * for, and {@code math:round-analysis}. {@code consensus:check} when enough agents have voted and mathematics has not
 * ended the solve. {@code signal:emitted} of {@code consensus:reached} if that decided. If it did not and two
 * proposals are rivals, {@code debate:start}. Then for each round of the debate {@code signal:emitted} of two
 * challenges, {@code agent:reacted} and {@code signal:emitted} as above, and {@code debate:round}. Then {@code
 * debate:end} and, if it had a signal that a decision depends on, another {@code consensus:check}. Finally {@code
 * round:end}.
 * <li>When missing votes are asked for in a closing call: {@code agent:reacted} and {@code signal:emitted} as above,
 * with the number of the last round, and {@code consensus:check} if a vote came.
 * <li>When the loop ended without a check of the last signals: {@code consensus:check}, and {@code consensus:reached}
 * if it decided.
 * <li>When a synthesizer writes the answer: {@code synthesis:start}, {@code synthesis:complete}.
 * <li>{@code solve:complete}, last and once.
 * </ol>
 * People who answer later come after the other agents that are asked with them. For each, {@code seat:asked}, and then
 * for each {@code seat:answered} or {@code seat:expired} before its {@code agent:reacted}. When an answer is missing,
 * {@code solve:suspended} is the last event, and a resumption repeats the events from the start.
 *
 * <p> * A {@link Milestone} goes to streams and listeners, a {@link Detail} to listeners only.
 */
public sealed interface SwarmEvent {

    /** The name in the specification, for example {@code round:start}. */
    default String type() {
        return switch (this) {
            case SolveStarted _ -> "solve:start";
            case RoundStarted _ -> "round:start";
            case InboxRead _ -> "inbox:read";
            case AgentReacted _ -> "agent:reacted";
            case SignalEmitted _ -> "signal:emitted";
            case ConsensusChecked _ -> "consensus:check";
            case RoundAnalyzed _ -> "math:round-analysis";
            case RoundEnded _ -> "round:end";
            case SolveCompleted _ -> "solve:complete";
            case HarnessEmitted harness -> harness.signal().type().text();
            case ToolCalled _ -> "tool:called";
            case SignalDelivered _ -> "signal:delivered";
            case SignalExpired _ -> "signal:expired";
            case SignalRefused _ -> "signal:refused";
            case AgentFailed _ -> "agent:error";
            case ConflictDetected _ -> "conflict:detected";
            case ProposalSubmitted _ -> "proposal:submitted";
            case VoteCast _ -> "vote:cast";
            case ConsensusReached _ -> "consensus:reached";
            case ConsensusFailed _ -> "consensus:failed";
            case LifecycleRecorded recorded -> recorded.fact().type().text();
            case AdvisorActed _ -> "advisor:action";
            case TopologyUpdated _ -> "topology:updated";
            case DebateStarted _ -> "debate:start";
            case DebateRoundEnded _ -> "debate:round";
            case DebateEnded _ -> "debate:end";
            case AgentSpawned _ -> "evolution:spawned";
            case AgentDissolved _ -> "evolution:dissolved";
            case SynthesisStarted _ -> "synthesis:start";
            case SynthesisCompleted _ -> "synthesis:complete";
            case SeatAsked _ -> "seat:asked";
            case SeatAnswered _ -> "seat:answered";
            case SeatExpired _ -> "seat:expired";
            case SolveSuspended _ -> "solve:suspended";
        };
    }

    /** The course of a solve. */
    sealed interface Milestone extends SwarmEvent {}

    /** Events between the milestones. */
    sealed interface Detail extends SwarmEvent {}

    /** A solve begins; its id is the run that the log names. */
    record SolveStarted(String solveId, Task task) implements Milestone {}

    /** A round begins, from 1. */
    record RoundStarted(int round) implements Milestone {}

    /** An agent begins its turn with these items of its inbox, at least one, in the order of the log. */
    record InboxRead(String agentId, int round, List<InboxItem> items) implements Milestone {
        public InboxRead {
            items = List.copyOf(items);
        }
    }

    /** Completed turn of an agent, with or without signals; a turn that failed is an {@link AgentFailed}. */
    record AgentReacted(AgentReaction reaction) implements Milestone {}

    /** The log took a signal. */
    record SignalEmitted(Signal signal) implements Milestone {}

    /** The votes were asked, with or without a decision. */
    record ConsensusChecked(ConsensusResult result) implements Milestone {}

    /**
     * Analysis of a round by mathematics; omitted without lenses.
     *
     * @param controls control values for the loop
     */
    record RoundAnalyzed(RoundAnalysis analysis, SwarmControlSignals controls) implements Milestone {}

    /** End of a round, with the number of signals of agents that the log accepted in it. */
    record RoundEnded(int round, int signalCount) implements Milestone {}

    /** The solve is over: the last event. */
    record SolveCompleted(SwarmResult result) implements Milestone {}

    /**
     * Signal of a harness in a turn of that agent: a piece of an answer, the end of a call. These are delivered as they
     * happen, so concurrent signals of two agents may arrive in any order.
     */
    record HarnessEmitted(String agentId, Signal signal) implements Detail {}

    /** Tool call of an agent, with its {@code tool:result} signal. */
    record ToolCalled(String agentId, String toolName, long durationMs, boolean isError) implements Detail {}

    /** The bus brought a signal to an agent that listens to its type. */
    record SignalDelivered(Signal signal, String targetAgentId) implements Detail {}

    /** The lifetime of a signal is over; it left history. */
    record SignalExpired(Signal signal) implements Detail {}

    /** Refusal of a signal by the log. */
    record SignalRefused(SignalRefusal refusal) implements Detail {}

    /** A turn failed; the solve continues. */
    record AgentFailed(AgentFailure failure) implements Detail {}

    /** Two proposals of different sources have different answers. */
    record ConflictDetected(ConflictPair pair) implements Detail {}

    /** A proposal is on the table. */
    record ProposalSubmitted(Proposal proposal) implements Detail {}

    /** A vote is in the log, at the weight with which it counts. */
    record VoteCast(VoteRecord vote) implements Detail {}

    /** The votes decide. */
    record ConsensusReached(ConsensusResult result) implements Detail {}

    /** Votes without a decision; repeated at the end when the reason differs then. */
    record ConsensusFailed(ConsensusResult result, ConsensusFailure reason) implements Detail {}

    /** A step in the lifecycle of the solve, as in the journal: see {@link dev.waggle.swarm.runlog.LifecycleFacts}. */
    record LifecycleRecorded(Signal fact) implements Detail {}

    /** A part of the runtime acts on its findings. */
    record AdvisorActed(SwarmAdvice advice) implements Milestone {}

    /** Change of the topology: from now on each agent receives only its listed authors. */
    record TopologyUpdated(Topology topology, String reason) implements Milestone {}

    /** Two proposals are debated; their ids. */
    record DebateStarted(String proposalA, String proposalB) implements Milestone {}

    /**
     * End of a debate round.
     *
     * @param round from 1
     * @param posteriors probability, by the signals so far, that each of the two proposals is the better one; they
     *         sum to 1
     */
    record DebateRoundEnded(int round, Map<String, Double> posteriors) implements Milestone {
        public DebateRoundEnded {
            posteriors = Collections.unmodifiableMap(new LinkedHashMap<>(posteriors));
        }
    }

    record DebateEnded(DebateResult result) implements Milestone {}

    /** An agent joined because a role was missing. */
    record AgentSpawned(String agentId, String domain, String reason) implements Milestone {}

    /** Removal of an agent that had joined for a missing role. */
    record AgentDissolved(String agentId, String reason) implements Milestone {}

    /** The answer is being written. */
    record SynthesisStarted() implements Milestone {}

    /** The answer is written; it is the decision if the synthesizer failed. */
    record SynthesisCompleted(String answer) implements Milestone {}

    /** A person who answers later is asked, or was asked before the solve was resumed. */
    record SeatAsked(SeatRequest request) implements Milestone {}

    /** The answer of a person who answers later was taken. */
    record SeatAnswered(SeatAnswer answer) implements Milestone {}

    /** The deadline of a person who answers later passed without an answer. */
    record SeatExpired(SeatTurn turn, Instant deadline) implements Milestone {}

    /** The solve is suspended until people answer: the last event. The result has their open requests. */
    record SolveSuspended(SwarmResult result) implements Milestone {}
}
