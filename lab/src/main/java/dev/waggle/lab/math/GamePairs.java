package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.game.BanditTally;
import dev.waggle.math.game.BimatrixGame;
import dev.waggle.math.game.CoalitionGame;
import dev.waggle.math.game.ReplicatorDynamics;
import dev.waggle.math.game.Shapley;
import dev.waggle.math.game.ShapleySampling;
import dev.waggle.math.game.WeightedMajority;
import dev.waggle.math.game.ZeroSumGame;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

/** Equilibria, Shapley values, bandits, replicators. */
final class GamePairs {

    private static final int ARMS = 16;
    private static final int BLOCKS = 2;

    static final List<KernelPair> ALL = List.of(
            new KernelPair("game-theory/supports", "zero-sum value by linear programme / by all pairs of supports",
                    "strategies", List.of(3, 6, 9), GamePairs::supports),
            new KernelPair("game-theory/programme", "zero-sum value and both mixes / the value by an ojAlgo model",
                    "strategies", List.of(5, 30, 100), GamePairs::programme),
            new KernelPair("shapley/exact", "every coalition once / every order of players", "players",
                    List.of(4, 7, 9), GamePairs::everyCoalition),
            new KernelPair("shapley/voting", "recursion over weights / every coalition", "voters",
                    List.of(10, 15, 20), GamePairs::voting),
            new KernelPair("shapley/sampling", "32 balanced orders, a running worth / 32 orders, each coalition anew",
                    "players", List.of(20, 100, 400), GamePairs::sampling),
            new KernelPair("regret-minimization", "count a pull and choose by UCB1 / recount all pulls; 16 arms",
                    "pulls", List.of(100, 1_000, 10_000), GamePairs::bandit),
            new KernelPair("replicator-dynamics", "a generation, checked / two plain loops",
                    "strategies", List.of(3, 10, 50), GamePairs::replicator));

    private GamePairs() {}

    private static Sides supports(int size) {
        double[][] payoffs = KernelInputs.rows(KernelInputs.chance(), size, size, -1, 1);
        double[][] losses = Arrays.stream(payoffs).map(row -> Arrays.stream(row).map(won -> -won).toArray())
                .toArray(double[][]::new);
        return Sides.equal(() -> ZeroSumGame.solve(payoffs).value(), () -> {
            BimatrixGame.Equilibrium mixes = BimatrixGame.equilibria(payoffs, losses).extreme().getFirst();
            double value = 0;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    value += mixes.row()[i] * payoffs[i][j] * mixes.column()[j];
                }
            }
            return value;
        });
    }

    private static Sides programme(int size) {
        double[][] payoffs = KernelInputs.rows(KernelInputs.chance(), size, size, -1, 1);
        return Sides.near(1e-6, () -> ZeroSumGame.solve(payoffs).value(), () -> {
            ExpressionsBasedModel model = new ExpressionsBasedModel();
            Variable value = model.newVariable("value").weight(1);
            Expression sum = model.newExpression("sum").level(1);
            Variable[] mix = new Variable[size];
            for (int i = 0; i < size; i++) {
                mix[i] = model.newVariable("row" + i).lower(0);
                sum.set(mix[i], 1);
            }
            for (int j = 0; j < size; j++) {
                Expression secured = model.newExpression("column" + j).lower(0).set(value, -1);
                for (int i = 0; i < size; i++) {
                    secured.set(mix[i], payoffs[i][j]);
                }
            }
            return model.maximise().getValue();
        });
    }

    private static Sides everyCoalition(int size) {
        double[] skills = KernelInputs.numbers(KernelInputs.chance(), size, 0, 1);
        return Sides.equal(() -> Shapley.exact(size, coalition -> worth(skills, coalition)), () -> {
            double[] values = new double[size];
            join(skills, 0, values);
            return Arrays.stream(values).map(value -> value / factorial(size)).toArray();
        });
    }

    private static double worth(double[] skills, long coalition) {
        double sum = 0;
        for (int i = 0; i < skills.length; i++) {
            sum += (coalition >> i & 1) * skills[i];
        }
        return Math.sqrt(sum);
    }

    private static void join(double[] skills, long coalition, double[] values) {
        long rest = factorial(skills.length - Long.bitCount(coalition) - 1);
        for (int i = 0; i < skills.length; i++) {
            long with = coalition | 1L << i;
            if (with != coalition) {
                values[i] += rest * (worth(skills, with) - worth(skills, coalition));
                join(skills, with, values);
            }
        }
    }

    private static long factorial(int number) {
        return number < 2 ? 1 : number * factorial(number - 1);
    }

    private static Sides voting(int size) {
        int[] weights = KernelInputs.labels(KernelInputs.chance(), size, 20);
        int quota = Arrays.stream(weights).sum() / 2 + 1;
        LongToDoubleFunction wins = coalition -> {
            int sum = 0;
            for (int i = 0; i < size; i++) {
                sum += (int) (coalition >> i & 1) * weights[i];
            }
            return sum >= quota ? 1 : 0;
        };
        return Sides.equal(() -> WeightedMajority.shapleyShubik(quota, weights), () -> Shapley.exact(size, wins));
    }

    private static Sides sampling(int size) {
        double[] skills = KernelInputs.numbers(KernelInputs.chance(), size, 0, 1);
        RandomGenerator ours = KernelInputs.chance();
        RandomGenerator other = KernelInputs.chance();
        return Sides.apart(() -> ShapleySampling.estimate(new Skilled(skills), BLOCKS, ours).values(), () -> {
            int orders = BLOCKS * 2 * ShapleySampling.STRATA;
            double[] values = new double[size];
            for (int k = 0; k < orders; k++) {
                int[] order = KernelInputs.order(other, size);
                double before = 0;
                for (int count = 1; count <= size; count++) {
                    double sum = 0;
                    for (int i = 0; i < count; i++) {
                        sum += skills[order[i]];
                    }
                    values[order[count - 1]] += (Math.sqrt(sum) - before) / orders;
                    before = Math.sqrt(sum);
                }
            }
            return values;
        });
    }

    /** Worth the root of its skills, of which a walk keeps the sum. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Skilled(double[] skills) implements CoalitionGame {

        @Override
        public int players() {
            return skills.length;
        }

        @Override
        public double emptyWorth() {
            return 0;
        }

        @Override
        public Walk walk() {
            double[] sum = new double[1];
            return player -> Math.sqrt(sum[0] += skills[player]);
        }
    }

    private static Sides bandit(int size) {
        RandomGenerator random = KernelInputs.chance();
        int[] pulled = KernelInputs.labels(random, size, ARMS);
        double[] rewards = KernelInputs.numbers(random, size, 0, 1);
        BanditTally tally = new BanditTally(ARMS);
        for (int i = 0; i < size - 1; i++) {
            tally.record(pulled[i], rewards[i]);
        }
        return Sides.equal(() -> {
            tally.record(pulled[size - 1], rewards[size - 1]);
            return tally.ucb1Choice();
        }, () -> {
            long[] pulls = new long[ARMS];
            double[] totals = new double[ARMS];
            for (int i = 0; i < size; i++) {
                pulls[pulled[i]]++;
                totals[pulled[i]] += rewards[i];
            }
            int best = 0;
            double highest = Double.NEGATIVE_INFINITY;
            for (int arm = 0; arm < ARMS; arm++) {
                double index = pulls[arm] == 0 ? Double.POSITIVE_INFINITY
                        : totals[arm] / pulls[arm] + Math.sqrt(2 * Math.log(size) / pulls[arm]);
                best = index > highest ? arm : best;
                highest = Math.max(highest, index);
            }
            return best;
        });
    }

    private static Sides replicator(int size) {
        double[][] payoffs = KernelInputs.rows(KernelInputs.chance(), size, size, 0, 1);
        double[] start = KernelInputs.shares(KernelInputs.chance(), size);
        return Sides.equal(() -> ReplicatorDynamics.payoffStep(payoffs, start).shares(), () -> {
            double[] offspring = new double[size];
            double sum = 0;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    offspring[i] += start[i] * payoffs[i][j] * start[j];
                }
                sum += offspring[i];
            }
            for (int i = 0; i < size; i++) {
                offspring[i] /= sum;
            }
            return offspring;
        });
    }
}
