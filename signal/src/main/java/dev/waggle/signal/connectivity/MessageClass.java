package dev.waggle.signal.connectivity;

import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.signal.json.WireConstant;

/** The broad intent of a connectivity signal. */
public enum MessageClass implements WireConstant {
    /** A matter that another component should consider. */
    ATTENTION,
    /** Stability of the output of a specialist. */
    CONFIDENCE,
    /** Two active views disagree in a way that affects the final answer. */
    CONFLICT,
    /** The next component can proceed. */
    HANDOFF,
    /** The current path must change. */
    ESCALATION;

    private static final MessageClass[] ALL = values();

    private final String prefix = wireName() + ".";

    /** Returns the message class of that name, which must be exact. */
    public static Optional<MessageClass> ofWireName(String word) {
        return Stream.of(ALL).filter(messageClass -> messageClass.wireName().equals(word)).findAny();
    }

    /** Returns the message class with which the name of a signal class begins; there must be one. */
    static MessageClass ofClassName(String name) {
        for (MessageClass messageClass : ALL) {
            if (name.startsWith(messageClass.prefix)) {
                return messageClass;
            }
        }
        throw new IllegalArgumentException("no message class is the first part of " + name);
    }

    /** Returns the role of a class that states none. */
    ConvergenceRole usualRole() {
        return switch (this) {
            case ATTENTION, HANDOFF -> ConvergenceRole.NEUTRAL;
            case CONFIDENCE -> ConvergenceRole.UNSURE;
            case CONFLICT, ESCALATION -> ConvergenceRole.BLOCKING;
        };
    }

    /** True if a class of it can have that role. */
    boolean permits(ConvergenceRole role) {
        return switch (this) {
            case ATTENTION, HANDOFF -> role == ConvergenceRole.NEUTRAL;
            case CONFIDENCE -> true;
            case CONFLICT -> role != ConvergenceRole.UNSURE;
            case ESCALATION -> role == ConvergenceRole.BLOCKING;
        };
    }
}
