package dev.waggle.math.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class AnswerPosteriorTest {

    private static final int CASES = 10_000;
    private static final int PLANTED_CASES = 2_000;

    @ParameterizedTest
    @CsvSource({"3.24, 0.58, 10000", "1.2, 0.37, 10000", "5, 0, 1000", "0.3, 0.95, 1000", "40, 0.01, 1000"})
    void itHasEveryProperty(double gain, double dependence, int cases) {
        VoterModel model = new VoterModel(gain, dependence);

        assertThat(new PosteriorProperties((voters, answers, others) -> posterior(voters, answers)
                .probabilities(model, others), cases).violations()).isEmpty();
    }

    /** One exponent for each answer, by the number of its own voters. */
    @Test
    void oneExponentForEachAnswerIsCaught() {
        PosteriorProperties.Rule planted = (voters, answers, others) -> {
            double[] sums = new double[answers];
            int[] counts = new int[answers];
            voters.forEach(voter -> voter.forEach((answer, weight) -> {
                sums[answer] += weight * Math.log(2);
                counts[answer] += weight == 0 ? 0 : 1;
            }));
            double[] odds = new double[answers];
            Arrays.setAll(odds, k -> Math.exp(sums[k] / (1 + 0.2 * Math.max(0, counts[k] - 1))));
            return shares(odds, others);
        };

        assertThat(new PosteriorProperties(planted, PLANTED_CASES).violations()).containsKeys("supporter", "objection",
                "share",
                "form");
    }

    /** Confidences that are rescaled to the number of voters: a doubtful supporter lowers its answer. */
    @Test
    void rescaledConfidencesAreCaught() {
        PosteriorProperties.Rule planted = (voters, answers, others) -> {
            double[] sums = new double[answers];
            double all = 0;
            int count = 0;
            for (Map<Integer, Double> voter : voters) {
                AnswerBallot ballot = AnswerBallot.ofStances(voter);
                ballot.support().forEach((answer, weight) -> sums[answer] += weight);
                all += ballot.weight();
                count += ballot.weight() > 0 ? 1 : 0;
            }
            double scale = all == 0 ? 0 : count / all * VoterModel.ALONE.nats(count);
            double[] odds = new double[answers];
            Arrays.setAll(odds, k -> Math.exp(scale * sums[k]));
            return shares(odds, others);
        };

        assertThat(new PosteriorProperties(planted, PLANTED_CASES).violations()).containsKey("supporter");
    }

    @Test
    void otherPlantedDefectsAreCaught() {
        VoterModel model = VoterModel.ALONE;
        PosteriorProperties.Rule ordered = (voters, answers, others) -> {
            double[] odds = new double[answers];
            Arrays.fill(odds, 1);
            voters.forEach(voter -> AnswerBallot.ofStances(voter).support()
                    .forEach((answer, weight) -> odds[answer] *= Math.exp(weight)));
            return shares(odds, others);
        };
        PosteriorProperties.Rule counting = (voters, answers, others) -> {
            AnswerPosterior posterior = posterior(voters, answers);
            double nats = model.nats(voters.size());
            double[] odds = new double[answers];
            Arrays.setAll(odds, k -> Math.exp(nats * posterior.support(k)));
            return shares(odds, others);
        };
        PosteriorProperties.Rule mean = (voters, answers, others) -> {
            AnswerPosterior posterior = posterior(voters, answers);
            double[] odds = new double[answers];
            Arrays.setAll(odds, k -> Math.exp(model.gain() * posterior.support(k) / Math.max(1, posterior.voters())));
            return shares(odds, others);
        };

        assertThat(new PosteriorProperties(ordered, PLANTED_CASES).violations()).containsOnlyKeys("order");
        assertThat(new PosteriorProperties(counting, PLANTED_CASES).violations()).containsKeys("neutral", "supporter");
        assertThat(new PosteriorProperties(mean, PLANTED_CASES).violations()).containsKey("unanimity");
    }

    @Test
    void anObjectionOfTheLeastWeightIsNone() {
        assertThat(AnswerBallot.ofStances(Map.of(0, -Double.MIN_VALUE))).isEqualTo(AnswerBallot.NEUTRAL);
    }

    @Test
    void aBallotThatIsWithdrawnLeavesNoTrace() {
        Random random = new Random(9);
        for (int trial = 0; trial < CASES; trial++) {
            int answers = 1 + random.nextInt(5);
            AnswerPosterior once = new AnswerPosterior(answers);
            AnswerPosterior twice = new AnswerPosterior(answers);
            for (int voter = random.nextInt(9); voter > 0; voter--) {
                AnswerBallot stays = ballot(random, answers);
                AnswerBallot goes = ballot(random, answers);
                once.cast(stays);
                twice.cast(goes);
                twice.cast(stays);
                twice.withdraw(goes);
            }
            assertThat(twice.probabilities(VoterModel.ALONE, 1)).isEqualTo(once.probabilities(VoterModel.ALONE, 1));
            assertThat(twice.voters()).isEqualTo(once.voters());
        }
    }

    /** Shares of the issue: six of ten, and the same share of more voters. */
    @Test
    void unanimityStaysBelowTheBoundOfTheDependence() {
        AnswerPosterior posterior = new AnswerPosterior(2);
        for (int voter = 0; voter < 100_000; voter++) {
            posterior.cast(AnswerBallot.of(0, 1));
        }
        double odds = Math.exp(VoterModel.READERS.bound());

        assertThat(posterior.probabilities(VoterModel.READERS, 0)[0]).isLessThan(odds / (odds + 1))
                .isCloseTo(odds / (odds + 1), within(1e-4));
    }

    @Test
    void theFormulaIsThatOfTheDefinition() {
        AnswerPosterior posterior = new AnswerPosterior(2);
        posterior.cast(AnswerBallot.of(0, 0.9));
        posterior.cast(AnswerBallot.of(0, 0.8));
        posterior.cast(AnswerBallot.ofStances(Map.of(0, -0.4)));
        int late = posterior.join();
        posterior.cast(AnswerBallot.ofStances(Map.of(late, 0.5, 0, -0.3)));

        double nats = 3.24 / (1 + 0.58 * (0.9 + 0.8 + 0.2 + 0.5 - 1));
        double first = Math.exp(nats * (0.9 + 0.8 - 0.2));
        double third = Math.exp(nats * 0.5);
        assertThat(posterior.probabilities(VoterModel.ALONE, 2)).containsExactly(
                new double[] {first / (first + 3 + third), 1 / (first + 3 + third), third / (first + 3 + third)},
                within(1e-12));
        assertThat(posterior.leader()).hasValue(0);
        assertThat(posterior.size()).isEqualTo(3);
    }

    @Test
    void tiesAndSilenceHaveNoLeader() {
        AnswerPosterior posterior = new AnswerPosterior(2);
        assertThat(posterior.leader()).isEmpty();
        assertThat(posterior.probabilities(VoterModel.ALONE, 0)).containsExactly(0.5, 0.5);
        posterior.cast(AnswerBallot.of(1, 1));
        assertThat(posterior.leader()).hasValue(1);
        posterior.cast(AnswerBallot.of(0, 1));
        assertThat(posterior.leader()).isEmpty();
        assertThat(new AnswerPosterior(0).probabilities(VoterModel.ALONE, 1)).isEmpty();
    }

    @Test
    void badValuesAreNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> new VoterModel(0, 0.5)).withMessageContaining("gain");
        assertThatIllegalArgumentException().isThrownBy(() -> new VoterModel(1, 1.5))
                .withMessageContaining("dependence");
        assertThatIllegalArgumentException().isThrownBy(() -> new AnswerBallot(Map.of(0, 1.0, 1, -1.0)));
        assertThatIllegalArgumentException().isThrownBy(() -> AnswerBallot.of(0, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new AnswerPosterior(1).cast(AnswerBallot.of(1, 1)))
                .withMessageContaining("answer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AnswerPosterior(0).probabilities(VoterModel.ALONE, 0));
    }

    private static AnswerPosterior posterior(List<Map<Integer, Double>> voters, int answers) {
        AnswerPosterior posterior = new AnswerPosterior(answers);
        voters.forEach(voter -> posterior.cast(AnswerBallot.ofStances(voter)));
        return posterior;
    }

    private static AnswerBallot ballot(Random random, int answers) {
        double sign = random.nextInt(4) == 0 ? -1 : 1;
        return AnswerBallot.ofStances(Map.of(random.nextInt(answers), sign * random.nextDouble()));
    }

    private static double[] shares(double[] odds, int others) {
        double all = others + Arrays.stream(odds).sum();
        return Arrays.stream(odds).map(value -> value / all).toArray();
    }
}
