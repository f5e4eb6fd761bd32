package dev.waggle.signal.connectivity;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;

/**
 * The classes of the specification: narrow meanings of a connectivity signal. Usual priorities and audiences are
 * those of the catalogue of the specification. Products add classes of their own, see {@link ProductSignalClass}.
 */
public enum SignalClass implements SignalClassDefinition {
    /** Flag something for another's consideration. */
    ATTENTION_RAISE(MessageClass.ATTENTION, "attention.raise", 0, 1, ConvergenceRole.NEUTRAL, Priority.NORMAL),
    /** Output is stable and well supported. */
    CONFIDENCE_HIGH(MessageClass.CONFIDENCE, "confidence.high", 0.8, 1, ConvergenceRole.NEUTRAL, Priority.NORMAL),
    /** Output is reasonable but has caveats. */
    CONFIDENCE_MEDIUM(MessageClass.CONFIDENCE, "confidence.medium", 0.4, 0.79,
            ConvergenceRole.NEUTRAL, Priority.NORMAL),
    /** Output is speculative. */
    CONFIDENCE_LOW(MessageClass.CONFIDENCE, "confidence.low", 0.1, 0.39, ConvergenceRole.UNSURE, Priority.HIGH),
    /** No useful output without more input. */
    CONFIDENCE_BLOCKER(MessageClass.CONFIDENCE, "confidence.blocker", 0, 0, ConvergenceRole.BLOCKING, Priority.HIGH),
    /** A conflict exists and is unresolved. */
    CONFLICT_ACTIVE(MessageClass.CONFLICT, "conflict.active", 0, 1, ConvergenceRole.BLOCKING, Priority.HIGH),
    /** A conflict that was flagged has been resolved. */
    CONFLICT_RESOLVED(MessageClass.CONFLICT, "conflict.resolved", 0, 1, ConvergenceRole.NEUTRAL, Priority.NORMAL),
    /** Output is ready for the next component. */
    HANDOFF_READY(MessageClass.HANDOFF, "handoff.ready", 0, 1, ConvergenceRole.NEUTRAL, Priority.NORMAL),
    /** Partial output is there, more is coming. */
    HANDOFF_PARTIAL(MessageClass.HANDOFF, "handoff.partial", 0, 1, ConvergenceRole.NEUTRAL, Priority.NORMAL),
    /** Stop the current plan. */
    ESCALATION_INTERRUPT(MessageClass.ESCALATION, "escalation.interrupt", 0, 1,
            ConvergenceRole.BLOCKING, Priority.CRITICAL),
    /** Uncertainty is too high; a deeper mode is requested. */
    ESCALATION_UNCERTAINTY(MessageClass.ESCALATION, "escalation.uncertainty", 0, 1,
            ConvergenceRole.BLOCKING, Priority.HIGH);

    private static final Map<String, SignalClass> BY_WIRE_NAME = Stream.of(values())
            .collect(Collectors.toUnmodifiableMap(SignalClass::wireName, signalClass -> signalClass));

    private final MessageClass messageClass;
    private final String wireName;
    private final double minConfidence;
    private final double maxConfidence;
    private final ConvergenceRole convergence;
    private final Priority defaultPriority;

    SignalClass(MessageClass messageClass, String word, double leastConfidence, double mostConfidence,
            ConvergenceRole role, Priority usualPriority) {
        this.messageClass = messageClass;
        this.wireName = word;
        this.minConfidence = leastConfidence;
        this.maxConfidence = mostConfidence;
        this.convergence = role;
        this.defaultPriority = usualPriority;
    }

    @Override
    public MessageClass messageClass() {
        return messageClass;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    @Override
    public double minConfidence() {
        return minConfidence;
    }

    @Override
    public double maxConfidence() {
        return maxConfidence;
    }

    @Override
    public ConvergenceRole convergence() {
        return convergence;
    }

    @Override
    public Priority defaultPriority() {
        return defaultPriority;
    }

    /** Handoffs are for the selected components, all others for the coordinator. */
    @Override
    public Audience.RoleName defaultAudience() {
        return messageClass == MessageClass.HANDOFF ? Audience.RoleName.SELECTED : Audience.RoleName.COORDINATOR;
    }

    /** Returns the class of that name, which must be exact. */
    public static Optional<SignalClass> ofWireName(String word) {
        return Optional.ofNullable(BY_WIRE_NAME.get(word));
    }
}
