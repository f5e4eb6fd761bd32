/**
 * Choices whose worth depends on what others choose, or on what is not yet known: games, shares of a common worth, arms
 * of a bandit, and strategies that spread when they pay.
 *
 * <p>Here live equilibria ({@link dev.waggle.math.game.BimatrixGame}, {@link dev.waggle.math.game.ZeroSumGame},
 * {@link dev.waggle.math.game.ChallengeGame}), contributions ({@link dev.waggle.math.game.Shapley},
 * {@link dev.waggle.math.game.ShapleySampling}, {@link dev.waggle.math.game.WeightedMajority}), learning by trial
 * ({@link dev.waggle.math.game.BanditTally}, {@link dev.waggle.math.game.BanditPosterior},
 * {@link dev.waggle.math.game.BanditRegret}) and evolution ({@link dev.waggle.math.game.ReplicatorDynamics},
 * {@link dev.waggle.math.game.EvolutionaryStability}). Who the players are and what a contribution is worth is the matter
 * of the caller; dynamics that are no game live elsewhere.
 */
@NullMarked
package dev.waggle.math.game;

import org.jspecify.annotations.NullMarked;
