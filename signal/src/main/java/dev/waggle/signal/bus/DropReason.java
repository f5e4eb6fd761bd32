package dev.waggle.signal.bus;

/** Reason for refusing a published signal. */
public enum DropReason {
    /** It had expired before it was published. */
    EXPIRED,
    /** A retained signal has its id. */
    DUPLICATE,
    /** Too many signals waited for delivery, or everything in history was held. */
    FULL
}
