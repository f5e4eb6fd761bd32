package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.dynamics.RunningVariance;
import dev.waggle.math.dynamics.stability.DampedResponse;
import dev.waggle.math.dynamics.stability.PronyFit;
import dev.waggle.math.dynamics.stability.SteinEquation;
import dev.waggle.math.dynamics.stability.SymbolicPeriod;
import dev.waggle.math.dynamics.stability.SymbolicPeriodMonitor;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction;
import org.hipparchus.util.Pair;

/** Transitions, Lyapunov functions, periods, damping. */
final class StabilityPairs {

    private static final int AGENTS = 100;
    private static final int MOST_PERIOD = 16;
    private static final int PERIOD = 7;

    static final List<KernelPair> ALL = List.of(
            new KernelPair("phase-transition", "one value more / both moments of the whole series",
                    "values", List.of(50, 500, 5_000), StabilityPairs::susceptibility),
            new KernelPair("lyapunov-stability", "the Stein equation as one solve / its series until 1e-13", "rows",
                    List.of(2, 6, 12), StabilityPairs::stein),
            new KernelPair("chaos-detector", "one label more, periods up to 16 / the whole sequence by the Z function",
                    "labels", List.of(50, 500, 5_000), StabilityPairs::period),
            new KernelPair("damping-classifier",
                    "Prony and two small fits / Levenberg and Marquardt of Hipparchus from a guess 20 % off", "samples",
                    List.of(10, 50, 500), StabilityPairs::damping));

    private StabilityPairs() {}

    private static Sides susceptibility(int size) {
        double[] values = KernelInputs.numbers(KernelInputs.chance(), size, 0, 1);
        RunningVariance before = RunningVariance.of(Arrays.copyOf(values, size - 1));
        return Sides.equal(() -> before.next(values[size - 1]).susceptibility(AGENTS), () -> {
            double sum = 0;
            double squares = 0;
            for (double value : values) {
                sum += value;
                squares += value * value;
            }
            return AGENTS * (squares / size - sum / size * (sum / size));
        });
    }

    /** A'PA - P = -I for a matrix whose rows sum to at most 0.9 in size. */
    private static Sides stein(int size) {
        double[][] a = KernelInputs.rows(KernelInputs.chance(), size, size, -0.9 / size, 0.9 / size);
        double[][] q = new double[size][size];
        for (int i = 0; i < size; i++) {
            q[i][i] = 1;
        }
        return Sides.equal(() -> switch (SteinEquation.solve(a, q)) {
            case SteinEquation.Unique unique -> unique.p();
            case SteinEquation.NotUnique none -> throw new IllegalStateException("expected one solution, got " + none);
        }, () -> {
            double[][] sum = new double[size][size];
            double[][] term = q;
            double largest = 1;
            while (largest > 1e-13) {
                largest = 0;
                for (int i = 0; i < size; i++) {
                    for (int j = 0; j < size; j++) {
                        sum[i][j] += term[i][j];
                        largest = Math.max(largest, Math.abs(term[i][j]));
                    }
                }
                term = around(a, term);
            }
            return sum;
        });
    }

    /** A'XA. */
    private static double[][] around(double[][] a, double[][] x) {
        int size = a.length;
        double[][] right = new double[size][size];
        double[][] both = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < size; k++) {
                for (int j = 0; j < size; j++) {
                    right[i][j] += x[i][k] * a[k][j];
                }
            }
        }
        for (int k = 0; k < size; k++) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    both[i][j] += a[k][i] * right[k][j];
                }
            }
        }
        return both;
    }

    private static Sides period(int size) {
        RandomGenerator random = KernelInputs.chance();
        int[] labels = new int[size];
        Arrays.setAll(labels, i -> i < size / 2 ? random.nextInt(4) : i % PERIOD);
        SymbolicPeriodMonitor monitor = new SymbolicPeriodMonitor(MOST_PERIOD);
        for (int label : labels) {
            monitor.next(label);
        }
        int[] next = {size};
        return Sides.equal(() -> monitor.next(next[0]++ % PERIOD), () -> SymbolicPeriod.of(labels));
    }

    private static Sides damping(int size) {
        double ratio = 0.2;
        double decay = 0.5 * ratio;
        double angle = 0.5 * Math.sqrt(1 - ratio * ratio);
        double[] samples = new double[size];
        Arrays.setAll(samples, k -> 1 + Math.exp(-decay * k) * Math.cos(angle * k));
        MultivariateJacobianFunction model = point -> response(point, size);
        return Sides.near(1e-6, () -> switch (PronyFit.of(samples, 1)) {
            case DampedResponse.Fitted fitted -> fitted.dampingRatio();
            case DampedResponse.Undetermined none -> throw new IllegalStateException("expected a fit, got " + none);
        }, () -> {
            RealVector found = new LevenbergMarquardtOptimizer().optimize(new LeastSquaresBuilder()
                    .start(new double[] {1.2 * decay, 0.8 * angle, 0.8, 0.1, 0.8}).model(model).target(samples)
                    .maxEvaluations(1_000).maxIterations(1_000).build()).getPoint();
            return found.getEntry(0) / Math.hypot(found.getEntry(0), found.getEntry(1));
        });
    }

    /** C + exp(-d t) (A cos w t + B sin w t) at (d, w, A, B, C), with its derivatives. */
    private static Pair<RealVector, RealMatrix> response(RealVector point, int size) {
        double[] values = new double[size];
        double[][] slopes = new double[size][];
        for (int k = 0; k < size; k++) {
            double left = Math.exp(-point.getEntry(0) * k);
            double cosine = left * Math.cos(point.getEntry(1) * k);
            double sine = left * Math.sin(point.getEntry(1) * k);
            double wave = point.getEntry(2) * cosine + point.getEntry(3) * sine;
            values[k] = point.getEntry(4) + wave;
            slopes[k] = new double[] {
                -k * wave, k * (point.getEntry(3) * cosine - point.getEntry(2) * sine), cosine, sine, 1
            };
        }
        return new Pair<>(new ArrayRealVector(values, false), new Array2DRowRealMatrix(slopes, false));
    }
}
