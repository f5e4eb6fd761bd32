package dev.waggle.signal.connectivity;

import dev.waggle.signal.json.WireConstant;

/** Effect of an open signal on the convergence of its thread. */
public enum ConvergenceRole implements WireConstant {
    /** It keeps no thread from converging, like {@code handoff.ready}. */
    NEUTRAL,
    /** It keeps its thread from converging while it is the latest confidence of its source. */
    UNSURE,
    /**
     * It keeps its thread from converging and is never evicted. A confidence does so while it is the latest of its
     * source, all others while they are open.
     */
    BLOCKING
}
