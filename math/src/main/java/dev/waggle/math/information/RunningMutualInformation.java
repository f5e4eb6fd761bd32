package dev.waggle.math.information;

import java.util.HashMap;
import java.util.Map;

import dev.waggle.math.Domain;

/**
 * The mutual information of pairs that arrive one at a time, I = H(X) + H(Y) - H(X, Y) from three running entropies.
 * A pair costs O(1), whatever came before; memory follows the distinct pairs ever met.
 *
 * <p>One thread owns it; it is thrown away rather than reset.
 */
public final class RunningMutualInformation {

    private final RunningEntropy rows = new RunningEntropy();
    private final RunningEntropy columns = new RunningEntropy();
    private final RunningEntropy pairs = new RunningEntropy();
    private final Map<Long, Integer> places = new HashMap<>();

    /** Counts one more case of this pair, each 0..{@link RunningEntropy#MAX_PLACES} - 1. */
    public void add(int row, int column) {
        Domain.index("row", row, RunningEntropy.MAX_PLACES);
        Domain.index("column", column, RunningEntropy.MAX_PLACES);
        long pair = ((long) row << 32) | column;
        Integer known = places.get(pair);
        int place = known == null ? places.size() : known;
        pairs.add(place); // First: it refuses when there are too many pairs.
        places.putIfAbsent(pair, place);
        rows.add(row);
        columns.add(column);
    }

    /** Takes one case of this pair back, as when it leaves a window; there must be one. */
    public void remove(int row, int column) {
        Integer place = places.get(((long) row << 32) | column);
        if (place == null || pairs.count(place) == 0) {
            throw new IllegalArgumentException(
                    "row and column must have a case to take back, got " + row + " and " + column + " with 0");
        }
        pairs.remove(place);
        rows.remove(row);
        columns.remove(column);
    }

    /** How many cases were counted. */
    public long total() {
        return pairs.total();
    }

    /**
     * The information so far and its entropies, as {@link MutualInformation#of} would find them; all 0 without a case.
     */
    public MutualInformation now() {
        double x = rows.bits();
        double y = columns.bits();
        double both = pairs.bits();
        return new MutualInformation(x, y, both, Math.clamp(x + y - both, 0, Math.min(x, y)));
    }
}
