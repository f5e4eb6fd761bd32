package dev.waggle.swarm.evaluation;

import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.memory.MemoryOutcome;

/** Verdict on the answer of a solve. */
public enum OutcomeVerdict implements WireConstant {
    /** The answer was right. */
    CORRECT(1),
    /** Some of it was right. It says of no agent that it was right or wrong, so it teaches nothing about agents. */
    PARTIAL(0.5),
    /** The answer was wrong. */
    INCORRECT(0);

    private final double value;

    OutcomeVerdict(double value) {
        this.value = value;
    }

    /** The outcome of the memories of a solve with this verdict. */
    public MemoryOutcome ofMemories() {
        return switch (this) {
            case CORRECT -> MemoryOutcome.RIGHT;
            case INCORRECT -> MemoryOutcome.WRONG;
            case PARTIAL -> MemoryOutcome.UNKNOWN;
        };
    }

    /** Value in a calibration: 1, 0.5 or 0. */
    public double value() {
        return value;
    }
}
