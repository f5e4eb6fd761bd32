package dev.waggle.signal.connectivity;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The narrow meaning of a connectivity signal; each has one message class and states its range of confidence. */
public enum SignalClass {
    /** Flag something for another's consideration. */
    ATTENTION_RAISE(MessageClass.ATTENTION, "attention.raise", 0, 1),
    /** Output is stable and well supported. */
    CONFIDENCE_HIGH(MessageClass.CONFIDENCE, "confidence.high", 0.8, 1),
    /** Output is reasonable but has caveats. */
    CONFIDENCE_MEDIUM(MessageClass.CONFIDENCE, "confidence.medium", 0.4, 0.79),
    /** Output is speculative. */
    CONFIDENCE_LOW(MessageClass.CONFIDENCE, "confidence.low", 0.1, 0.39),
    /** No useful output without more input. */
    CONFIDENCE_BLOCKER(MessageClass.CONFIDENCE, "confidence.blocker", 0, 0),
    /** A conflict exists and is unresolved. */
    CONFLICT_ACTIVE(MessageClass.CONFLICT, "conflict.active", 0, 1),
    /** A conflict that was flagged has been resolved. */
    CONFLICT_RESOLVED(MessageClass.CONFLICT, "conflict.resolved", 0, 1),
    /** Output is ready for the next component. */
    HANDOFF_READY(MessageClass.HANDOFF, "handoff.ready", 0, 1),
    /** Partial output is there, more is coming. */
    HANDOFF_PARTIAL(MessageClass.HANDOFF, "handoff.partial", 0, 1),
    /** Stop the current plan. */
    ESCALATION_INTERRUPT(MessageClass.ESCALATION, "escalation.interrupt", 0, 1),
    /** Uncertainty is too high; a deeper mode is requested. */
    ESCALATION_UNCERTAINTY(MessageClass.ESCALATION, "escalation.uncertainty", 0, 1);

    private static final Map<String, SignalClass> BY_WIRE_NAME = Stream.of(values())
            .collect(Collectors.toUnmodifiableMap(SignalClass::wireName, signalClass -> signalClass));

    private final MessageClass messageClass;
    private final String wireName;
    private final double minConfidence;
    private final double maxConfidence;

    SignalClass(MessageClass messageClass, String word, double leastConfidence, double mostConfidence) {
        this.messageClass = messageClass;
        this.wireName = word;
        this.minConfidence = leastConfidence;
        this.maxConfidence = mostConfidence;
    }

    public MessageClass messageClass() {
        return messageClass;
    }

    /** The name of the specification, for example {@code conflict.active}. */
    public String wireName() {
        return wireName;
    }

    /** Smallest confidence that fits, inclusive. */
    public double minConfidence() {
        return minConfidence;
    }

    /** Largest confidence that fits, inclusive. */
    public double maxConfidence() {
        return maxConfidence;
    }

    /** Returns the class of that name, which must be exact. */
    public static Optional<SignalClass> ofWireName(String word) {
        return Optional.ofNullable(BY_WIRE_NAME.get(word));
    }
}
