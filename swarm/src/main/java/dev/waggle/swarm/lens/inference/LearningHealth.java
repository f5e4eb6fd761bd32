package dev.waggle.swarm.lens.inference;

import java.util.Locale;

/** How well a group learns to foresee its own votes. */
public enum LearningHealth {
    /** Each round of votes is foreseen much better than the one before. */
    EXCELLENT,
    /** Each is foreseen better. */
    GOOD,
    /** Hardly better, or a little worse. */
    SLOW,
    /** The last rounds of votes were foreseen equally well. */
    STALLED,
    /** The last votes contradict what was believed before them. */
    DIVERGING;

    /** The name in logs and results. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
