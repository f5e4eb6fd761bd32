package dev.waggle.signal.bus;

/** Why a published signal was not taken. */
public enum DropReason {
    /** It was over before it was published. */
    EXPIRED,
    /** A retained signal has its id. */
    DUPLICATE,
    /** Too many signals waited for delivery, or everything in history was held. */
    FULL
}
