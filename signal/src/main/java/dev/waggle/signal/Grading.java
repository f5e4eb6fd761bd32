package dev.waggle.signal;

import org.jspecify.annotations.Nullable;

/**
 * Confidence, priority and causal level of a signal, all optional here; the swarm family requires a confidence.
 *
 * @param confidence the emitter's own confidence in the content, 0..1
 * @param priority urgency as a word
 * @param priorityValue urgency as a finite number of the emitter's own scale
 * @param causalLevel the rung of the ladder of causation
 */
public record Grading(@Nullable Double confidence, @Nullable Priority priority, @Nullable Double priorityValue,
        @Nullable CausalLevel causalLevel) {

    public static final Grading NONE = new Grading(null, null, null, null);

    public Grading {
        if (confidence != null) {
            confidence = EnvelopePreconditions.unitInterval("confidence", confidence);
        }
        if (priorityValue != null && !Double.isFinite(priorityValue)) {
            throw new IllegalArgumentException("priorityValue must be finite, got " + priorityValue);
        }
    }

    public static Grading confidence(double confidence) {
        return new Grading(confidence, null, null, null);
    }

    /** Returns this grading with another causal level. */
    public Grading withCausalLevel(CausalLevel level) {
        return new Grading(confidence, priority, priorityValue, level);
    }
}
