package dev.waggle.swarm.harness;

import dev.waggle.signal.json.WireConstant;

/** Kind of model for a call. */
public enum ModelMode implements WireConstant {
    /** Lowest cost: signals are shown without their details. */
    CHEAP,
    /** A quick answer. */
    FAST,
    /** A reasoned answer. */
    DEEP;
}
