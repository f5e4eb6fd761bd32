package dev.waggle.signal;

/** How urgent a signal is, in words. A number of urgency stands beside it, because no mapping is lossless. */
public enum Priority {
    LOW, NORMAL, HIGH, CRITICAL
}
