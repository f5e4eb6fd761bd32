package dev.waggle.math.dynamics;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import dev.waggle.math.dynamics.OpinionRun.Cluster;
import dev.waggle.math.dynamics.OpinionRun.Ending;
import org.assertj.core.data.Offset;
import org.hipparchus.fraction.BigFraction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OpinionDynamicsTest {

    @Test
    void aDistanceThatTiesWithTheBoundIsHeard() {
        // In binary 0.8 - 0.5 is above 0.3.
        assertThat(OpinionDynamics.step(new double[] {0.5, 0.8}, 0.3)).containsExactly(new double[] {0.65, 0.65},
                Offset.offset(1e-15));
        assertThat(OpinionDynamics.step(new double[] {0.5, 0.8}, new double[] {0.3, 0.3})).containsExactly(
                new double[] {0.65, 0.65}, Offset.offset(1e-15));
    }

    @Test
    void nobodyIsAnEmptyForecast() {
        OpinionRun run = OpinionDynamics.run(new double[0], new double[0]);
        assertThat(run.clusters()).isEmpty();
        assertThat(run.steps()).isZero();
        assertThat(OpinionDynamics.step(new double[0], 0.2)).isEmpty();
    }

    @Test
    void stepsAreThoseOfTheDefinition() {
        Trials.run(300, random -> {
            int n = random.nextInt(1, 40);
            double[] x = decimals(random, n, 40);
            double[] bounds = Arrays.stream(decimals(random, n, 10)).toArray();
            assertThat(OpinionDynamics.step(x, bounds)).containsExactly(doubles(exactStep(exact(x), exact(bounds))),
                    Offset.offset(1e-14));
            double[] same = new double[n];
            Arrays.fill(same, bounds[0]);
            assertThat(OpinionDynamics.step(x, bounds[0])).containsExactly(doubles(exactStep(exact(x), exact(same))),
                    Offset.offset(1e-14));
        });
    }

    @Test
    void runsEndAtTheExactFixedPointInAsManySteps() {
        Trials.run(60, random -> {
            int n = random.nextInt(1, 14);
            double[] x = decimals(random, n, 20);
            double[] bounds = new double[n];
            Arrays.fill(bounds, random.nextInt(1, 8) / 20.0);
            BigFraction[] state = exact(x);
            int steps = 0;
            for (BigFraction[] next = exactStep(state, exact(bounds)); !Arrays.equals(next, state); steps++) {
                state = next;
                next = exactStep(state, exact(bounds));
            }
            OpinionRun run = OpinionDynamics.run(x, bounds);
            assertThat(run.ending()).isEqualTo(Ending.FROZEN);
            assertThat(run.steps()).isEqualTo(steps);
            assertThat(run.opinions()).containsExactly(doubles(state), Offset.offset(1e-12));
            assertThat(run.clusters()).hasSize((int) Arrays.stream(state).distinct().count());
        });
    }

    @Test
    void groupsRunAsTheirAgentsDo() {
        Trials.run(100, random -> {
            double[] opinions = decimals(random, random.nextInt(1, 15), 20);
            int[] sizes = random.ints(opinions.length, 1, 9).toArray();
            double bound = random.nextInt(1, 8) / 20.0;
            double[] everybody = IntStream.range(0, opinions.length).boxed()
                    .flatMapToDouble(i -> java.util.stream.DoubleStream.generate(() -> opinions[i]).limit(sizes[i]))
                    .toArray();
            OpinionRun alone = OpinionDynamics.run(everybody, bound, OpinionDynamics.MAX_STEPS);
            OpinionRun groups = OpinionDynamics.runOfGroups(opinions, sizes, bound, OpinionDynamics.MAX_STEPS);
            assertThat(groups.ending()).isEqualTo(Ending.FROZEN);
            assertThat(groups.steps()).isEqualTo(alone.steps());
            assertThat(groups.clusters()).extracting(Cluster::size)
                    .isEqualTo(alone.clusters().stream().map(Cluster::size).toList());
            int first = 0;
            for (int i = 0; i < opinions.length; i++) {
                assertThat(groups.opinions()[i]).isCloseTo(alone.opinions()[first], Offset.offset(1e-12));
                assertThat(groups.clusterOf()[i]).isEqualTo(alone.clusterOf()[first]);
                first += sizes[i];
            }
        });
    }

    @Test
    void refusesGroupsOfNobody() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OpinionDynamics.runOfGroups(new double[] {0.5}, new int[] {0}, 0.3, 10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OpinionDynamics.runOfGroups(new double[] {0.5}, new int[] {1, 1}, 0.3, 10));
    }

    @Test
    void oneBoundKeepsTheOrderAndTheSpanAndParts() {
        Trials.run(200, random -> {
            double[] x = Trials.numbers(random, 50, 0, 1);
            Arrays.sort(x);
            double bound = random.nextDouble(0.02, 0.4);
            double[] next = OpinionDynamics.step(x, bound);
            assertThat(next).isSorted();
            assertThat(next[0]).isGreaterThanOrEqualTo(x[0]);
            assertThat(next[49]).isLessThanOrEqualTo(x[49]);
            OpinionRun run = OpinionDynamics.run(x, bound, OpinionDynamics.MAX_STEPS);
            assertThat(run.ending()).isEqualTo(Ending.FROZEN);
            assertThat(run.clusters().stream().mapToInt(Cluster::size).sum()).isEqualTo(50);
            for (int i = 1; i < run.clusters().size(); i++) {
                assertThat(run.clusters().get(i).center() - run.clusters().get(i - 1).center()).isGreaterThan(bound);
            }
        });
    }

    @Test
    void shiftingScalingMirroringAndReorderingChangeNothingElse() {
        Trials.run(200, random -> {
            double[] x = Trials.numbers(random, 20, 0, 1);
            double[] bounds = Trials.numbers(random, 20, 0, 0.4);
            double[] next = OpinionDynamics.step(x, bounds);
            double[] moved = OpinionDynamics.step(Arrays.stream(x).map(value -> 5 - 2 * value).toArray(),
                    Arrays.stream(bounds).map(value -> 2 * value).toArray());
            double[] turned = OpinionDynamics.step(turned(x), turned(bounds));
            assertThat(moved).containsExactly(Arrays.stream(next).map(value -> 5 - 2 * value).toArray(),
                    Offset.offset(1e-12));
            assertThat(turned(turned)).containsExactly(next);
        });
    }

    @Test
    void equalBoundsOfEachAreOneBound() {
        Trials.run(100, random -> {
            double[] x = Trials.numbers(random, 30, 0, 1);
            double[] bounds = new double[30];
            Arrays.fill(bounds, 0.15);
            OpinionRun each = OpinionDynamics.run(x, bounds);
            OpinionRun all = OpinionDynamics.run(x, 0.15, OpinionDynamics.MAX_STEPS);
            assertThat(each.opinions()).containsExactly(all.opinions());
            assertThat(each.steps()).isEqualTo(all.steps());
            assertThat(OpinionDynamics.step(x, bounds)).containsExactly(OpinionDynamics.step(x, 0.15));
        });
    }

    @Test
    void aRunThatIsCutOffSaysSo() {
        double[] x = IntStream.range(0, 11).mapToDouble(i -> i / 10.0).toArray();
        OpinionRun run = OpinionDynamics.run(x, 0.26, 3);
        assertThat(run.ending()).isEqualTo(Ending.CUT_OFF);
        assertThat(run.steps()).isEqualTo(3);
        assertThat(OpinionDynamics.run(x, 0.26, 8).ending()).isEqualTo(Ending.FROZEN);
    }

    @Test
    void boundsOfEachMayOnlySettle() {
        // The open one creeps towards the closed one, half of the way at a time.
        OpinionRun run = OpinionDynamics.run(new double[] {0, 1}, new double[] {0, 1});
        assertThat(run.ending()).isEqualTo(Ending.SETTLED);
        assertThat(run.clusters()).hasSize(1);
        assertThat(run.opinions()[1]).isCloseTo(0, Offset.offset(1e-11));
        assertThat(OpinionDynamics.run(new double[] {0, 1}, new double[] {0, 1}, 5).ending())
                .isEqualTo(Ending.CUT_OFF);
    }

    @Test
    void aSlowDriftIsNotTakenForItsEnd() {
        // 400 agents stay at 0, one stays at 1, and one hears them all: its rest is x = (1 + x) / 402.
        double[] x = new double[402];
        double[] bounds = new double[402];
        x[400] = 0.0004;
        x[401] = 1;
        bounds[400] = 1;
        OpinionRun run = OpinionDynamics.run(x, bounds);
        assertThat(run.opinions()[400]).isCloseTo(1.0 / 401, Offset.offset(1e-11));
    }

    @Test
    void whoHearsTwoCampsIsABridge() {
        double[] x = {0.9, 0.1, 0.5};
        double[] bounds = {0.2, 0.2, 0.5};
        OpinionRun run = OpinionDynamics.run(x, bounds);
        assertThat(run.clusters()).hasSize(3);
        assertThat(OpinionRun.bridging(run.opinions(), bounds, run.clusterOf())).containsExactly(2);
    }

    @Test
    void bridgesAreThoseOfTheDefinition() {
        Trials.run(200, random -> {
            int n = random.nextInt(1, 20);
            double[] x = Trials.numbers(random, n, 0, 1);
            double[] bounds = Trials.numbers(random, n, 0, 0.3);
            OpinionRun run = OpinionDynamics.run(x, bounds);
            int[] expected = IntStream.range(0, n).filter(i -> IntStream.range(0, n)
                    .filter(j -> Math.abs(x[i] - x[j]) <= bounds[i]).map(j -> run.clusterOf()[j]).distinct()
                    .count() > 1).toArray();
            assertThat(OpinionRun.bridging(x, bounds, run.clusterOf())).containsExactly(expected);
        });
    }

    @Test
    void withOneBoundNoBridgeIsLeftAtTheEnd() {
        Trials.run(100, random -> {
            double[] bounds = new double[30];
            Arrays.fill(bounds, 0.12);
            OpinionRun run = OpinionDynamics.run(Trials.numbers(random, 30, 0, 1), bounds);
            assertThat(OpinionRun.bridging(run.opinions(), bounds, run.clusterOf())).isEmpty();
        });
    }

    @Test
    void agentsAndClustersFitTogether() {
        OpinionRun run = OpinionDynamics.run(new double[] {0.9, 0.1, 0.8, 0.2}, 0.15, OpinionDynamics.MAX_STEPS);
        assertThat(run.clusterOf()).containsExactly(1, 0, 1, 0);
        assertThat(run.clusters()).hasSize(2).allSatisfy(cluster -> assertThat(cluster.size()).isEqualTo(2));
    }

    @Test
    void polarizationIsBetweenAgreementAndHalves() {
        Trials.run(200, random -> {
            double[] x = Trials.numbers(random, random.nextInt(1, 20), 0, 1);
            assertThat(OpinionDynamics.polarization(x)).isBetween(0.0, 1.0);
        });
        assertThat(OpinionDynamics.polarization(new double[] {0, 1, 1, 1})).isCloseTo(0.75, Offset.offset(1e-15));
    }

    @Test
    void refusesWhatIsNoOpinion() {
        assertThatIllegalArgumentException().isThrownBy(() -> OpinionDynamics.step(new double[] {Double.NaN}, 1))
                .withMessageContaining("opinions[0]");
        assertThatIllegalArgumentException().isThrownBy(() -> OpinionDynamics.step(new double[] {1e101}, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> OpinionDynamics.step(new double[] {1}, -0.1))
                .withMessageContaining("bound");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OpinionDynamics.run(new double[] {1}, new double[] {Double.POSITIVE_INFINITY}))
                .withMessageContaining("bounds[0]");
        assertThatIllegalArgumentException().isThrownBy(() -> OpinionDynamics.run(new double[2], new double[1]))
                .withMessageContaining("length");
        assertThatIllegalArgumentException().isThrownBy(() -> OpinionDynamics.run(new double[2], 1, -1))
                .withMessageContaining("mostSteps");
        assertThatIllegalArgumentException().isThrownBy(() -> OpinionDynamics.polarization(new double[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> OpinionDynamics.polarization(new double[] {1.5}))
                .withMessageContaining("opinions[0]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OpinionRun.bridging(new double[2], new double[2], new int[1]))
                .withMessageContaining("clusterOf");
    }

    private static double[] turned(double[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[values.length - 1 - i]).toArray();
    }

    private static double[] decimals(RandomGenerator random, int count, int parts) {
        return IntStream.range(0, count).mapToDouble(_ -> random.nextInt(parts + 1) / 40.0).toArray();
    }

    private static BigFraction[] exact(double[] fortieths) {
        return Arrays.stream(fortieths).mapToObj(x -> new BigFraction(Math.round(x * 40), 40))
                .toArray(BigFraction[]::new);
    }

    private static double[] doubles(BigFraction[] fractions) {
        return Arrays.stream(fractions).mapToDouble(BigFraction::doubleValue).toArray();
    }

    private static BigFraction[] exactStep(BigFraction[] x, BigFraction[] bounds) {
        BigFraction[] next = new BigFraction[x.length];
        for (int i = 0; i < x.length; i++) {
            int me = i;
            List<BigFraction> heard = Arrays.stream(x)
                    .filter(other -> other.subtract(x[me]).abs().compareTo(bounds[me]) <= 0).toList();
            next[i] = heard.stream().reduce(BigFraction.ZERO, BigFraction::add).divide(heard.size());
        }
        return next;
    }
}
