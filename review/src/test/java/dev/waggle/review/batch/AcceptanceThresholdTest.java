package dev.waggle.review.batch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The threshold from which leaders are accepted. */
class AcceptanceThresholdTest {

    private record Outcome(double probability, boolean isRight) {}

    /** Leaders that are as probable as they say, in tenths so that many are equal. */
    private static List<Outcome> outcomes(int size, Random random) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            double probability = (3 + random.nextInt(8)) / 10.0;
            outcomes.add(new Outcome(probability, random.nextDouble() < probability));
        }
        return outcomes;
    }

    private static OptionalDouble smallest(double error, List<Outcome> outcomes) {
        AcceptanceThreshold threshold = new AcceptanceThreshold(error);
        outcomes.forEach(one -> threshold.add(one.probability(), one.isRight()));
        assertThat(threshold.size()).isEqualTo(outcomes.size());
        return threshold.smallest();
    }

    private static List<Outcome> with(List<Outcome> outcomes, Outcome more) {
        List<Outcome> longer = new ArrayList<>(outcomes);
        longer.add(more);
        return longer;
    }

    private static double orOne(OptionalDouble threshold) {
        return threshold.orElse(2);
    }

    // Properties

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.1, 0.3})
    void holdsTheErrorOnItsOutcomesAndIsTheSmallestThatDoes(double error) {
        for (int seed = 0; seed < 50; seed++) {
            List<Outcome> outcomes = outcomes(60, new Random(seed));
            double smallest = orOne(smallest(error, outcomes));
            for (int tenths = 3; tenths <= 10; tenths++) {
                double candidate = tenths / 10.0;
                List<Outcome> above = outcomes.stream().filter(one -> one.probability() >= candidate).toList();
                long wrong = above.stream().filter(one -> !one.isRight()).count();
                boolean holds = (wrong + 1.0) / (above.size() + 1.0) <= error;
                assertThat(candidate == smallest).as("seed %s, %s", seed, candidate)
                        .isEqualTo(holds && candidate <= smallest);
            }
        }
    }

    @Test
    void theOrderOfOutcomesNeverMatters() {
        for (int seed = 0; seed < 20; seed++) {
            List<Outcome> outcomes = outcomes(80, new Random(seed));
            OptionalDouble before = smallest(0.2, outcomes);
            Collections.shuffle(outcomes, new Random(seed));

            assertThat(smallest(0.2, outcomes)).isEqualTo(before);
        }
    }

    @Test
    void aLargerErrorNeverAcceptsLess() {
        for (int seed = 0; seed < 50; seed++) {
            List<Outcome> outcomes = outcomes(80, new Random(seed));
            assertThat(orOne(smallest(0.2, outcomes))).isLessThanOrEqualTo(orOne(smallest(0.1, outcomes)));
        }
    }

    @Test
    void aWrongLeaderNeverAcceptsMoreAndARightSureOneNeverLess() {
        for (int seed = 0; seed < 50; seed++) {
            List<Outcome> outcomes = outcomes(80, new Random(seed));
            double before = orOne(smallest(0.2, outcomes));

            assertThat(orOne(smallest(0.2, with(outcomes, new Outcome(1, false))))).isGreaterThanOrEqualTo(before);
            assertThat(orOne(smallest(0.2, with(outcomes, new Outcome(1, true))))).isLessThanOrEqualTo(before);
        }
    }

    /** Of all orders of a list, the last is accepted and wrong at most as often as promised. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.2, 0.4})
    void theNextOfExchangeableItemsIsSeldomAcceptedAndWrong(double error) {
        for (int seed = 0; seed < 30; seed++) {
            List<Outcome> all = outcomes(40, new Random(seed));
            int wrong = 0;
            for (int next = 0; next < all.size(); next++) {
                List<Outcome> others = new ArrayList<>(all);
                Outcome last = others.remove(next);
                wrong += last.probability() >= orOne(smallest(error, others)) && !last.isRight() ? 1 : 0;
            }
            assertThat(wrong).as("seed %s", seed).isLessThanOrEqualTo((int) (error * all.size()));
        }
    }

    /** Over many files the share of wrong ones among the accepted stays below the promise. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.2})
    void theErrorAmongTheAcceptedIsHeldOnAverage(double error) {
        Random random = new Random(7);
        long accepted = 0;
        long wrong = 0;
        for (int file = 0; file < 300; file++) {
            double smallest = orOne(smallest(error, outcomes(200, random)));
            for (Outcome item : outcomes(200, random)) {
                accepted += item.probability() >= smallest ? 1 : 0;
                wrong += item.probability() >= smallest && !item.isRight() ? 1 : 0;
            }
        }
        assertThat(accepted).isGreaterThan(1_000);
        assertThat((double) wrong / accepted).isLessThanOrEqualTo(error * 1.02);
    }

    // Examples

    @ParameterizedTest
    @CsvSource({"0.5,1", "0.3,3", "0.25,3", "0.1,9", "0.05,19", "0.01,99", "0.001,999", "0.9,1", "0.999999,1"})
    void countsTheOutcomesThatAnyPromiseNeeds(double error, long needed) {
        assertThat(AcceptanceThreshold.outcomesNeeded(error)).isEqualTo(needed);
        List<Outcome> right = new ArrayList<>(Collections.nCopies((int) needed - 1, new Outcome(1, true)));
        assertThat(smallest(error, right)).isEmpty();
        assertThat(smallest(error, with(right, new Outcome(1, true)))).hasValue(1);
    }

    @Test
    void withoutOutcomesNothingIsAccepted() {
        assertThat(new AcceptanceThreshold(0.99).smallest()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.1, 5, Double.NaN})
    void anErrorIsBetweenZeroAndOne(double error) {
        assertThatIllegalArgumentException().isThrownBy(() -> new AcceptanceThreshold(error))
                .withMessage("the accepted error must be above 0 and below 1, got " + error);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void aProbabilityIsBetweenZeroAndOne(double probability) {
        AcceptanceThreshold threshold = new AcceptanceThreshold(0.1);
        assertThatIllegalArgumentException().isThrownBy(() -> threshold.add(probability, true))
                .withMessage("a probability must be between 0 and 1, got " + probability);
    }
}
