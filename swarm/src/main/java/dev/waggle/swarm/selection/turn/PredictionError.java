package dev.waggle.swarm.selection.turn;

/**
 * Error of an agent's expectation of a round.
 *
 * @param bits the divergence of the received signals from the expectation, at least 0; 0 without signals
 * @param normalized the same as a share of the largest error among all agents in the round, 0..1; 0 when no agent
 *        erred
 */
public record PredictionError(double bits, double normalized) {

    static final PredictionError NONE = new PredictionError(0, 0);
}
