package dev.waggle.math.game;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Evolutionary stability: populations that resist invaders with another strategy. */
class EvolutionaryStabilityTest {

    private static final double[][] HAWK_DOVE = {{-2, 2}, {0, 1}};
    private static final double[][] ROCK_PAPER_SCISSORS = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}};
    private static final double[] THIRDS = {1, 1, 1};

    @Test
    void aDominatedStrategyIsNotStable() { // The prisoner's dilemma, and a fitness that depends on the row alone.
        assertThat(EvolutionaryStability.stablePure(new double[][] {{3, 0}, {5, 1}})).containsExactly(false, true);
        assertThat(EvolutionaryStability.stablePure(new double[][] {
            {0.3, 0.3, 0.3, 0.3}, {0.9, 0.9, 0.9, 0.9}, {0.4, 0.4, 0.4, 0.4}, {0.5, 0.5, 0.5, 0.5}
        })).containsExactly(false, true, false, false);
    }

    @Test
    void theMixOfHawksAndDovesIsStable() {
        double[] mix = {1 / 3.0, 2 / 3.0};
        assertThat(EvolutionaryStability.isStable(HAWK_DOVE, mix)).isTrue();
        assertThat(EvolutionaryStability.isStable(HAWK_DOVE, new double[] {0.4, 0.6})).isFalse();
    }

    @Test
    void rockPaperScissorsIsStableOnlyWhenWinsPayMoreThanLossesCost() {
        assertThat(EvolutionaryStability.isStable(ROCK_PAPER_SCISSORS, THIRDS)).isFalse();
        assertThat(EvolutionaryStability.isNash(ROCK_PAPER_SCISSORS, THIRDS)).isTrue();
        double[][] good = {{0, -1, 2}, {2, 0, -1}, {-1, 2, 0}};
        assertThat(EvolutionaryStability.isStable(good, THIRDS)).isTrue();
        double[][] bad = {{0, -2, 1}, {1, 0, -2}, {-2, 1, 0}};
        assertThat(EvolutionaryStability.isStable(bad, THIRDS)).isFalse();
    }

    @Test
    void anAttractingRestPointMayBeUnstable() { // Zeeman 1980: it attracts and is no ESS.
        double[][] zeeman = {{0, 6, -4}, {-3, 0, 5}, {-1, 3, 0}};
        assertThat(EvolutionaryStability.isStable(zeeman, THIRDS)).isFalse();
        assertThat(EvolutionaryStability.stablePure(zeeman)).containsExactly(true, false, false);
    }

    @Test
    void aMixOfInvadersCounts() { // Neither 1 nor 2 invades 0 alone, together they do.
        double[][] payoffs = {{1, 1, 1}, {1, 0, 3}, {1, 3, 0}};
        assertThat(EvolutionaryStability.stablePure(payoffs)[0]).isFalse();
        assertThat(EvolutionaryStability.stablePure(new double[][] {{1, 1, 1}, {1, 0, 1}, {1, 1, 0}})[0]).isTrue();
    }

    @Test
    void stableMeansThatEverySmallInvasionIsBeaten() {
        int[] both = new int[2];
        Trials.run(200, random -> {
            int size = 2 + random.nextInt(3);
            double[][] payoffs = new double[size][size];
            for (double[] row : payoffs) {
                Arrays.setAll(row, j -> random.nextInt(-2, 3)); // Whole numbers, so that there are ties.
            }
            double[] shares = new double[size];
            shares[random.nextInt(size)] = 1;
            if (random.nextBoolean() && RestPointSolver.of(payoffs) instanceof RestPoint.Unique unique) {
                shares = unique.shares();
            }
            boolean invaded = false;
            for (int i = 0; i < 2_000 && !invaded; i++) {
                invaded = invades(payoffs, shares, Trials.distribution(random, size));
            }
            boolean stable = EvolutionaryStability.isStable(payoffs, shares);
            both[stable ? 1 : 0]++;
            if (stable || invaded) {
                assertThat(stable).as(Arrays.deepToString(payoffs) + Arrays.toString(shares)).isNotEqualTo(invaded);
            }
        });
        assertThat(both[0]).isGreaterThan(20);
        assertThat(both[1]).isGreaterThan(20);
    }

    @Test
    void whatIsStableIsNash() {
        Trials.run(200, random -> {
            int size = 1 + random.nextInt(4);
            double[][] payoffs = ReplicatorDynamicsTest.payoffs(random, size, -3, 3);
            double[] pure = new double[size];
            pure[random.nextInt(size)] = 1;
            double[] shares = RestPointSolver.of(payoffs) instanceof RestPoint.Unique unique ? unique.shares() : pure;
            if (EvolutionaryStability.isStable(payoffs, shares)) {
                assertThat(EvolutionaryStability.isNash(payoffs, shares)).isTrue();
            }
        });
    }

    @Test
    void refusesWhatIsNoPopulation() {
        refuses(() -> EvolutionaryStability.isStable(HAWK_DOVE, THIRDS), "one length");
        refuses(() -> EvolutionaryStability.isNash(HAWK_DOVE, new double[] {0, 0}), "mass");
        refuses(() -> EvolutionaryStability.stablePure(new double[][] {{Double.NaN}}), "payoffs[0][0]");
        refuses(() -> EvolutionaryStability.stablePure(new double[18][18]), "best answers");
    }

    /** True if the invader, while rare, does better or as well in the population, by definition. */
    private static boolean invades(double[][] payoffs, double[] shares, double[] invader) {
        double[] against = PayoffMatrix.against(payoffs, shares);
        double first = PayoffMatrix.mean(shares, against) - PayoffMatrix.mean(invader, against);
        double[] versus = PayoffMatrix.against(payoffs, invader);
        double second = PayoffMatrix.mean(shares, versus) - PayoffMatrix.mean(invader, versus);
        double distance = 0;
        for (int i = 0; i < shares.length; i++) {
            distance += Math.abs(shares[i] - invader[i]);
        }
        return distance > 1e-6 && (first < -1e-9 || (first < 1e-9 && second < 1e-9));
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }
}
