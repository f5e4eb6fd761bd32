package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.dynamics.OpinionDynamics;
import dev.waggle.math.dynamics.ParticleSwarm;
import dev.waggle.math.dynamics.ParticleSwarm.BestPosition;
import dev.waggle.math.dynamics.ParticleSwarm.Coefficients;
import dev.waggle.math.dynamics.ParticleSwarm.Particle;
import dev.waggle.math.dynamics.chain.MarkovChain;
import dev.waggle.math.dynamics.chain.StationaryDistribution;
import dev.waggle.math.dynamics.stopping.Cusum;
import dev.waggle.math.dynamics.stopping.SecretaryProblem;

/** Stopping, chains, swarms, opinions. */
final class DynamicsPairs {

    private static final double BOUND = 0.1;
    private static final int DIMENSIONS = 8;
    private static final double FASTEST = 0.2;

    static final List<KernelPair> ALL = List.of(
            new KernelPair("optimal-stopping/secretary", "the cutoff from one sum / the best of all cutoffs",
                    "candidates", List.of(10, 100, 1_000), DynamicsPairs::secretary),
            new KernelPair("optimal-stopping/cusum", "one value more / the whole series", "values",
                    List.of(50, 500, 5_000), DynamicsPairs::cusum),
            new KernelPair("markov", "stationary by a solve / by powers until 1e-12; stays with 0.9", "states",
                    List.of(5, 50, 300), DynamicsPairs::stationary),
            new KernelPair("pso", "a step of checked records / a loop over arrays; 8 dimensions", "particles",
                    List.of(10, 100, 1_000), DynamicsPairs::swarm),
            new KernelPair("opinion-dynamics", "a step by a window over sorted opinions / by all pairs", "agents",
                    List.of(50, 500, 5_000), DynamicsPairs::opinions));

    private DynamicsPairs() {}

    private static Sides secretary(int size) {
        return Sides.equal(() -> SecretaryProblem.optimal(size).probability(), () -> {
            double best = 1.0 / size;
            for (int cutoff = 1; cutoff < size; cutoff++) {
                double sum = 0;
                for (int i = cutoff; i < size; i++) {
                    sum += 1.0 / i;
                }
                best = Math.max(best, cutoff * sum / size);
            }
            return best;
        });
    }

    private static Sides cusum(int size) {
        double[] values = KernelInputs.numbers(KernelInputs.chance(), size, 0, 1);
        Cusum before = Cusum.series(Arrays.copyOf(values, size - 1), 0.55, 5).last();
        return Sides.equal(() -> before.next(values[size - 1]).sum(), () -> {
            double sum = 0;
            for (double value : values) {
                sum = Math.max(0, sum + 0.55 - value);
            }
            return sum;
        });
    }

    private static Sides stationary(int size) {
        double[][] rows = KernelInputs.distributions(KernelInputs.chance(), size, size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                rows[i][j] = 0.1 * rows[i][j] + (i == j ? 0.9 : 0);
            }
        }
        MarkovChain chain = MarkovChain.of(rows);
        return Sides.equal(() -> switch (StationaryDistribution.of(chain)) {
            case StationaryDistribution.Unique unique -> unique.probabilities();
            case StationaryDistribution.NotUnique several -> several.extremes().getFirst();
        }, () -> byPowers(rows));
    }

    private static double[] byPowers(double[][] rows) {
        double[] now = new double[rows.length];
        Arrays.fill(now, 1.0 / rows.length);
        double change = 1;
        while (change > 1e-12) {
            double[] next = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < rows.length; j++) {
                    next[j] += now[i] * rows[i][j];
                }
            }
            change = 0;
            for (int j = 0; j < rows.length; j++) {
                change = Math.max(change, Math.abs(next[j] - now[j]));
            }
            now = next;
        }
        return now;
    }

    private static Sides swarm(int size) {
        RandomGenerator random = KernelInputs.chance();
        double[][] places = KernelInputs.rows(random, size, DIMENSIONS, -1, 1);
        double[][] speeds = KernelInputs.rows(random, size, DIMENSIONS, -0.1, 0.1);
        double[][] bests = KernelInputs.rows(random, size, DIMENSIONS, -1, 1);
        double[] groupBest = KernelInputs.numbers(random, DIMENSIONS, -1, 1);
        double[][] own = KernelInputs.rows(random, size, DIMENSIONS, 0, 1);
        double[][] social = KernelInputs.rows(random, size, DIMENSIONS, 0, 1);
        Coefficients pulls = Coefficients.constricted(4.1);
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            particles.add(new Particle(places[i], speeds[i], new BestPosition(bests[i], 1)));
        }
        return Sides.equal(() -> ParticleSwarm.step(particles, groupBest, pulls, FASTEST, own, social).stream()
                .map(Particle::position).toArray(double[][]::new), () -> {
                    double[][] moved = new double[size][DIMENSIONS];
                    for (int i = 0; i < size; i++) {
                        for (int d = 0; d < DIMENSIONS; d++) {
                            double speed = pulls.inertia() * speeds[i][d]
                                    + pulls.own() * own[i][d] * (bests[i][d] - places[i][d])
                                    + pulls.social() * social[i][d] * (groupBest[d] - places[i][d]);
                            moved[i][d] = places[i][d] + Math.clamp(speed, -FASTEST, FASTEST);
                        }
                    }
                    return moved;
                });
    }

    private static Sides opinions(int size) {
        double[] opinions = KernelInputs.numbers(KernelInputs.chance(), size, 0, 1);
        return Sides.equal(() -> OpinionDynamics.step(opinions, BOUND), () -> {
            double[] next = new double[size];
            for (int i = 0; i < size; i++) {
                double sum = 0;
                int neighbours = 0;
                for (double other : opinions) {
                    if (Math.abs(other - opinions[i]) <= BOUND) {
                        sum += other;
                        neighbours++;
                    }
                }
                next[i] = sum / neighbours;
            }
            return next;
        });
    }
}
