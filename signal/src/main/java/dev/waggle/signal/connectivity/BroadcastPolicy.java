package dev.waggle.signal.connectivity;

/** How long a signal to all keeps its repeats away. */
public enum BroadcastPolicy {
    /** As long as any other. */
    STANDARD,
    /** As long as it is open, whatever step or time has passed: everybody has been told. */
    STRICT
}
