package dev.waggle.review.batch;

/** Whether a leader is accepted without a person. */
public enum Acceptance {

    /** No error to hold was given. */
    OPEN,

    /** Its probability reaches the threshold. */
    ACCEPTED,

    /** A person should look at it. */
    PERSON
}
