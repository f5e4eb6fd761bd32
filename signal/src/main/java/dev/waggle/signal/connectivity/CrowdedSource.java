package dev.waggle.signal.connectivity;

/**
 * A source with more open signals than the convergence guideline likes: its repeats are not suppressed, or nobody
 * resolves what was consumed.
 *
 * @param source who
 * @param open its open signals other than handoffs, more than {@link #GUIDELINE}
 */
public record CrowdedSource(String source, int open) {

    /** Up to so many open signals of one source, handoffs aside, are usual (specification, convergence). */
    public static final int GUIDELINE = 10;
}
