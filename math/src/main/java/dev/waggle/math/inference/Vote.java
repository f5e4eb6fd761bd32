package dev.waggle.math.inference;

/** What a voter may say to a hypothesis. */
public enum Vote {
    AGREE, DISAGREE, ABSTAIN
}
