package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.geometry.OptimalTransport;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.linear.LinearSolver;

/** Distances of distributions by moving mass. */
final class TransportPairs {

    static final List<KernelPair> ALL = List.of(
            new KernelPair("optimal-transport/plan", "exact by minimum-cost flow / ojAlgo linear programme", "places",
                    List.of(5, 15, 40), TransportPairs::plan),
            new KernelPair("optimal-transport/labels", "total variation / ojAlgo linear programme", "labels",
                    List.of(5, 15, 40), TransportPairs::labels),
            new KernelPair("optimal-transport/line",
                    "area between two curves / exact plan, from 201 places on Sinkhorn", "places",
                    List.of(20, 200, 300), TransportPairs::line),
            new KernelPair("optimal-transport/mean", "total variation of all pairs at once / one by one; 8 labels",
                    "distributions", List.of(10, 100, 1_000), TransportPairs::mean));

    private TransportPairs() {}

    private static Sides plan(int size) {
        RandomGenerator random = KernelInputs.chance();
        double[] p = KernelInputs.shares(random, size);
        double[] q = KernelInputs.shares(random, size);
        double[][] cost = KernelInputs.rows(random, size, size, 0, 1);
        return Sides.near(1e-6, () -> OptimalTransport.between(p, q, cost).cost(), () -> programme(p, q, cost));
    }

    private static Sides labels(int size) {
        RandomGenerator random = KernelInputs.chance();
        double[] p = KernelInputs.shares(random, size);
        double[] q = KernelInputs.shares(random, size);
        double[][] cost = new double[size][size];
        for (int i = 0; i < size; i++) {
            Arrays.fill(cost[i], 1);
            cost[i][i] = 0;
        }
        return Sides.near(1e-6, () -> OptimalTransport.totalVariation(p, q), () -> programme(p, q, cost));
    }

    private static double programme(double[] p, double[] q, double[][] cost) {
        int size = p.length;
        double[] objective = Arrays.stream(cost).flatMapToDouble(Arrays::stream).toArray();
        R064Store margins = R064Store.FACTORY.make(2 * size - 1, size * size);
        double[] masses = Arrays.copyOf(p, 2 * size - 1);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                margins.set(i, i * size + j, 1);
                if (j < size - 1) { // The last follows from the others.
                    margins.set(size + j, i * size + j, 1);
                    masses[size + j] = q[j];
                }
            }
        }
        Optimisation.Result result = LinearSolver.newBuilder(objective)
                .equalities(margins, R064Store.FACTORY.column(masses)).build().solve();
        double paid = 0;
        for (int k = 0; k < objective.length; k++) {
            paid += objective[k] * result.doubleValue(k);
        }
        return paid;
    }

    private static Sides line(int size) {
        RandomGenerator random = KernelInputs.chance();
        double[] p = KernelInputs.shares(random, size);
        double[] q = KernelInputs.shares(random, size);
        double[] from = KernelInputs.numbers(random, size, 0, 1);
        double[] to = KernelInputs.numbers(random, size, 0, 1);
        double[][] cost = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                cost[i][j] = Math.abs(from[i] - to[j]);
            }
        }
        return new Sides(() -> OptimalTransport.onLine(from, p, to, q),
                () -> OptimalTransport.between(p, q, cost).cost(),
                size * size <= OptimalTransport.EXACT_COSTS ? 1e-9 : Double.POSITIVE_INFINITY);
    }

    private static Sides mean(int size) {
        double[][] members = KernelInputs.distributions(KernelInputs.chance(), size, 8);
        return Sides.equal(() -> OptimalTransport.meanTotalVariation(members), () -> {
            double sum = 0;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < i; j++) {
                    for (int k = 0; k < 8; k++) {
                        sum += Math.abs(members[i][k] - members[j][k]) / 2;
                    }
                }
            }
            return sum / (0.5 * size * (size - 1));
        });
    }
}
