package dev.waggle.math.game;

import java.util.BitSet;
import java.util.function.DoubleSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import dev.waggle.math.DomainCheck;

/**
 * Coalition game: the worth of every group of players, computed by adding one player at a time. Sampling asks for
 * coalitions that grow by one member, so a game with a running state answers each in the time of one player.
 *
 * <p>The worth of a coalition must not depend on the order in which its members came, nor on earlier walks.
 */
public interface CoalitionGame {

    /** Number of players, numbered from 0. */
    int players();

    /** The worth of the empty coalition. */
    double emptyWorth();

    /** A new walk that starts at the empty coalition. */
    Walk walk();

    /** A coalition that grows. */
    @FunctionalInterface
    interface Walk {

        /**
         * Lets a player join and answers the worth of the coalition with it, finite.
         *
         * @param player one that has not joined in this walk
         */
        double add(int player);
    }

    /**
     * A game given by the worth of each coalition as a bit mask: bit i is player i.
     *
     * @param players 0..62
     */
    static CoalitionGame ofMasks(int players, LongToDoubleFunction worth) {
        DomainCheck.between("players", players, 0, 62);
        return of(players, () -> worth.applyAsDouble(0), () -> {
            long[] members = new long[1];
            return player -> worth.applyAsDouble(members[0] |= 1L << player);
        });
    }

    /**
     * A game given by the worth of each coalition as a set. The function must neither change nor store the set.
     *
     * @param players at least 0
     */
    static CoalitionGame ofSets(int players, ToDoubleFunction<BitSet> worth) {
        DomainCheck.atLeast("players", players, 0);
        return of(players, () -> worth.applyAsDouble(new BitSet()), () -> {
            BitSet members = new BitSet(players);
            return player -> {
                members.set(player);
                return worth.applyAsDouble(members);
            };
        });
    }

    private static CoalitionGame of(int players, DoubleSupplier emptyWorth, Supplier<Walk> walks) {
        return new CoalitionGame() {
            @Override
            public int players() {
                return players;
            }

            @Override
            public double emptyWorth() {
                return emptyWorth.getAsDouble();
            }

            @Override
            public Walk walk() {
                return walks.get();
            }
        };
    }
}
