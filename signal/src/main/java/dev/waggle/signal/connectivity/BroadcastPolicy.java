package dev.waggle.signal.connectivity;

/** Period in which a signal to all suppresses its repeats. */
public enum BroadcastPolicy {
    /** The same period as for any other signal. */
    STANDARD,
    /** As long as the signal is open, independent of steps and time: every component has received it. */
    STRICT
}
