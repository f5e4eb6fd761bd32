/**
 * Game theory and bandits: games, shares of a common worth, bandit arms, and strategies that spread when they pay.
 *
 * <p>Equilibria ({@link dev.waggle.math.game.BimatrixGame}, {@link dev.waggle.math.game.ZeroSumGame},
 * {@link dev.waggle.math.game.ChallengeGame}), contributions ({@link dev.waggle.math.game.Shapley},
 * {@link dev.waggle.math.game.ShapleySampling}, {@link dev.waggle.math.game.WeightedMajority}), learning by trial
 * ({@link dev.waggle.math.game.BanditTally}, {@link dev.waggle.math.game.BanditPosterior},
 * {@link dev.waggle.math.game.BanditRegret}) and evolution ({@link dev.waggle.math.game.ReplicatorDynamics},
 * {@link dev.waggle.math.game.EvolutionaryStability}). The caller defines the players and the worth of a
 * contribution. Dynamics that are no game live elsewhere.
 */
@NullMarked
package dev.waggle.math.game;

import org.jspecify.annotations.NullMarked;
