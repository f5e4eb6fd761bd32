package dev.waggle.swarm.selection;

/**
 * How wrong an agent's expectation of a round was.
 *
 * @param bits the divergence of what came from what was expected, at least 0; 0 when nothing came
 * @param normalized the same as a share of the largest error among all agents in the round, 0..1; 0 when nobody erred
 */
public record PredictionError(double bits, double normalized) {

    static final PredictionError NONE = new PredictionError(0, 0);
}
