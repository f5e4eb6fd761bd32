package dev.waggle.swarm.engine.speech;

import java.util.Map;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.engine.record.OpeningFacts;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.identity.StatedConfidence;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.selection.AgentCalibration;

/**
 * Calibrates the stated confidence of agents by the outcomes of earlier solves. They are read when the solve begins,
 * and later outcomes change nothing in this one. The solve itself teaches nothing. Owned by the thread of the solve.
 */
public final class ConfidenceScaler {

    private final Map<String, Double> factors;

    public ConfidenceScaler(SolveContext context) {
        ReplayContext replay = context.replayContext();
        factors = replay.log().isExhausted()
                ? context.config().services().experience().calibration()
                        .map(learned -> learned.snapshot().factors()).orElse(Map.of())
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
        return Signal.of(draft.withGrading(corrected).withExtension(StatedConfidence.KEY, JsonValue.of(claimed)),
                stamp);
    }
}
