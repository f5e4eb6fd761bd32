package dev.waggle.swarm.engine.speech;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.engine.record.OpeningFacts;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.selection.AgentCalibration;
import dev.waggle.swarm.selection.CalibrationTracker;
import dev.waggle.swarm.selection.turn.ClaimEvaluator;

/**
 * Calibrates the stated confidence of agents by their record in earlier solves. The record is read when the solve
 * begins; concurrent solves change nothing in this one. Owned by the thread of the solve.
 */
public final class ConfidenceScaler {

    /** Key of the stated confidence, beside a corrected one. */
    static final String STATED = "statedConfidence";

    private final String run;
    private final Optional<CalibrationTracker> tracker;
    private final ReplayContext replay;
    private final Map<String, Double> factors;
    /** Stated confidence of corrected signals. */
    private final Map<Utterance, Double> stated = new HashMap<>();

    public ConfidenceScaler(SolveContext context) {
        run = context.run();
        tracker = context.config().services().experience().calibration();
        replay = context.replayContext();
        factors = replay.log().isExhausted()
                ? tracker.map(learned -> learned.snapshot().factors()).orElse(Map.of())
                : OpeningFacts.confidenceFactors(FactBody.of(replay.log().next().signal()));
    }

    /** Confidence factors by agent in this solve; agents without a correction are omitted. */
    public Map<String, Double> factors() {
        return factors;
    }

    /**
     * The signal that a draft of that agent becomes. The result of a tool is no claim and stays as it is, and so does a
     * confidence that nobody stated.
     */
    Signal toSignal(String agentId, Draft draft, Stamp stamp) {
        Double claimed = draft.grading().confidence();
        Double factor = factors.get(agentId);
        if (claimed == null || factor == null || draft.payload() instanceof Payload.ToolResult
                || UnstatedConfidence.isMarked(draft)) {
            return Signal.of(draft, stamp);
        }
        Grading old = draft.grading();
        Grading corrected = new Grading(AgentCalibration.adjust(claimed, factor), old.priority(), old.priorityValue(),
                old.causalLevel());
        Signal signal = Signal.of(draft.withGrading(corrected).withExtension(STATED, JsonValue.of(claimed)), stamp);
        stated.putIfAbsent(new Utterance(agentId, signal.id()), claimed); // A second one of that id is refused.
        return signal;
    }

    /** Learns from the result of a decided solve; an undecided one teaches nothing. */
    public void learn(ConsensusResult result, List<Signal> log) {
        if (result.decided() && replay.isLive()) {
            tracker.ifPresent(learner -> result.leader()
                    .ifPresent(winner -> learner.learn(run, ClaimEvaluator.outcomes(winner.id(), log, this::stated))));
        }
    }

    private double stated(Signal signal) {
        return signal.source() instanceof Source.Agent(String id)
                ? stated.getOrDefault(new Utterance(id, signal.id()), signal.confidence())
                : signal.confidence();
    }

    /** Key of a signal: agent and id, since agents may choose ids of their own. */
    private record Utterance(String agentId, String signalId) {}
}
