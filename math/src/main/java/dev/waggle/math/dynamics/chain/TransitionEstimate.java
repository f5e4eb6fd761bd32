package dev.waggle.math.dynamics.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a transition matrix as far as counts determine them.
 *
 * @param rows one for each state: its probabilities, which sum to 1, or nothing for a state that was never left
 */
public record TransitionEstimate(List<Optional<double[]>> rows) {

    public TransitionEstimate {
        rows = List.copyOf(rows);
    }

    /** The states that were never left, in order. */
    public List<Integer> neverLeft() {
        List<Integer> never = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).isEmpty()) {
                never.add(i);
            }
        }
        return never;
    }

    /** The estimated chain; nothing when some row is missing or there is no state. */
    public Optional<MarkovChain> chain() {
        return rows.isEmpty() || !neverLeft().isEmpty() ? Optional.empty() : Optional.of(chainWithAbsorbingStates());
    }

    /**
     * The chain that stays for ever in a state that was never left: the reading in which the walk ends there. It has
     * the cycles of two states or more of the estimate, and no others. Rejected when there is no state.
     */
    public MarkovChain chainWithAbsorbingStates() {
        double[][] matrix = new double[rows.size()][];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = rows.get(i).orElse(new double[matrix.length]);
            if (rows.get(i).isEmpty()) {
                matrix[i][i] = 1;
            }
        }
        return MarkovChain.of(matrix);
    }
}
