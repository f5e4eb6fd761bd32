package dev.waggle.signal.connectivity;

/**
 * A source with more open signals than the convergence guideline. Either its repeats are not suppressed, or consumed
 * signals are not resolved.
 *
 * @param source the id of the source
 * @param open its open signals other than handoffs, more than {@link #GUIDELINE}
 */
public record CrowdedSource(String source, int open) {

    /** Usual maximum of open signals of one source, handoffs aside (specification, convergence). */
    public static final int GUIDELINE = 10;
}
