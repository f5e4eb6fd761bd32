package dev.waggle.swarm.lens;

import java.util.Locale;

/** Quality of a group's learning to predict its own votes. */
public enum LearningHealth {
    /** Each round of votes is predicted much better than the one before. */
    EXCELLENT,
    /** Each is predicted better. */
    GOOD,
    /** Hardly better, or a little worse. */
    SLOW,
    /** The last rounds of votes were predicted equally well. */
    STALLED,
    /** The last votes contradict the belief before them. */
    DIVERGING;

    /** The name in logs and results. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
