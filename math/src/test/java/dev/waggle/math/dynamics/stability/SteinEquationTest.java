package dev.waggle.math.dynamics.stability;

import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SteinEquationTest {

    @Test
    void solvesTheEquation() {
        Trials.run(100, random -> {
            int size = random.nextInt(1, 6);
            RealMatrix a = matrix(random, size);
            RealMatrix q = positiveDefinite(random, size);
            SteinEquation.Unique solution = unique(a, q);
            RealMatrix p = MatrixUtils.createRealMatrix(solution.p());
            RealMatrix rest = a.transpose().multiply(p).multiply(a).subtract(p).add(q);
            assertThat(rest.getNorm1()).isLessThan(1e-8 * (1 + p.getNorm1()));
            assertThat(p.subtract(p.transpose()).getNorm1()).isZero();
        });
    }

    @Test
    void isPositiveDefiniteExactlyWhenTheSpectralRadiusIsBelowOne() {
        Trials.run(200, random -> {
            int size = random.nextInt(1, 6);
            SteinEquation.Unique solution = unique(matrix(random, size), positiveDefinite(random, size));
            assertThat(solution.positiveDefinite()).isEqualTo(solution.spectralRadius() < 1);
            double min = new EigenDecompositionSymmetric(MatrixUtils.createRealMatrix(solution.p()))
                    .getEigenvalues()[size - 1];
            assertThat(min > 0).isEqualTo(solution.positiveDefinite());
        });
    }

    @Test
    void isTheSumOverAllRoundsToComeWhenTheProcessDiesOut() {
        double[][] a = {{0.5, 0.2}, {-0.1, 0.3}};
        RealMatrix power = MatrixUtils.createRealIdentityMatrix(2);
        RealMatrix sum = MatrixUtils.createRealMatrix(2, 2);
        for (int t = 0; t < 200; t++) {
            sum = sum.add(power.transpose().multiply(power));
            power = power.multiply(MatrixUtils.createRealMatrix(a));
        }
        SteinEquation.Unique solution = unique(
                MatrixUtils.createRealMatrix(a), MatrixUtils.createRealIdentityMatrix(2));
        assertThat(MatrixUtils.createRealMatrix(solution.p()).subtract(sum).getNorm1()).isLessThan(1e-12);
    }

    @Test
    void saysWhenNoneOrManySolve() {
        double[][] q = {{1, 0}, {0, 1}};
        assertThat(SteinEquation.solve(new double[][] {{1, 0}, {0, 0.5}}, q))
                .isEqualTo(new SteinEquation.NotUnique(1));
        assertThat(SteinEquation.solve(new double[][] {{2, 0}, {0, 0.5}}, q))
                .isEqualTo(new SteinEquation.NotUnique(2));
        assertThat(SteinEquation.solve(new double[][] {{0, -1}, {1, 0}}, q))
                .isInstanceOf(SteinEquation.NotUnique.class);
    }

    @Test
    void aProcessThatForgetsEverythingLeavesQ() {
        SteinEquation.Solution solution = SteinEquation.solve(new double[][] {{0}}, new double[][] {{3}});
        assertThat(solution).isInstanceOfSatisfying(SteinEquation.Unique.class, one -> {
            assertThat(one.p()[0][0]).isEqualTo(3);
            assertThat(one.positiveDefinite()).isTrue();
            assertThat(one.spectralRadius()).isZero();
        });
    }

    @Test
    void refusesWhatIsNoEquation() {
        double[][] one = {{0.5}};
        assertThatThrownBy(() -> SteinEquation.solve(new double[][] {}, one)).hasMessageContaining("A must be square");
        assertThatThrownBy(() -> SteinEquation.solve(one, new double[][] {{1, 2}})).hasMessageContaining("Q");
        assertThatThrownBy(() -> SteinEquation.solve(one, new double[2][2])).hasMessageContaining("one size");
        assertThatThrownBy(() -> SteinEquation.solve(new double[][] {{Double.NaN}}, one))
                .hasMessageContaining("A[0][0]");
        assertThatThrownBy(() -> SteinEquation.solve(new double[17][17], new double[17][17]))
                .hasMessageContaining("at most 16 rows, got 17");
    }

    private static SteinEquation.Unique unique(RealMatrix a, RealMatrix q) {
        return (SteinEquation.Unique) SteinEquation.solve(a.getData(), q.getData());
    }

    private static RealMatrix matrix(RandomGenerator random, int size) {
        double[][] rows = new double[size][];
        double reach = 2.2 / Math.sqrt(size);
        for (int i = 0; i < size; i++) {
            rows[i] = Trials.numbers(random, size, -reach, reach);
        }
        return MatrixUtils.createRealMatrix(rows);
    }

    private static RealMatrix positiveDefinite(RandomGenerator random, int size) {
        RealMatrix root = matrix(random, size);
        return root.multiply(root.transpose()).add(MatrixUtils.createRealIdentityMatrix(size).scalarMultiply(0.1));
    }
}
