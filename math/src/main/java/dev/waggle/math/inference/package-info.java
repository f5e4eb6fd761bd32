/**
 * What can be concluded from observations: posteriors over hypotheses, the reliability of voters, how much data still
 * teaches, the free energy of a belief, and causes.
 *
 * <p>Entropies and divergences as such live in {@code information}; moves over time (chains, opinions, games) live in
 * the rooms beside. A kernel here is told the likelihoods: it invents none, and it does not know who voted.
 */
@NullMarked
package dev.waggle.math.inference;

import org.jspecify.annotations.NullMarked;
