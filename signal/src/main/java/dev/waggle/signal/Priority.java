package dev.waggle.signal;

/** Urgency of a signal as a word. A numeric urgency stands beside it, because no mapping is lossless. */
public enum Priority {
    LOW, NORMAL, HIGH, CRITICAL
}
