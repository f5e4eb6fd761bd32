package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.Trials;
import dev.waggle.math.geometry.TransportPlan.Method;
import org.junit.jupiter.api.Test;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.linear.LinearSolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class TransportPlanTest {

    private static final double EXACT = 1e-11;

    @Test
    void findsThePlanThatCheapestFirstMisses() {
        TransportPlan transport = OptimalTransport.between(new double[] {1, 1}, new double[] {1, 1},
                new double[][] {{1, 2}, {1.5, 10}});

        assertThat(transport.cost()).isCloseTo(1.75, within(EXACT)); // Cheapest first would cost 5.5.
        assertThat(transport.method()).isEqualTo(Method.MINIMUM_COST_FLOW);
        assertThat(transport.plan()[0]).containsExactly(0, 0.5);
        assertThat(transport.plan()[1]).containsExactly(0.5, 0);
    }

    @Test
    void costsOfAnySizeAreExact() {
        for (double unit : new double[] {1e-300, 1e-9, 1, 1e12, 1e300}) {
            double[][] cost = {{unit, 2 * unit}, {1.5 * unit, 10 * unit}};

            assertThat(OptimalTransport.between(new double[] {1, 1}, new double[] {1, 1}, cost).cost())
                    .isCloseTo(1.75 * unit, within(EXACT * unit));
        }
    }

    @Test
    void massesOfVeryDifferentSizesKeepTheirOwn() {
        TransportPlan transport = OptimalTransport.between(new double[] {1, 1e-12}, new double[] {1e-12, 1},
                new double[][] {{0, 1}, {1, 0}});

        assertThat(transport.cost()).isCloseTo(1, within(EXACT));
        assertThat(transport.plan()[0][0]).isCloseTo(1e-12, within(1e-15));
        assertThat(transport.plan()[1][1]).isCloseTo(1e-12, within(1e-15));
    }

    @Test
    void movingForNothingCostsNothing() {
        TransportPlan transport = OptimalTransport.between(new double[] {1, 2}, new double[] {3},
                new double[][] {{0}, {0}});

        assertThat(transport.cost()).isZero();
        assertThat(transport.gap()).isZero();
    }

    @Test
    void rowsAndColumnsWithoutMassCostNothing() {
        TransportPlan transport = OptimalTransport.between(new double[] {0, 1}, new double[] {1, 0},
                new double[][] {{5, 6}, {7, 8}});

        assertThat(transport.cost()).isEqualTo(7);
        assertThat(transport.plan()).isDeepEqualTo(new double[][] {{0, 0}, {1, 0}});
    }

    @Test
    void aboveItsLimitThePlanIsApproximateAndSaysByHowMuch() {
        RandomGenerator random = Trials.chance(1);
        int size = (int) Math.sqrt(OptimalTransport.EXACT_COSTS) + 1;
        double[] p = full(random, size);
        double[] q = full(random, size);

        TransportPlan transport = OptimalTransport.between(p, q, OptimalTransportTest.discrete(size, size));

        double distance = OptimalTransport.totalVariation(p, q);
        assertThat(transport.method()).isEqualTo(Method.SINKHORN);
        assertThat(transport.cost()).isBetween(distance - EXACT, distance + transport.gap() + EXACT);
        assertThat(transport.gap()).isLessThan(0.05 * distance);
        checkMargins(p, q, transport.plan());
    }

    @Test
    void refusesProblemsThatWouldTakeTooLong() {
        double[] p = new double[1001];
        Arrays.fill(p, 1);
        double[][] cost = new double[1001][1001];

        assertThatThrownBy(() -> OptimalTransport.between(p, p, cost)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1001 x 1001").hasMessageContaining("Maybe");
    }

    @Test
    void equalsTheLinearProgramme() {
        Trials.run(60, random -> {
            int rows = random.nextInt(1, 12);
            int columns = random.nextInt(1, 12);
            double[] p = Trials.distribution(random, rows);
            double[] q = Trials.distribution(random, columns);
            double[][] cost = costs(random, rows, columns);
            TransportPlan transport = OptimalTransport.between(p, q, cost);
            assertThat(transport.cost()).isCloseTo(linearProgramme(p, q, cost), within(1e-9));
            checkMargins(p, q, transport.plan());
        });
    }

    @Test
    void isCertifiedByItsDualPotentials() {
        Trials.run(100, random -> {
            int rows = random.nextInt(1, 40);
            int columns = random.nextInt(1, 40);
            TransportPlan transport = OptimalTransport.between(Trials.distribution(random, rows),
                    Trials.distribution(random, columns), costs(random, rows, columns));
            assertThat(transport.gap()).isLessThan(1e-12);
            assertThat(transport.lowerBound()).isLessThanOrEqualTo(transport.cost() + 1e-12);
        });
    }

    @Test
    void sinkhornStaysBetweenItsBoundAndAPlan() {
        Trials.run(60, random -> {
            int rows = random.nextInt(1, 20);
            int columns = random.nextInt(1, 20);
            double[] p = full(random, rows);
            double[] q = full(random, columns);
            double[][] cost = costs(random, rows, columns);
            TransportPlan exact = FlowTransportSolver.solve(p, q, cost);
            TransportPlan approximate = SinkhornTransport.solve(p, q, cost);
            assertThat(approximate.cost()).isBetween(exact.cost() - EXACT, exact.cost() + approximate.gap() + EXACT);
            assertThat(approximate.lowerBound()).isLessThanOrEqualTo(exact.cost() + EXACT);
            assertThat(approximate.gap()).isLessThan(0.05);
            checkMargins(p, q, approximate.plan());
        });
    }

    /** Real costs, or whole ones with many ties. */
    private static double[][] costs(RandomGenerator random, int rows, int columns) {
        boolean whole = random.nextBoolean();
        double[][] costs = new double[rows][columns];
        for (double[] row : costs) {
            Arrays.setAll(row, j -> whole ? random.nextInt(4) : random.nextDouble());
        }
        return costs;
    }

    private static double[] full(RandomGenerator random, int size) {
        return DomainCheck.distribution("masses", Trials.numbers(random, size, 0.01, 1));
    }

    private static void checkMargins(double[] p, double[] q, double[][] plan) {
        double[] columns = new double[q.length];
        for (int i = 0; i < p.length; i++) {
            assertThat(Arrays.stream(plan[i]).sum()).isCloseTo(p[i], within(1e-13));
            for (int j = 0; j < q.length; j++) {
                assertThat(plan[i][j]).isNotNegative();
                columns[j] += plan[i][j];
            }
        }
        assertThat(columns).containsExactly(q, within(1e-13));
    }

    private static double linearProgramme(double[] p, double[] q, double[][] cost) {
        int rows = p.length;
        int columns = q.length;
        double[] objective = Arrays.stream(cost).flatMapToDouble(Arrays::stream).toArray();
        R064Store margins = R064Store.FACTORY.make(rows + columns - 1, rows * columns);
        double[] masses = Arrays.copyOf(p, rows + columns - 1);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                margins.set(i, i * columns + j, 1);
                if (j < columns - 1) { // The last follows from the others.
                    margins.set(rows + j, i * columns + j, 1);
                    masses[rows + j] = q[j];
                }
            }
        }
        Optimisation.Result result = LinearSolver.newBuilder(objective)
                .equalities(margins, R064Store.FACTORY.column(masses)).build().solve();
        assertThat(result.getState().isOptimal()).isTrue();
        double paid = 0;
        for (int k = 0; k < objective.length; k++) {
            paid += objective[k] * result.doubleValue(k);
        }
        return paid;
    }
}
