package dev.waggle.review.outcome;

/** Verdict on the decision of a run, from a source that knows the truth. */
public enum RunVerdict {
    /** The decision is right. */
    CORRECT,
    /** The decision is right in part. */
    PARTIAL,
    /** The decision is wrong. */
    WRONG
}
