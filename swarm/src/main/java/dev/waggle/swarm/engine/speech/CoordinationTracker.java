package dev.waggle.swarm.engine.speech;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.record.SolveLog;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Coordination thread of a solve, named like its run. Acts of agents become signals of the connectivity layer.
 *
 * <pre>
 *   a turn with proposals or votes   confidence.high, medium or low by the mean of what was stated; replaces the last
 *   a failed turn                    confidence.blocker
 *   a proposal                       handoff.ready by its author, resolved by the first vote of another, or its merge
 *   rival proposals                  conflict.active by the author of the later one, until the conflict is resolved
 *   escalate                         escalation.uncertainty, high; the routing hook receives it, so that the next call
 *                                    of a model is a deeper one; resolved when the round after it is over
 *   a round                          a step
 * </pre>
 *
 * <p>Owned by the thread of the solve.
 */
public final class CoordinationTracker {

    /** Maximum number of quoted characters in a summary. */
    private static final int MAX_QUOTED = 80;

    private final String thread;
    private final DefaultConnectivityLayer layer;
    private final Map<String, String> confidences = new HashMap<>();
    private final Map<String, Handoff> handoffs = new HashMap<>();
    private final Map<Rivals, String> conflicts = new HashMap<>();
    private final Map<String, Integer> escalations = new LinkedHashMap<>();

    private int step;

    public CoordinationTracker(SolveContext context, RoutingEscalationHook hook) {
        thread = context.run();
        SolveLog log = context.log();
        layer = DefaultConnectivityLayer.create(log.world().fork("connectivity"),
                ConnectivityLayerConfig.defaults().withHook(hook).withLedger(new RunLedger(log.journal(), thread)));
    }

    /** Writes the facts of the layer as facts of the run. */
    private record RunLedger(Journal journal, String run) implements FactLedger {

        @Override
        public LogEntry append(Signal fact, Emission emission, Instant recordedAt) {
            Scope scope = fact.scope();
            Scope ofRun = new Scope(scope.tenant(), scope.thread(), run, scope.round(), scope.step());
            return journal.append(new Signal(fact.id(), fact.type(), fact.source(), fact.time(), fact.payload(), ofRun,
                    fact.links(), fact.grading(), fact.lifetime(), fact.audience(), fact.extensions()), emission,
                    recordedAt);
        }

        @Override
        public void settled() {
            // No reader needs facts of the layer, because they are in the journal.
        }
    }

    /** Output that waits for the next agent. */
    private record Handoff(String author, String signalId) {}

    /** Two signals that contradict each other. */
    private record Rivals(String earlier, String later) {}

    /** Begins a round, which is a step; escalations from before the last one count as resolved. */
    public void beginRound() {
        step++;
        layer.advanceStep(thread);
        escalations.entrySet().removeIf(escalation -> {
            boolean over = escalation.getValue() < step - 1;
            if (over) {
                layer.resolve(escalation.getKey());
            }
            return over;
        });
    }

    /** Receives a signal of an agent. */
    void onSignal(String agent, Signal signal) {
        switch (signal.payload()) {
            case Payload.Proposal proposal -> openHandoff(agent, proposal.proposalId());
            case Payload.Vote vote -> closeHandoff(agent, vote.proposalId());
            case Payload.Escalate escalate -> escalate(agent, escalate.reason());
            case Payload.Task _, Payload.Discovery _, Payload.Doubt _, Payload.Challenge _, Payload.Conflict _ -> {}
            case Payload.ConsensusReached _, Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> {}
        }
    }

    /** Records that a proposal is merged: votes come for the other one. */
    void onMerged(String proposal) {
        Handoff handoff = handoffs.remove(proposal);
        if (handoff != null) {
            layer.resolve(handoff.signalId());
        }
    }

    /** Records the end of a turn, with the confidence of the agent in its proposals and votes, if any. */
    void onTurn(String agent, OptionalDouble confidence) {
        if (confidence.isPresent()) {
            emitConfidence(agent, confidence.getAsDouble());
        } else {
            clearBlocker(agent);
        }
    }

    /** Records a failed turn, which blocks the agent until its next one. */
    public void onTurnFailed(String agent) {
        emit(EmitSignalInput
                .of(thread, agent, Audience.RoleName.COORDINATOR, SignalClass.CONFIDENCE_BLOCKER, Priority.HIGH,
                        "its turn failed")
                .withConfidence(0), agent);
    }

    /** The later proposal contradicts an earlier one. */
    void onConflict(String earlier, Signal later) {
        EmitSignalInput conflict = EmitSignalInput.of(thread, AuthorKey.of(later.source()),
                Audience.RoleName.COORDINATOR, SignalClass.CONFLICT_ACTIVE, Priority.HIGH,
                later.id() + " contradicts " + earlier);
        ConnectivitySignal open = layer.emit(conflict.withConfidence(later.confidence())).signal();
        conflicts.put(new Rivals(earlier, later.id()), open.id());
    }

    /** The conflict between two proposals was arbitrated: their signals in the order of the conflict. */
    void onConflictResolved(String earlier, String later) {
        String open = conflicts.remove(new Rivals(earlier, later));
        if (open != null) {
            layer.resolve(open);
            ConnectivitySignal signal = layer.emit(EmitSignalInput.of(thread, InfrastructureNames.DEBATE_MODERATOR,
                    Audience.RoleName.COORDINATOR, SignalClass.CONFLICT_RESOLVED, Priority.NORMAL,
                    later + " and " + earlier + " contradict each other no more").withConfidence(1)).signal();
            layer.resolve(signal.id());
        }
    }

    /** State of convergence, with the reason why the thread is open. */
    public Convergence convergence() {
        return layer.convergence(thread);
    }

    /** True if an escalation waits for an agent's next turn. */
    public boolean isEscalated() {
        return escalations.containsValue(step);
    }

    private void openHandoff(String author, String proposal) {
        ConnectivitySignal open = layer.emit(EmitSignalInput.of(thread, author, Audience.RoleName.ALL,
                SignalClass.HANDOFF_READY, Priority.NORMAL, "proposal " + quoted(proposal) + " can be voted on"))
                .signal();
        handoffs.put(proposal, new Handoff(author, open.id()));
    }

    private void closeHandoff(String voter, String proposal) {
        Handoff handoff = handoffs.get(proposal);
        if (handoff != null && !handoff.author().equals(voter)) {
            layer.resolve(handoff.signalId());
            handoffs.remove(proposal);
        }
    }

    private void escalate(String agent, String reason) {
        ConnectivitySignal open = layer.emit(EmitSignalInput.of(thread, agent, Audience.RoleName.COORDINATOR,
                SignalClass.ESCALATION_UNCERTAINTY, Priority.HIGH, quoted(reason))).signal();
        escalations.put(open.id(), step);
    }

    private void emitConfidence(String agent, double confidence) {
        SignalClass kind = confidence >= SignalClass.CONFIDENCE_HIGH.minConfidence()
                ? SignalClass.CONFIDENCE_HIGH
                : confidence >= SignalClass.CONFIDENCE_MEDIUM.minConfidence()
                        ? SignalClass.CONFIDENCE_MEDIUM
                        : SignalClass.CONFIDENCE_LOW;
        double stated = Math.clamp(confidence, kind.minConfidence(), kind.maxConfidence());
        emit(EmitSignalInput.of(thread, agent, Audience.RoleName.COORDINATOR, kind, Priority.NORMAL,
                "how sure it is of what it proposes and votes for").withConfidence(stated), agent);
    }

    /** Replaces the previous confidence signal of an agent. */
    private void emit(EmitSignalInput input, String agent) {
        String before = confidences.get(agent);
        ConnectivitySignal now = layer.emit(before == null ? input : input.replacing(before)).signal();
        confidences.put(agent, now.id());
    }

    /** Unblocks an agent that answers again, even without a stated confidence. */
    private void clearBlocker(String agent) {
        String before = confidences.get(agent);
        if (before != null && layer.get(before).filter(known -> known.isOpen()
                && known.signalClass().equals(SignalClass.CONFIDENCE_BLOCKER)).isPresent()) {
            layer.resolve(before);
            confidences.remove(agent);
        }
    }

    private static String quoted(String words) {
        String line = words.strip().replaceAll("\\p{Cntrl}+", " ");
        return line.isBlank() ? "?" : line.length() <= MAX_QUOTED ? line : line.substring(0, MAX_QUOTED) + "...";
    }
}
