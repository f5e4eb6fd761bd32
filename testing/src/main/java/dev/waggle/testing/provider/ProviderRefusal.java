package dev.waggle.testing.provider;

/** Reason for a refusal by a provider; each format has its own words for it. */
public enum ProviderRefusal {
    /** The key is missing or wrong. */
    WRONG_KEY,
    /** There is no such model. */
    UNKNOWN_MODEL,
    /** The provider does not take this request. */
    BAD_REQUEST,
    /** Too many requests. */
    RATE_LIMITED,
    /** The account has no money left; no wait helps. */
    NO_CREDIT,
    /** Too many requests of all users. */
    OVERLOADED,
    /** Something broke. */
    SERVER_ERROR
}
