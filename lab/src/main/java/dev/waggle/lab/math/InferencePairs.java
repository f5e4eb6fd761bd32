package dev.waggle.lab.math;

import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.inference.CategoricalInformation;
import dev.waggle.math.inference.FreeEnergy;
import dev.waggle.math.inference.LikelihoodEvidence;
import dev.waggle.math.inference.Posterior;
import dev.waggle.math.inference.causal.FisherZ;
import dev.waggle.math.inference.causal.PcDiscovery;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Fisher information, posteriors, free energy, causes. */
final class InferencePairs {

    private static final int HYPOTHESES = 8;
    private static final int SAMPLES = 2_000;
    private static final double ALPHA = 0.01;

    static final List<KernelPair> ALL = List.of(
            new KernelPair("fisher-information", "least covariance in closed form / EJML inverts the information",
                    "answers", List.of(4, 32, 256), InferencePairs::fisher),
            new KernelPair("bayesian", "one vote takes the place of another / all votes anew; 8 hypotheses", "votes",
                    List.of(100, 1_000, 10_000), InferencePairs::posterior),
            new KernelPair("free-energy",
                    "expected information from two entropies / the divergence of each posterior", "states and outcomes",
                    List.of(4, 32, 256), InferencePairs::freeEnergy),
            new KernelPair("causal-inference",
                    "PC, up to two neighbours given / up to two of all given, EJML inverts for each test", "variables",
                    List.of(5, 10, 20), InferencePairs::causes));

    private InferencePairs() {}

    private static Sides fisher(int size) {
        double[] p = KernelInputs.shares(KernelInputs.chance(), size);
        return Sides.equal(() -> CategoricalInformation.cramerRaoCovariance(p, 100), () -> {
            DMatrixRMaj information = new DMatrixRMaj(size - 1, size - 1);
            information.fill(100 / p[size - 1]);
            for (int i = 0; i < size - 1; i++) {
                information.add(i, i, 100 / p[i]);
            }
            CommonOps_DDRM.invert(information);
            return information.get2DData();
        });
    }

    private static Sides posterior(int size) {
        RandomGenerator random = KernelInputs.chance();
        LikelihoodEvidence[] votes = new LikelihoodEvidence[2 * size];
        for (int i = 0; i < votes.length; i++) {
            double ratio = random.nextInt(10) < 6 ? 1.5 : 1 / 1.5;
            votes[i] = new LikelihoodEvidence(random.nextInt(HYPOTHESES), ratio, random.nextDouble());
        }
        Posterior posterior = Posterior.uniform(HYPOTHESES);
        for (int i = 0; i < size; i++) {
            posterior.add(votes[i]);
        }
        WindowCursor ours = new WindowCursor(size);
        WindowCursor other = new WindowCursor(size);
        return Sides.equal(() -> {
            int at = ours.next();
            posterior.replace(votes[at], votes[(at + size) % votes.length]);
            return posterior.probabilities();
        }, () -> {
            int at = other.next();
            double[] masses = new double[HYPOTHESES];
            for (int i = 1; i <= size; i++) {
                LikelihoodEvidence vote = votes[(at + i) % votes.length];
                masses[vote.hypothesis()] += vote.weight() * Math.log(vote.ratio());
            }
            normalise(masses);
            return masses;
        });
    }

    private static void normalise(double[] logs) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            largest = Math.max(largest, log);
        }
        double sum = 0;
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.exp(logs[i] - largest);
            sum += logs[i];
        }
        for (int i = 0; i < logs.length; i++) {
            logs[i] /= sum;
        }
    }

    private static Sides freeEnergy(int size) {
        RandomGenerator random = KernelInputs.chance();
        double[] belief = KernelInputs.shares(random, size);
        double[] wishes = KernelInputs.shares(random, size);
        double[][] columns = KernelInputs.distributions(random, size, size);
        double[][] outcomes = new double[size][size];
        for (int o = 0; o < size; o++) {
            for (int s = 0; s < size; s++) {
                outcomes[o][s] = columns[s][o];
            }
        }
        return Sides.equal(() -> FreeEnergy.expected(outcomes, belief, wishes).informationGain(), () -> {
            double gain = 0;
            for (double[] likelihood : outcomes) {
                double evidence = 0;
                for (int s = 0; s < size; s++) {
                    evidence += likelihood[s] * belief[s];
                }
                for (int s = 0; s < size; s++) {
                    double posterior = likelihood[s] * belief[s] / evidence;
                    gain += evidence * posterior * Math.log(posterior / belief[s]);
                }
            }
            return gain;
        });
    }

    /** Each variable has up to two causes among those before it; the covariances are those of the model itself. */
    private static Sides causes(int size) {
        RandomGenerator random = KernelInputs.chance();
        DMatrixRMaj equations = CommonOps_DDRM.identity(size);
        for (int i = 1; i < size; i++) {
            equations.set(i, i - 1, -0.6);
            if (i > 2 && random.nextInt(2) == 0) {
                equations.set(i, random.nextInt(i - 1), -0.5);
            }
        }
        CommonOps_DDRM.invert(equations);
        DMatrixRMaj products = new DMatrixRMaj(size, size);
        CommonOps_DDRM.multTransB(equations, equations, products);
        double[][] covariance = products.get2DData();
        return Sides.equal(() -> {
            PcDiscovery found = PcDiscovery.of(covariance, SAMPLES, ALPHA, 2);
            return found.pattern().directed().size() + found.pattern().undirected().size()
                    + found.contested().size();
        }, () -> joinedByAll(covariance));
    }

    private static int joinedByAll(double[][] covariance) {
        int joined = 0;
        for (int i = 0; i < covariance.length; i++) {
            for (int j = 0; j < i; j++) {
                joined += separable(covariance, i, j) ? 0 : 1;
            }
        }
        return joined;
    }

    private static boolean separable(double[][] covariance, int i, int j) {
        if (independent(covariance, i, j)) {
            return true;
        }
        for (int a = 0; a < covariance.length; a++) {
            if (a == i || a == j) {
                continue;
            }
            if (independent(covariance, i, j, a)) {
                return true;
            }
            for (int b = 0; b < a; b++) {
                if (b != i && b != j && independent(covariance, i, j, a, b)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean independent(double[][] covariance, int... variables) {
        DMatrixRMaj precision = new DMatrixRMaj(variables.length, variables.length);
        for (int row = 0; row < variables.length; row++) {
            for (int column = 0; column < variables.length; column++) {
                precision.set(row, column, covariance[variables[row]][variables[column]]);
            }
        }
        CommonOps_DDRM.invert(precision);
        double correlation = -precision.get(0, 1) / Math.sqrt(precision.get(0, 0) * precision.get(1, 1));
        return FisherZ.of(correlation, SAMPLES, variables.length - 2).orElseThrow().independentAt(ALPHA);
    }
}
