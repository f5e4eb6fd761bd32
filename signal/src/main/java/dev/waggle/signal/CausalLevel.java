package dev.waggle.signal;

/**
 * The rung of the ladder of causation that a signal stands on (Pearl, "Causality", 2nd ed., 2009, section 1.4). It
 * orders routing; it never changes the weight of a vote.
 */
public enum CausalLevel {
    /** Seeing: x and y go together. */
    CORRELATION,
    /** Doing: if we do x, then y. */
    INTERVENTION,
    /** Imagining: had x not been, y would not have been. */
    COUNTERFACTUAL
}
