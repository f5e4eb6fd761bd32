package dev.waggle.review.batch;

/** Acceptance of a leader without a person. */
public enum ItemAcceptance {

    /** No error to hold was given. */
    OPEN,

    /** Its probability reaches the threshold. */
    ACCEPTED,

    /** A person should look at it. */
    PERSON
}
