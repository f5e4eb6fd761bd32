package dev.waggle.math.dynamics;

import java.util.Arrays;
import java.util.List;

import dev.waggle.math.Trials;
import dev.waggle.math.dynamics.ParticleSwarm.BestPosition;
import dev.waggle.math.dynamics.ParticleSwarm.Coefficients;
import dev.waggle.math.dynamics.ParticleSwarm.Particle;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ParticleSwarmTest {

    private static final Coefficients USUAL = new Coefficients(0.7, 1.5, 1.5);

    @Test
    void nobodyIsPulledWhileNothingIsKnown() {
        Particle flying = new Particle(new double[] {5, 5}, new double[] {1, 0}, null);
        double[][] draws = {{1, 1}};

        assertThat(ParticleSwarm.best(List.of(flying))).isEmpty();
        Particle moved = ParticleSwarm.step(List.of(flying), null, USUAL, 9, draws, draws).getFirst();
        assertThat(moved.position()).containsExactly(5.7, 5);
    }

    @Test
    void aParticleWithoutABestOfItsOwnFollowsTheOneHeardOf() {
        Particle resting = Particle.resting(new double[] {0});
        double[][] draws = {{0.5}};
        Particle moved = ParticleSwarm.step(List.of(resting), new double[] {4}, USUAL, 9, draws, draws).getFirst();
        assertThat(moved.velocity()).containsExactly(3);
    }

    @Test
    void theBestChangesOnAStrictImprovementOnly() {
        Particle first = Particle.resting(new double[] {1}).evaluated(2);
        assertThat(first.evaluated(2)).isSameAs(first);
        assertThat(first.evaluated(1)).isSameAs(first);
        assertThat(ParticleSwarm.best(List.of(first, first.evaluated(3))).orElseThrow().fitness()).isEqualTo(3);
    }

    @Test
    void atTheBestAndAtRestNothingMoves() {
        Trials.run(100, random -> {
            double[] place = Trials.numbers(random, 3, -5, 5);
            Particle there = Particle.resting(place).evaluated(1);
            double[][] draws = {Trials.numbers(random, 3, 0, 1)};
            Particle moved = ParticleSwarm.step(List.of(there), place, USUAL, 1, draws, draws).getFirst();
            assertThat(moved.position()).containsExactly(place);
        });
    }

    @Test
    void noVelocityIsAboveTheLargest() {
        Trials.run(100, random -> {
            Particle particle = new Particle(Trials.numbers(random, 3, -5, 5), Trials.numbers(random, 3, -5, 5),
                    new BestPosition(Trials.numbers(random, 3, -5, 5), 0));
            double[][] draws = {Trials.numbers(random, 3, 0, 1)};
            Particle moved = ParticleSwarm.step(List.of(particle), Trials.numbers(random, 3, -5, 5), USUAL, 0.25, draws,
                    draws).getFirst();
            for (double velocity : moved.velocity()) {
                assertThat(Math.abs(velocity)).isLessThanOrEqualTo(0.25);
            }
        });
    }

    @Test
    void shiftingTheSpaceShiftsTheStep() {
        Trials.run(100, random -> {
            double[] x = Trials.numbers(random, 2, -5, 5);
            double[] v = Trials.numbers(random, 2, -1, 1);
            double[] own = Trials.numbers(random, 2, -5, 5);
            double[] groupBest = Trials.numbers(random, 2, -5, 5);
            double[][] draws = {Trials.numbers(random, 2, 0, 1)};
            Particle here = ParticleSwarm
                    .step(List.of(new Particle(x, v, new BestPosition(own, 1))), groupBest, USUAL, 2, draws,
                            draws)
                    .getFirst();
            Particle there = ParticleSwarm.step(List.of(new Particle(shifted(x), v, new BestPosition(shifted(own), 1))),
                    shifted(groupBest), USUAL, 2, draws, draws).getFirst();
            assertThat(there.position()).containsExactly(shifted(here.position()), Offset.offset(1e-12));
        });
    }

    private static double[] shifted(double[] place) {
        return Arrays.stream(place).map(x -> x + 3).toArray();
    }

    @Test
    void argumentsStayAsTheyWere() {
        double[] x = {1, 2};
        Particle particle = new Particle(x, new double[] {1, 1}, null);
        x[0] = 7;
        ParticleSwarm.step(List.of(particle), new double[] {0, 0}, USUAL, 1, new double[1][2], new double[1][2]);
        assertThat(particle.position()).containsExactly(1, 2);
    }

    @Test
    void diversityOfFewPoints() {
        assertThat(ParticleSwarm.diversity(new double[0][])).isZero();
        assertThat(ParticleSwarm.diversity(new double[][] {{1, 2}})).isZero();
        assertThat(ParticleSwarm.diversity(new double[][] {{1}, {1}})).isZero();
        assertThat(ParticleSwarm.diversity(new double[][] {{0}, {1}, {3}})).isEqualTo(2);
    }

    @Test
    void constrictionOfClercAndKennedy() {
        Coefficients usual = Coefficients.constricted(4.1);
        assertThat(usual.inertia()).isCloseTo(0.729844, Offset.offset(1e-6));
        assertThat(usual.own()).isCloseTo(1.496180, Offset.offset(1e-6)).isEqualTo(usual.social());
        assertThat(ParticleSwarm.constriction(4)).isEqualTo(1);
    }

    @Test
    void refusesWhatIsNoSwarm() {
        double[][] draws = {{0.5}};
        List<Particle> one = List.of(Particle.resting(new double[] {0}));
        assertThatIllegalArgumentException().isThrownBy(() -> Particle.resting(new double[] {Double.NaN}))
                .withMessageContaining("position[0]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Particle(new double[1], new double[2], null)).withMessageContaining("velocity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Particle(new double[1], new double[1], new BestPosition(new double[2], 0)));
        assertThatIllegalArgumentException().isThrownBy(() -> new BestPosition(new double[1], Double.NEGATIVE_INFINITY))
                .withMessageContaining("fitness");
        assertThatIllegalArgumentException().isThrownBy(() -> ParticleSwarm.step(one, null, USUAL, 0, draws, draws))
                .withMessageContaining("largestVelocity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParticleSwarm.step(one, null, USUAL, 1, new double[][] {{1.5}}, draws))
                .withMessageContaining("own draws[0]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParticleSwarm.step(one, null, USUAL, 1, draws, new double[0][]))
                .withMessageContaining("social");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParticleSwarm.step(one, new double[2], USUAL, 1, draws, draws))
                .withMessageContaining("groupBest");
        assertThatIllegalArgumentException().isThrownBy(() -> new Coefficients(Double.NaN, 1, 1))
                .withMessageContaining("inertia");
        assertThatIllegalArgumentException().isThrownBy(() -> ParticleSwarm.constriction(3.9))
                .withMessageContaining("phi");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParticleSwarm.diversity(new double[ParticleSwarm.MAX_POINTS + 1][1]))
                .withMessageContaining("Maybe");
        assertThatIllegalArgumentException().isThrownBy(() -> ParticleSwarm.diversity(new double[][] {{1}, {1, 2}}));
    }
}
