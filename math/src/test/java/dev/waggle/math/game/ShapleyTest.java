package dev.waggle.math.game;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hipparchus.util.CombinatoricsUtils;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Exact Shapley contributions: the axioms, all orders by hand, and closed forms. */
class ShapleyTest {

    @Test
    void isTheMeanOverAllOrders() {
        Trials.run(50, random -> {
            int players = 1 + random.nextInt(6);
            double[] worths = Trials.numbers(random, 1 << players, -3, 3);
            double[] sums = new double[players];
            CombinatoricsUtils.permutations(IntStream.range(0, players).boxed().toList()).forEach(order -> {
                int coalition = 0;
                for (int player : order) {
                    sums[player] += worths[coalition | 1 << player] - worths[coalition];
                    coalition |= 1 << player;
                }
            });
            double orders = CombinatoricsUtils.factorialDouble(players);
            assertThat(exact(worths)).containsExactly(Arrays.stream(sums).map(sum -> sum / orders).toArray(),
                    within(1e-12));
        });
    }

    @Test
    void givesAwayExactlyWhatAllAddToNobody() {
        Trials.run(200, random -> {
            double[] worths = Trials.numbers(random, 1 << 7, -3, 3);
            assertThat(Arrays.stream(exact(worths)).sum()).isCloseTo(worths[127] - worths[0], within(1e-11));
        });
    }

    @Test
    void treatsEqualPlayersEquallyAndGivesNothingToWhoAddsNothing() {
        Trials.run(200, random -> {
            double[] worths = Trials.numbers(random, 1 << 6, -3, 3);
            // Players 0 and 1 count together, player 2 not at all.
            double[] values = Shapley.exact(6,
                    coalition -> worths[(int) (coalition & ~7) | Long.bitCount(coalition & 3)]);
            assertThat(values[0]).isCloseTo(values[1], within(1e-12));
            assertThat(values[2]).isZero();
        });
    }

    @Test
    void addsUpOverGames() {
        Trials.run(200, random -> {
            double[] one = Trials.numbers(random, 1 << 5, -3, 3);
            double[] other = Trials.numbers(random, 1 << 5, -3, 3);
            double[] both = new double[1 << 5];
            Arrays.setAll(both, i -> one[i] + 2 * other[i]);
            double[] values = exact(one);
            double[] others = exact(other);
            Arrays.setAll(values, i -> values[i] + 2 * others[i]);
            assertThat(exact(both)).containsExactly(values, within(1e-11));
        });
    }

    @Test
    void whatNobodyIsWorthIsNobodysContribution() {
        assertThat(Shapley.exact(3, coalition -> 5)).containsExactly(0, 0, 0);
        assertThat(Shapley.exact(2, coalition -> 5 + Long.bitCount(coalition))).containsExactly(1, 1);
    }

    @Test
    void aSpammerIsNotWorthItsShareOfMessages() { // Eight of ten messages are noise, the idea is of another.
        double[] values = Shapley.exact(3, coalition -> (coalition & 2) != 0 ? 1 : 0);
        assertThat(values).containsExactly(0, 1, 0);
        assertThat(Shapley.additive(new double[] {0.8, 0.1, 0.1})).containsExactly(0.8, 0.1, 0.1);
    }

    @Test
    void noPlayersHaveNoValues() {
        assertThat(Shapley.exact(0, coalition -> 7)).isEmpty();
        assertThat(Shapley.byType(new int[0], counts -> 7)).isEmpty();
        assertThat(Shapley.byType(new int[] {0, 2}, counts -> counts[1])).containsExactly(0, 1);
        assertThat(Shapley.airport(new double[0])).isEmpty();
        assertThat(WeightedMajority.shapleyShubik(1, new int[0])).isEmpty();
    }

    @Test
    void aGameOfTypesIsTheGameOfItsPlayers() {
        Trials.run(50, random -> {
            int[] sizes = {1 + random.nextInt(4), 1 + random.nextInt(3), random.nextInt(3)};
            double[] worths = Trials.numbers(random, 100, -3, 3);
            int[] masks = {(1 << sizes[0]) - 1, ((1 << sizes[1]) - 1) << sizes[0],
                ((1 << sizes[2]) - 1) << (sizes[0] + sizes[1])};
            double[] each = Shapley.exact(sizes[0] + sizes[1] + sizes[2],
                    coalition -> worths[Long.bitCount(coalition & masks[0]) + 5 * Long.bitCount(coalition & masks[1])
                            + 20 * Long.bitCount(coalition & masks[2])]);
            double[] types = Shapley.byType(sizes, counts -> worths[counts[0] + 5 * counts[1] + 20 * counts[2]]);
            assertThat(types[0]).isCloseTo(each[0], within(1e-12));
            assertThat(types[1]).isCloseTo(each[sizes[0]], within(1e-12));
            assertThat(types[2]).isCloseTo(sizes[2] == 0 ? 0 : each[sizes[0] + sizes[1]], within(1e-12));
        });
    }

    @Test
    void hundredsOfPlayersOfFewTypesAreExact() {
        int[] sizes = {90, 110, 100};
        double[] values = Shapley.byType(sizes, counts -> Math.sqrt(counts[0] + 2.0 * counts[1] + 3.0 * counts[2]));
        assertThat(90 * values[0] + 110 * values[1] + 100 * values[2]).isCloseTo(Math.sqrt(610), within(1e-11));
        assertThat(Shapley.byType(new int[] {250, 250}, counts -> Math.min(counts[0], counts[1])))
                .containsExactly(new double[] {0.5, 0.5}, within(1e-12));
    }

    @Test
    void airportsAgreeWithAllCoalitions() {
        Trials.run(50, random -> {
            double[] costs = Trials.numbers(random, 1 + random.nextInt(8), 0, 10);
            costs[0] = costs[costs.length - 1];
            assertThat(Shapley.airport(costs)).containsExactly(
                    Shapley.exact(costs.length,
                            coalition -> BitSet.valueOf(new long[] {coalition}).stream().mapToDouble(i -> costs[i])
                                    .max().orElse(0)),
                    within(1e-12));
        });
    }

    @Test
    void weightedVotesAgreeWithAllCoalitions() {
        Trials.run(200, random -> {
            int[] weights = random.ints(1 + random.nextInt(8), 0, 7).toArray();
            int quota = random.nextInt(-1, Arrays.stream(weights).sum() + 3);
            assertThat(WeightedMajority.shapleyShubik(quota, weights)).containsExactly(
                    Shapley.exact(weights.length, coalition -> BitSet.valueOf(new long[] {coalition}).stream()
                            .map(i -> weights[i]).sum() >= quota ? 1 : 0),
                    within(1e-12));
        });
    }

    @Test
    void weightedVotesOfHundredsOfPlayersSumToOne() {
        int[] weights = new int[300];
        Arrays.setAll(weights, i -> 1 + i % 3);
        double[] power = WeightedMajority.shapleyShubik(301, weights);
        assertThat(Arrays.stream(power).sum()).isCloseTo(1, within(1e-12));
        int[] ones = new int[500];
        Arrays.fill(ones, 1);
        assertThat(WeightedMajority.shapleyShubik(300, ones)[17]).isCloseTo(1 / 500.0, within(1e-15));
    }

    @Test
    void fewVotesOfHugeWeightAreCounted() {
        assertThat(WeightedMajority.shapleyShubik(2_000_000_000, new int[] {1_500_000_000, 1_000_000_000, 999_999_999}))
                .containsExactly(new double[] {2 / 3.0, 1 / 6.0, 1 / 6.0}, within(1e-12));
    }

    @Test
    void refusesWhatItCannotCount() {
        refuses(() -> Shapley.exact(-1, coalition -> 0), "players");
        refuses(() -> Shapley.exact(32, coalition -> 0), "Maybe");
        refuses(() -> Shapley.exact(3, coalition -> coalition == 5 ? Double.NaN : 0), "0b101");
        refuses(() -> Shapley.byType(new int[] {-1}, counts -> 0), "sizes[0]");
        refuses(() -> Shapley.byType(new int[] {1_000, 2_000}, counts -> 0), "combinations");
        refuses(() -> Shapley.byType(new int[] {Integer.MAX_VALUE}, counts -> 0), "combinations");
        refuses(() -> Shapley.byType(new int[] {2}, counts -> 1 / 0.0), "[0]");
        refuses(() -> Shapley.additive(new double[] {Double.NaN}), "worths[0]");
        refuses(() -> Shapley.airport(new double[] {1, -1}), "costs[1]");
        refuses(() -> WeightedMajority.shapleyShubik(1, new int[] {-1}), "weights[0]");
        int[] huge = new int[100];
        Arrays.fill(huge, 1_000_000);
        refuses(() -> WeightedMajority.shapleyShubik(50_000_000, huge), "Maybe");
    }

    private static double[] exact(double[] worths) {
        return Shapley.exact(Integer.numberOfTrailingZeros(worths.length), coalition -> worths[(int) coalition]);
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }
}
