package dev.waggle.swarm.lens;

import dev.waggle.signal.json.WireConstant;

/** Phase of a swarm by its order. */
public enum SwarmPhase implements WireConstant {
    /** Most of the probability lies on one proposal. */
    ORDERED,
    /** Between order and disorder, with opinions in motion. */
    CRITICAL,
    /** Spread over the proposals, or too early to decide. */
    DISORDERED;
}
