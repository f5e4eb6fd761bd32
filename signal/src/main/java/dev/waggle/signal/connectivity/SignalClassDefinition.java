package dev.waggle.signal.connectivity;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;

/**
 * Definition of a signal class: one of the specification ({@link SignalClass}), or one that a product registers
 * ({@link ProductSignalClass}). A layer treats two classes of one definition alike, whatever their names are.
 */
public sealed interface SignalClassDefinition permits SignalClass, ProductSignalClass {

    /** The name in logs and queries, for example {@code conflict.active}; it begins with the message class. */
    String wireName();

    /**
     * The message class, which sets the rules of emit. Confidence and conflict require a confidence. Escalation calls
     * the hook and is new with each new summary. Handoff does not count toward a crowded source.
     */
    MessageClass messageClass();

    /** Smallest confidence that fits, inclusive, 0..1. */
    double minConfidence();

    /** Largest confidence that fits, inclusive, 0..1. */
    double maxConfidence();

    /** The effect of an open signal on the convergence of its thread. */
    ConvergenceRole convergence();

    /** The usual priority, for emits that name none. */
    Priority defaultPriority();

    /** The usual audience, for emits that name none. */
    Audience.RoleName defaultAudience();
}
