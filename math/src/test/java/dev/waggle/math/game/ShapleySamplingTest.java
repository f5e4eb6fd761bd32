package dev.waggle.math.game;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Estimated Shapley contributions: unbiased, with a reliable error, at the cost of one call a player. */
class ShapleySamplingTest {

    @Test
    void theErrorIsWhatItSaysItIs() {
        int[] checks = new int[2];
        Trials.run(60, random -> {
            int players = 2 + random.nextInt(9);
            double[] worths = Trials.numbers(random, 1 << players, 0, 1);
            double[] exact = Shapley.exact(players, coalition -> worths[(int) coalition]);
            ShapleySampling.Estimate estimate = ShapleySampling.estimate(
                    CoalitionGame.ofMasks(players, coalition -> worths[(int) coalition]), 40, random);
            for (int i = 0; i < players; i++) {
                double off = Math.abs(estimate.values()[i] - exact[i]);
                checks[0]++;
                checks[1] += off <= 2 * estimate.standardErrors()[i] + 1e-12 ? 1 : 0;
            }
        });
        assertThat((double) checks[1] / checks[0]).isBetween(0.92, 0.99); // 0.948 for Student's t with 39 degrees.
    }

    @Test
    void theEstimateGivesAwayExactlyWhatAllAddToNobody() {
        Trials.run(100, random -> {
            double[] worths = Trials.numbers(random, 1 << 9, -3, 3);
            ShapleySampling.Estimate estimate = ShapleySampling.estimate(
                    CoalitionGame.ofMasks(9, coalition -> worths[(int) coalition]), 3, random);
            assertThat(Arrays.stream(estimate.values()).sum()).isCloseTo(worths[511] - worths[0], within(1e-11));
        });
    }

    @Test
    void theStandardErrorIsAtMostHalfTheRangeOverTheRootOfTheBlocks() {
        Trials.run(50, random -> {
            double[] worths = Trials.numbers(random, 1 << 5, 0, 1);
            ShapleySampling.Estimate estimate = ShapleySampling.estimate(
                    CoalitionGame.ofMasks(5, coalition -> worths[(int) coalition]), 10, random);
            for (double error : estimate.standardErrors()) {
                assertThat(error).isLessThanOrEqualTo(estimate.observedRange() / 2 / Math.sqrt(9) + 1e-12);
            }
        });
    }

    @Test
    void anAdditiveGameHasNoError() {
        double[] worths = {1, 2, -3, 0.5};
        ShapleySampling.Estimate estimate = ShapleySampling.estimate(
                CoalitionGame.ofSets(4, members -> members.stream().mapToDouble(i -> worths[i]).sum()), 2,
                Trials.chance(1));
        assertThat(estimate.values()).containsExactly(worths, within(1e-12));
        assertThat(estimate.standardErrors()).containsExactly(new double[4], within(1e-12));
    }

    @Test
    void aGameInWhichOnlyTheSizeMattersIsExactByStrata() { // Eight players take each of the eight positions once.
        ShapleySampling.Estimate estimate = ShapleySampling.estimate(
                CoalitionGame.ofMasks(8, coalition -> Math.pow(Long.bitCount(coalition), 3)), 2, Trials.chance(2));
        assertThat(estimate.standardErrors()).containsExactly(new double[8], within(1e-10));
        assertThat(estimate.values()).containsOnly(new double[] {64}, within(1e-10));
    }

    @Test
    void strataAndPairsBeatIndependentWalks() {
        int[] weights = Trials.chance(3).ints(30, 1, 40).toArray();
        CoalitionGame game = CoalitionGame.ofSets(30,
                members -> Math.sqrt(members.stream().map(i -> weights[i]).sum()));
        ShapleySampling.Estimate estimate = ShapleySampling.estimate(game, 200, Trials.chance(4));
        // The spread of one contribution over independent random orders, as walks go.
        double independent = 0;
        for (int walk = 0; walk < 2000; walk++) {
            int[] order = Trials.chance(walk).ints(0, 30).distinct().limit(30).toArray();
            CoalitionGame.Walk joining = game.walk();
            double before = 0;
            for (int player : order) {
                double worth = joining.add(player);
                independent += player == 7 ? Math.pow(worth - before - estimate.values()[7], 2) : 0;
                before = worth;
            }
        }
        double independentError = Math.sqrt(independent / 2000 / estimate.walks());
        assertThat(estimate.standardErrors()[7]).isLessThan(independentError / 2);
    }

    @Test
    void fiveHundredPlayersCostOneCallForEachStep() {
        int[] calls = new int[1];
        CoalitionGame game = new CoalitionGame() {
            @Override
            public int players() {
                return 500;
            }

            @Override
            public double emptyWorth() {
                return 0;
            }

            @Override
            public Walk walk() {
                int[] weight = new int[1];
                return player -> {
                    calls[0]++;
                    weight[0] += 1 + player % 3;
                    return weight[0] >= 501 ? 1 : 0;
                };
            }
        };
        ShapleySampling.Estimate estimate = ShapleySampling.estimate(game, 60, Trials.chance(5));
        assertThat(calls[0]).isEqualTo(estimate.walks() * 500).isEqualTo(60 * 2 * ShapleySampling.STRATA * 500);
        assertThat(Arrays.stream(estimate.values()).sum()).isCloseTo(1, within(1e-12));
        int[] weights = new int[500];
        Arrays.setAll(weights, i -> 1 + i % 3);
        double[] exact = WeightedMajority.shapleyShubik(501, weights);
        for (int i = 0; i < 500; i++) {
            assertThat(Math.abs(estimate.values()[i] - exact[i])).isLessThan(Math.sqrt(Math.log(2 / 0.001) / (2 * 60)));
        }
    }

    @Test
    void theRunningEstimateIsTheWholeAtOnceAndTheSameChanceGivesTheSame() {
        CoalitionGame game = CoalitionGame.ofMasks(12, coalition -> Math.sqrt((double) (coalition % 1000)));
        ShapleySampling running = new ShapleySampling(game, Trials.chance(6));
        running.sample(5);
        running.sample(0);
        running.sample(7);
        ShapleySampling.Estimate whole = ShapleySampling.estimate(game, 12, Trials.chance(6));
        assertThat(running.estimate()).usingRecursiveComparison().isEqualTo(whole);
    }

    @Test
    void nobodyAndOneAreEasy() {
        assertThat(ShapleySampling.estimate(CoalitionGame.ofSets(0, members -> 4), 2, Trials.chance(7)).values())
                .isEmpty();
        ShapleySampling.Estimate one = ShapleySampling.estimate(CoalitionGame.ofMasks(1, coalition -> 2 + coalition), 2,
                Trials.chance(7));
        assertThat(one.values()).containsExactly(1);
        assertThat(one.standardErrors()).containsExactly(0);
        assertThat(one.walks()).isEqualTo(4);
    }

    @Test
    void refusesWhatGivesNoError() {
        CoalitionGame game = CoalitionGame.ofMasks(3, coalition -> coalition);
        refuses(() -> ShapleySampling.estimate(game, 1, Trials.chance(8)), "blocks");
        refuses(() -> new ShapleySampling(game, Trials.chance(8)).sample(-1), "more");
        refuses(() -> new ShapleySampling(game, Trials.chance(8)).sample(Integer.MAX_VALUE), "countable");
        refuses(() -> CoalitionGame.ofMasks(63, coalition -> 0), "players");
        refuses(() -> CoalitionGame.ofSets(-1, members -> 0), "players");
        refuses(() -> ShapleySampling.estimate(CoalitionGame.ofMasks(2, coalition -> coalition == 3 ? Double.NaN : 0),
                2, Trials.chance(8)), "after player");
        refuses(() -> new ShapleySampling(CoalitionGame.ofMasks(2, coalition -> 1 / 0.0), Trials.chance(8)),
                "empty coalition");
        refuses(() -> new ShapleySampling(CoalitionGame.ofSets(100_001, members -> 0), Trials.chance(8)), "players");
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }
}
