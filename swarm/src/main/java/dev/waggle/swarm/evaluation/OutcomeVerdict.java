package dev.waggle.swarm.evaluation;

import dev.waggle.signal.json.WireConstant;

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

    /** Value in a calibration: 1, 0.5 or 0. */
    public double value() {
        return value;
    }
}
