/**
 * Inference from observations: posteriors over hypotheses, the dependence of voters, Fisher information, and the free
 * energy of a belief.
 *
 * <p>Entropies and divergences as such live in {@code information}; moves over time (chains, opinions, games) have
 * packages of their own. A kernel here receives the likelihoods; it invents none and does not know the voters.
 */
@NullMarked
package dev.waggle.math.inference;

import org.jspecify.annotations.NullMarked;
