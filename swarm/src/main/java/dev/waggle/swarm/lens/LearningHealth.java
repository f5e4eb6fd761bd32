package dev.waggle.swarm.lens;

import dev.waggle.signal.json.WireConstant;

/** Quality of a group's learning to predict its own votes. */
public enum LearningHealth implements WireConstant {
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
}
