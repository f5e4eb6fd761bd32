package dev.waggle.swarm.lens;

import java.util.Locale;

/** Phase of a swarm by its order. */
public enum SwarmPhase {
    /** Most of the probability lies on one proposal. */
    ORDERED,
    /** Between order and disorder, with opinions in motion. */
    CRITICAL,
    /** Spread over the proposals, or too early to decide. */
    DISORDERED;

    /** The name in logs and results. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
