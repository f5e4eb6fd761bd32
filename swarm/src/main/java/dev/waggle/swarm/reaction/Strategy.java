package dev.waggle.swarm.reaction;

import java.util.Locale;

/** What an agent tries to do in a turn. */
public enum Strategy {
    /** Examine, and report what is found. */
    ANALYZE,
    /** Offer an answer to the question. */
    PROPOSE,
    /** Look for weaknesses, risks and what was missed. */
    CHALLENGE,
    /** Supply support, or vote. */
    SUPPORT,
    /** Merge what was found into one proposal. */
    SYNTHESIZE,
    /** Say nothing: no model is asked. */
    DEFER;

    /** The word of the specification, in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
