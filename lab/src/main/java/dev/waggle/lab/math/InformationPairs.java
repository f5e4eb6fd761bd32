package dev.waggle.lab.math;

import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.information.AdjustedInformation;
import dev.waggle.math.information.BayesianSurprise;
import dev.waggle.math.information.PairwiseDivergence;
import dev.waggle.math.information.RunningEntropy;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Gamma;

/** Entropy, mutual information, surprise, divergence. */
final class InformationPairs {

    private static final int ANSWERS = 32;
    private static final int KINDS = 8;

    static final List<KernelPair> ALL = List.of(
            new KernelPair("entropy", "one vote in and one out of a window of 32 answers / a recount", "votes",
                    List.of(100, 1_000, 10_000), InformationPairs::entropy),
            new KernelPair("mutual-information",
                    "chance corrected, each table from its mode outwards / every count by log factorials; 10 x 10",
                    "cases", List.of(100, 1_000, 10_000), InformationPairs::adjusted),
            new KernelPair("surprise", "each vote on a share in closed form / an integral of 1,000 places", "votes",
                    List.of(10, 100, 1_000), InformationPairs::surprise),
            new KernelPair("kl-tracker", "mean Jensen-Shannon of all pairs at once / one by one; 8 answers", "members",
                    List.of(10, 100, 500), InformationPairs::divergence));

    private InformationPairs() {}

    private static Sides entropy(int size) {
        int[] votes = KernelInputs.labels(KernelInputs.chance(), 2 * size, ANSWERS);
        RunningEntropy running = new RunningEntropy();
        for (int i = 0; i < size; i++) {
            running.add(votes[i]);
        }
        WindowCursor ours = new WindowCursor(size);
        WindowCursor other = new WindowCursor(size);
        return Sides.equal(() -> {
            int at = ours.next();
            running.remove(votes[at]);
            running.add(votes[(at + size) % votes.length]);
            return running.bits();
        }, () -> {
            int at = other.next();
            long[] counts = new long[ANSWERS];
            for (int i = 1; i <= size; i++) {
                counts[votes[(at + i) % votes.length]]++;
            }
            return bits(counts, size);
        });
    }

    private static double bits(long[] counts, long total) {
        double bits = 0;
        for (long count : counts) {
            double share = (double) count / total;
            bits -= count == 0 ? 0 : share * Math.log(share) / Math.log(2);
        }
        return bits;
    }

    private static Sides adjusted(int size) {
        RandomGenerator random = KernelInputs.chance();
        int[][] table = new int[10][10];
        for (int i = 0; i < size; i++) {
            int row = random.nextInt(10);
            table[row][random.nextInt(3) == 0 ? random.nextInt(10) : row]++;
        }
        return Sides.equal(() -> AdjustedInformation.of(table).expected(), () -> expected(table, size));
    }

    /** The sum over all counts that each cell can have (Vinh, Epps and Bailey 2010, eq. 24a). */
    private static double expected(int[][] table, int total) {
        int[] rows = new int[table.length];
        int[] columns = new int[table.length];
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table.length; j++) {
                rows[i] += table[i][j];
                columns[j] += table[i][j];
            }
        }
        double sum = 0;
        for (int a : rows) {
            for (int b : columns) {
                for (int k = Math.max(1, a + b - total); k <= Math.min(a, b); k++) {
                    double log = factorial(a) + factorial(b) + factorial(total - a) + factorial(total - b)
                            - factorial(total) - factorial(k) - factorial(a - k) - factorial(b - k)
                            - factorial(total - a - b + k);
                    sum += Math.exp(log) * k / total * Math.log((double) total * k / ((double) a * b)) / Math.log(2);
                }
            }
        }
        return sum;
    }

    private static double factorial(int number) {
        return Gamma.logGamma(number + 1.0);
    }

    private static Sides surprise(int size) {
        boolean[] votes = new boolean[size];
        RandomGenerator random = KernelInputs.chance();
        for (int i = 0; i < size; i++) {
            votes[i] = random.nextInt(10) < 7;
        }
        return Sides.near(1e-4, total(votes, BayesianSurprise::betaNats), total(votes, InformationPairs::integral));
    }

    private interface BetaSurprise {
        double nats(double priorAlpha, double priorBeta, double alpha, double beta);
    }

    private static Supplier<Object> total(boolean[] votes, BetaSurprise surprise) {
        return () -> {
            double alpha = 2;
            double beta = 2;
            double total = 0;
            for (boolean vote : votes) {
                double nextAlpha = alpha + (vote ? 1 : 0);
                double nextBeta = beta + (vote ? 0 : 1);
                total += surprise.nats(alpha, beta, nextAlpha, nextBeta);
                alpha = nextAlpha;
                beta = nextBeta;
            }
            return total;
        };
    }

    private static double integral(double priorAlpha, double priorBeta, double alpha, double beta) {
        int places = 1_000;
        double prior = Beta.logBeta(priorAlpha, priorBeta);
        double posterior = Beta.logBeta(alpha, beta);
        double sum = 0;
        for (int i = 0; i < places; i++) {
            double x = (i + 0.5) / places;
            double yes = Math.log(x);
            double no = Math.log1p(-x);
            double after = (alpha - 1) * yes + (beta - 1) * no - posterior;
            double before = (priorAlpha - 1) * yes + (priorBeta - 1) * no - prior;
            sum += Math.exp(after) * (after - before) / places;
        }
        return sum;
    }

    private static Sides divergence(int size) {
        double[][] members = KernelInputs.distributions(KernelInputs.chance(), size, KINDS);
        return Sides.equal(() -> PairwiseDivergence.mean(members).orElse(0), () -> {
            double sum = 0;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < i; j++) {
                    sum += jensenShannon(members[i], members[j]);
                }
            }
            return sum / (0.5 * size * (size - 1));
        });
    }

    private static double jensenShannon(double[] p, double[] q) {
        double nats = 0;
        for (int i = 0; i < p.length; i++) {
            double middle = (p[i] + q[i]) / 2;
            nats += (p[i] * Math.log(p[i] / middle) + q[i] * Math.log(q[i] / middle)) / 2;
        }
        return nats / Math.log(2);
    }
}
