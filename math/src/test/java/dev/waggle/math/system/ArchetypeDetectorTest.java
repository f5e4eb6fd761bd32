package dev.waggle.math.system;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ArchetypeDetectorTest {

    private static final RoundMetrics.Growth STEADY = new RoundMetrics.Growth(0, 5, 5);
    private static final RoundMetrics.Repair NO_REPAIR = new RoundMetrics.Repair(0, 0, false);
    private static final RoundMetrics.Commons EVEN = new RoundMetrics.Commons(0, 1);

    @Test
    void matchesNothingBeforeTheSecondRound() {
        RoundMetrics round = commons(0.9, 3);
        assertThat(ArchetypeDetector.none().matches()).isEmpty();
        assertThat(ArchetypeDetector.none().after(round).matches()).isEmpty();
        assertThat(ArchetypeDetector.none().after(round).primary()).isEmpty();
        assertThat(ArchetypeDetector.of(List.of(round, round)).matches()).hasSize(1);
    }

    @Test
    void matchesNothingInASteadySwarm() {
        RoundMetrics round = new RoundMetrics(STEADY, NO_REPAIR, EVEN);
        ArchetypeDetector history = ArchetypeDetector.of(List.of(round, round, round));
        assertThat(history.matches()).isEmpty();
        assertThat(history.tied()).isEmpty();
    }

    @Test
    void growthMeetsItsLimitsOnlyWhenTheTrendFellInEachOfTheLastThreeRounds() {
        RoundMetrics falling = growth(-0.04, 18, 12);
        assertThat(confidence(List.of(falling, falling))).isCloseTo(0.45, within(1e-12));
        assertThat(confidence(List.of(growth(0.1, 5, 5), falling, falling, falling))).isCloseTo(0.45, within(1e-12));
        assertThat(ArchetypeDetector.of(List.of(growth(0.1, 5, 5), falling, falling)).matches()).isEmpty();
        assertThat(ArchetypeDetector.of(List.of(falling, growth(-0.04, 12, 12))).matches()).isEmpty();
        assertThat(ArchetypeDetector.of(List.of(falling, growth(-0.04, 11, 12))).matches()).isEmpty();
    }

    @Test
    void aTrendThatIsOnlyRoundingIsNotFalling() {
        RoundMetrics rounding = growth(0.3 - (0.1 + 0.2), 50, 5);
        assertThat(rounding.growth().gainTrend()).isNegative();
        assertThat(ArchetypeDetector.of(List.of(rounding, rounding)).matches()).isEmpty();
    }

    @Test
    void confidenceInLimitsIsAtMostOneAlsoWhenTheVolumeGrewFromNothing() {
        RoundMetrics fromNothing = growth(-1e-3, 5, 0);
        assertThat(confidence(List.of(fromNothing, fromNothing))).isEqualTo(1);
        RoundMetrics steep = growth(-Double.MAX_VALUE, 5, 4);
        assertThat(confidence(List.of(steep, steep))).isEqualTo(1);
    }

    @Test
    void theBurdenShiftsWhenRepairIsRepeatedAndTheGapStays() {
        assertThat(confidence(twice(repair(2, 0, true)))).isEqualTo(0.4);
        assertThat(confidence(twice(repair(3, 3, true)))).isCloseTo(0.8, within(1e-12));
        assertThat(confidence(twice(repair(4, 2, true)))).isCloseTo(0.8, within(1e-12));
        assertThat(confidence(twice(repair(4, 4, true)))).isEqualTo(1);
        assertThat(ArchetypeDetector.of(twice(repair(4, 2, false))).matches()).isEmpty();
        assertThat(ArchetypeDetector.of(twice(repair(1, 1, true))).matches()).isEmpty();
    }

    @Test
    void theCommonsSufferFromRepetitionFromDominanceAndMostFromBoth() {
        assertThat(confidence(twice(commons(0.61, 1)))).isEqualTo(0.4);
        assertThat(confidence(twice(commons(0, 2.1)))).isEqualTo(0.4);
        assertThat(confidence(twice(commons(0.61, 2.1)))).isEqualTo(1);
        assertThat(ArchetypeDetector.of(twice(commons(0.1 + 0.2 + 0.3, 2))).matches()).isEmpty();
    }

    @Test
    void theLaterArchetypeIsPrimaryInATie() {
        RoundMetrics both = new RoundMetrics(STEADY, new RoundMetrics.Repair(2, 0, true),
                new RoundMetrics.Commons(0.7, 1));
        ArchetypeDetector history = ArchetypeDetector.of(twice(both));
        assertThat(history.matches()).extracting(ArchetypeDetector.Match::archetype)
                .containsExactly(SystemArchetype.TRAGEDY_OF_THE_COMMONS, SystemArchetype.SHIFTING_THE_BURDEN);
        assertThat(history.primary().orElseThrow().archetype()).isEqualTo(SystemArchetype.TRAGEDY_OF_THE_COMMONS);
        assertThat(history.tied())
                .containsExactly(SystemArchetype.SHIFTING_THE_BURDEN, SystemArchetype.TRAGEDY_OF_THE_COMMONS);
    }

    @Test
    void pointsToAPlaceToIntervene() {
        assertThat(SystemArchetype.LIMITS_TO_GROWTH.leverage().level()).isEqualTo(4);
        assertThat(SystemArchetype.SHIFTING_THE_BURDEN.leverage().level()).isEqualTo(3);
        assertThat(SystemArchetype.TRAGEDY_OF_THE_COMMONS.leverage().level()).isEqualTo(5);
    }

    @Test
    void roundByRoundEqualsAllAtOnceAndTheOldDoesNotMatter() {
        Trials.run(200, random -> {
            List<RoundMetrics> rounds = new ArrayList<>();
            ArchetypeDetector history = ArchetypeDetector.none();
            for (int i = 0; i < 12; i++) {
                RoundMetrics round = new RoundMetrics(
                        new RoundMetrics.Growth(random.nextDouble(-0.2, 0.05), random.nextInt(20), random.nextInt(20)),
                        new RoundMetrics.Repair(random.nextInt(6), random.nextInt(4), random.nextBoolean()),
                        new RoundMetrics.Commons(random.nextDouble(), random.nextDouble(4)));
                rounds.add(round);
                history = history.after(round);
                assertThat(history.matches()).isEqualTo(ArchetypeDetector.of(rounds).matches());
                List<RoundMetrics> last = rounds.subList(Math.max(0, rounds.size() - ArchetypeDetector.WINDOW),
                        rounds.size());
                assertThat(history.matches()).isEqualTo(ArchetypeDetector.of(last).matches());
                assertThat(history.matches())
                        .allSatisfy(match -> assertThat(match.confidence()).isBetween(0.3 - 1e-12, 1.0));
                assertThat(history.matches()).isSortedAccordingTo(
                        (left, right) -> Double.compare(right.confidence(), left.confidence()));
            }
        });
    }

    @Test
    void findsTheLimitOfLogisticLearningAndNotUnlimitedLearning() {
        // dK/dt = K (1 - K): what a round adds to what is known grows at first, then falls while the talk doubles.
        List<Integer> found = new ArrayList<>();
        ArchetypeDetector limited = ArchetypeDetector.none();
        ArchetypeDetector unlimited = ArchetypeDetector.none();
        for (int round = 1; round <= 12; round++) {
            double[] gains = new double[round + 1];
            double[] constant = new double[round + 1];
            for (int i = 0; i <= round; i++) {
                gains[i] = known(i + 1) - known(i);
                constant[i] = 0.1;
            }
            double volume = Math.pow(2, round);
            limited = limited.after(growth(ArchetypeDetector.gainTrend(gains).orElseThrow(), 2 * volume, volume));
            unlimited = unlimited
                    .after(growth(ArchetypeDetector.gainTrend(constant).orElseThrow(), 2 * volume, volume));
            if (!limited.matches().isEmpty()) {
                found.add(round);
            }
            assertThat(unlimited.matches()).isEmpty();
        }
        assertThat(found).containsExactly(9, 10, 11, 12); // The gain is largest in rounds 5 and 6, and falls from 7 on.
    }

    @Test
    void theTrendOfGainsCanFallBelowZero() {
        assertThat(ArchetypeDetector.gainTrend(0.5, 0.2)).hasValueCloseTo(-0.3, within(1e-12));
        assertThat(ArchetypeDetector.gainTrend(9, 0.1, 0.2)).hasValueCloseTo(0.1, within(1e-12));
        assertThat(ArchetypeDetector.gainTrend(0.5)).isEmpty();
        assertThat(ArchetypeDetector.gainTrend()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> ArchetypeDetector.gainTrend(1, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ArchetypeDetector.gainTrend(-Double.MAX_VALUE, Double.MAX_VALUE));
    }

    @Test
    void refusesMetricsOutsideTheirDomain() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RoundMetrics.Growth(Double.NaN, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoundMetrics.Growth(0, -1, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RoundMetrics.Growth(0, 1, Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoundMetrics.Repair(-1, 0, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoundMetrics.Repair(0, -1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoundMetrics.Commons(1.1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoundMetrics.Commons(0, -0.1));
    }

    private static double known(double time) {
        return 1 / (1 + Math.exp(6 - time));
    }

    private static double confidence(List<RoundMetrics> rounds) {
        List<ArchetypeDetector.Match> matches = ArchetypeDetector.of(rounds).matches();
        assertThat(matches).hasSize(1);
        return matches.getFirst().confidence();
    }

    private static List<RoundMetrics> twice(RoundMetrics round) {
        return List.of(round, round);
    }

    private static RoundMetrics growth(double trend, double volume, double previous) {
        return new RoundMetrics(new RoundMetrics.Growth(trend, volume, previous), NO_REPAIR, EVEN);
    }

    private static RoundMetrics repair(int spawned, int dissolved, boolean gapPersists) {
        return new RoundMetrics(STEADY, new RoundMetrics.Repair(spawned, dissolved, gapPersists), EVEN);
    }

    private static RoundMetrics commons(double redundancy, double concentration) {
        return new RoundMetrics(STEADY, NO_REPAIR, new RoundMetrics.Commons(redundancy, concentration));
    }
}
