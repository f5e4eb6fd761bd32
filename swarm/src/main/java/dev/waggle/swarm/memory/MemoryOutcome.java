package dev.waggle.swarm.memory;

import java.util.Locale;

/** Outcome of the solve in which a memory was said. */
public enum MemoryOutcome {

    /** It was not told. */
    UNKNOWN(1),
    /** The decision of the solve was right. */
    RIGHT(1),
    /** The decision of the solve was wrong: its memories count half. */
    WRONG(0.5);

    private final double factor;

    MemoryOutcome(double factor) {
        this.factor = factor;
    }

    /** Factor of the strength of a memory, 0..1. */
    public double factor() {
        return factor;
    }

    /** Name in files and outputs, in lower case. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The outcome of that name.
     *
     * @throws IllegalArgumentException for another name
     */
    public static MemoryOutcome ofWireName(String name) {
        for (MemoryOutcome outcome : values()) {
            if (outcome.wireName().equals(name)) {
                return outcome;
            }
        }
        throw new IllegalArgumentException("the outcome of a memory must be unknown, right or wrong, got " + name);
    }
}
