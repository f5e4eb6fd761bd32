package dev.waggle.math.inference.causal;

/** The reason for which {@link PcDiscovery} left some tests out. */
public enum SearchLimit {
    /** Larger sets than asked for could still separate some pair. */
    GIVEN,
    /** The next level would have taken more tests than one search may. */
    TESTS,
    /** There are too few samples to test with as many variables given as there are. */
    SAMPLES,
    /** Some variable is determined by others, so its dependences given them cannot be tested. */
    DETERMINED
}
