package dev.waggle.math.inference.logit;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class LogitFilterTest {

    private static final double EXACT = 1e-9;

    @Test
    void aStepIsTheFormulaOfTheTextbook() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 1 + random.nextInt(12);
            int options = 1 + random.nextInt(6);
            double[][] features = features(options, size, 2, random);
            double[] offsets = vector(options, 3, random);
            double[] mean = vector(size, 1, random);
            double[][] covariance = covariance(size, random);
            int right = random.nextInt(options);
            DenseStep expected = DenseStep.of(offsets, features, mean, covariance, right);

            assertThat(new LogitFilter(mean, covariance).learn(choice(offsets, features), right)).isTrue();

            for (int i = 0; i < size; i++) {
                assertThat(mean[i]).as("seed %d, mean %d", seed, i).isCloseTo(expected.mean[i], within(EXACT));
                for (int j = 0; j < size; j++) {
                    assertThat(covariance[i][j]).as("seed %d, covariance %d %d", seed, i, j)
                            .isCloseTo(expected.covariance[i][j], within(EXACT));
                }
            }
        }
    }

    @Test
    void theCovarianceStaysSymmetricAndPositiveAndNeverGrows() {
        for (int seed = 0; seed < 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 2 + random.nextInt(10);
            double[] mean = new double[size];
            double[][] covariance = covariance(size, random);
            for (int step = 0; step < 50; step++) {
                double[][] before = copy(covariance);
                int options = 1 + random.nextInt(5);
                assertThat(new LogitFilter(mean, covariance).learn(
                        choice(vector(options, 2, random), features(options, size, 2, random)),
                        random.nextInt(options))).isTrue();

                for (int i = 0; i < size; i++) {
                    assertThat(covariance[i][i]).as("seed %d step %d", seed, step).isPositive()
                            .isLessThanOrEqualTo(before[i][i] * (1 + EXACT));
                    for (int j = 0; j < i; j++) {
                        assertThat(covariance[i][j]).isEqualTo(covariance[j][i]);
                    }
                }
                for (int direction = 0; direction < 5; direction++) {
                    double[] along = vector(size, 1, random);
                    assertThat(quadratic(covariance, along)).as("seed %d step %d", seed, step)
                            .isGreaterThan(-EXACT).isLessThanOrEqualTo(quadratic(before, along) + EXACT);
                }
            }
        }
    }

    @Test
    void probabilitiesSumToOne() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int options = 1 + random.nextInt(30);
            double scale = Math.pow(10, random.nextInt(7) - 3);
            ChoiceSet choice = choice(vector(options, scale, random), features(options, 4, scale, random));
            double sum = 0;
            for (double probability : choice.probabilities(vector(4, scale, random))) {
                assertThat(probability).as("seed %d", seed).isBetween(0.0, 1.0);
                sum += probability;
            }
            assertThat(sum).as("seed %d", seed).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void theOrderOfColumnsAndOfOptionsDoesNotMatter() {
        for (int seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 8;
            int options = 4;
            double[][] features = features(options, size, 2, random);
            double[] offsets = vector(options, 1, random);
            double[][] covariance = covariance(size, random);
            double[] mean = vector(size, 1, random);
            double[][] turnedFeatures = new double[options][size];
            double[] turnedOffsets = new double[options];
            double[][] turnedCovariance = new double[size][size];
            double[] turnedMean = new double[size];
            for (int i = 0; i < size; i++) {
                turnedMean[size - 1 - i] = mean[i];
                for (int j = 0; j < size; j++) {
                    turnedCovariance[size - 1 - i][size - 1 - j] = covariance[i][j];
                }
                for (int option = 0; option < options; option++) {
                    turnedFeatures[options - 1 - option][size - 1 - i] = features[option][i];
                    turnedOffsets[options - 1 - option] = offsets[option];
                }
            }

            new LogitFilter(mean, covariance).learn(choice(offsets, features), 1);
            new LogitFilter(turnedMean, turnedCovariance).learn(choice(turnedOffsets, turnedFeatures), options - 2);

            for (int i = 0; i < size; i++) {
                assertThat(turnedMean[size - 1 - i]).as("seed %d", seed).isCloseTo(mean[i], within(EXACT));
                assertThat(turnedCovariance[size - 1 - i][0]).isCloseTo(covariance[i][size - 1], within(EXACT));
            }
        }
    }

    @Test
    void extremeFeaturesNeverGiveNaN() {
        double[] scales = {1e-12, 1, 1e3, 1e6};
        for (int seed = 0; seed < 12; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 6;
            double[] mean = new double[size];
            double[][] covariance = covariance(size, random);
            for (int step = 0; step < 1_000; step++) {
                int options = 1 + random.nextInt(5);
                double[][] features = features(options, size, scales[random.nextInt(scales.length)], random);
                if (random.nextInt(3) == 0) {
                    for (int option = 1; option < options; option++) {
                        features[option] = features[0].clone();
                    }
                }
                boolean _ = new LogitFilter(mean, covariance).learn(
                        choice(vector(options, scales[random.nextInt(3)], random), features), random.nextInt(options));
            }
            for (int i = 0; i < size; i++) {
                assertThat(mean[i]).as("seed %d", seed).isFinite();
                assertThat(covariance[i][i]).as("seed %d", seed).isFinite().isNotNegative();
            }
        }
    }

    @Test
    void oneOptionAndEqualOptionsTeachNothing() {
        SplittableRandom random = new SplittableRandom(5);
        double[][] one = features(1, 4, 2, random);
        double[][][] choices = {one, {one[0], one[0], one[0]}};
        for (double[][] features : choices) {
            double[] mean = {1, 2, 3, 4};
            double[][] covariance = covariance(4, random);
            double[][] before = copy(covariance);
            assertThat(new LogitFilter(mean, covariance).learn(choice(new double[features.length], features), 0))
                    .isTrue();
            for (int i = 0; i < 4; i++) {
                assertThat(mean[i]).isCloseTo(i + 1, within(EXACT));
                assertThat(covariance[i]).containsExactly(before[i], within(EXACT));
            }
        }
    }

    @Test
    void aCovarianceThatIsNotPositiveIsRefusedUnchanged() {
        double[][][] bad = {{{-1, 0}, {0, 1}}, {{1, 2}, {2, 1}}, {{Double.NaN, 0}, {0, 1}}};
        for (double[][] covariance : bad) {
            double[] mean = {0.5, -0.5};
            double[][] before = copy(covariance);
            ChoiceSet choice = choice(new double[2], new double[][] {{1, 0}, {0, 1}});

            assertThat(new LogitFilter(mean, covariance).learn(choice, 0)).isFalse();

            assertThat(mean).containsExactly(0.5, -0.5);
            for (int i = 0; i < 2; i++) {
                assertThat(covariance[i]).containsExactly(before[i]);
            }
        }
    }

    /** No pair of these three is impossible, but all three together are. */
    @Test
    void aCovarianceThatIsNotPositiveInThreeDirectionsTogetherIsRefusedUnchanged() {
        double[][] covariance = {{1, -0.9, -0.9}, {-0.9, 1, -0.9}, {-0.9, -0.9, 1}};
        double[][] before = copy(covariance);
        double[] mean = new double[3];

        assertThat(new LogitFilter(mean, covariance).learn(
                choice(new double[3], new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), 0)).isFalse();

        assertThat(mean).containsExactly(0, 0, 0);
        assertThat(covariance).isDeepEqualTo(before);
    }

    /** The scores alone are possible, but not beside the third weight: its variance would be below 0. */
    @Test
    void aCovarianceThatIsNotPositiveBesideTheScoresIsRefusedUnchanged() {
        double[][] covariance = {{1, 0, 0.95}, {0, 1, -0.95}, {0.95, -0.95, 1}};
        double[][] before = copy(covariance);
        double[] mean = new double[3];

        assertThat(new LogitFilter(mean, covariance).learn(
                choice(new double[2], new double[][] {{9, 0, 0}, {0, 9, 0}}), 0)).isFalse();

        assertThat(mean).containsExactly(0, 0, 0);
        assertThat(covariance).isDeepEqualTo(before);
    }

    @Test
    void aRightAnswerRaisesItsProbabilityAndManyFindTheTruth() {
        SplittableRandom random = new SplittableRandom(11);
        double[] truth = {1.5, -1, 0.5};
        double[] mean = new double[3];
        double[][] covariance = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int step = 0; step < 3_000; step++) {
            ChoiceSet choice = choice(new double[3], features(3, 3, 1, random));
            double draw = random.nextDouble();
            int right = 0;
            for (double probability : choice.probabilities(truth)) {
                draw -= probability;
                if (draw < 0) {
                    break;
                }
                right++;
            }
            right = Math.min(2, right);
            double before = choice.probabilities(mean)[right];
            assertThat(new LogitFilter(mean, covariance).learn(choice, right)).isTrue();
            assertThat(choice.probabilities(mean)[right]).isGreaterThanOrEqualTo(before - EXACT);
        }
        assertThat(mean).containsExactly(truth, within(0.2));
    }

    @Test
    void aWrongOptionIsOneObservationOfItsLogOdds() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 1 + random.nextInt(8);
            int options = 2 + random.nextInt(5);
            double[][] features = features(options, size, 2, random);
            double[] offsets = vector(options, 3, random);
            double[] mean = vector(size, 1, random);
            double[][] covariance = covariance(size, random);
            int wrong = random.nextInt(options);
            double[] p = choice(offsets, features).probabilities(mean);
            double[] h = new double[size];
            for (int i = 0; i < size; i++) {
                for (int option = 0; option < options; option++) {
                    h[i] += features[option][i] * ((option == wrong ? 1 : 0) - p[option]) / (1 - p[wrong]);
                }
            }
            double v = p[wrong] * (1 - p[wrong]);
            double scale = v / (1 + v * quadratic(covariance, h));
            double[][] s = covariance(size, random);
            double[] moved = mean.clone();
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    s[i][j] = covariance[i][j] - scale * row(covariance, i, h) * row(covariance, j, h);
                }
                moved[i] -= row(s, i, h) * p[wrong];
            }

            assertThat(new LogitFilter(mean, covariance).learnWrong(choice(offsets, features), wrong)).isTrue();

            assertThat(mean).as("seed %d", seed).containsExactly(moved, within(EXACT));
            for (int i = 0; i < size; i++) {
                assertThat(covariance[i]).as("seed %d", seed).containsExactly(s[i], within(EXACT));
            }
            assertThat(choice(offsets, features).probabilities(mean)[wrong]).as("seed %d", seed)
                    .isLessThanOrEqualTo(p[wrong] + EXACT);
        }
    }

    private static double row(double[][] matrix, int row, double[] along) {
        double sum = 0;
        for (int i = 0; i < along.length; i++) {
            sum += matrix[row][i] * along[i];
        }
        return sum;
    }

    @Test
    void oneOfTwoIsWrongWhenTheOtherIsRight() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 1 + random.nextInt(8);
            ChoiceSet choice = choice(vector(2, seed % 3 == 0 ? 60 : 3, random), features(2, size, 2, random));
            double[] mean = vector(size, 1, random);
            double[][] covariance = covariance(size, random);
            double[] other = mean.clone();
            double[][] otherCovariance = copy(covariance);
            int wrong = random.nextInt(2);

            assertThat(new LogitFilter(mean, covariance).learnWrong(choice, wrong)).isTrue();
            assertThat(new LogitFilter(other, otherCovariance).learn(choice, 1 - wrong)).isTrue();

            assertThat(mean).as("seed %d", seed).containsExactly(other, within(EXACT));
            for (int i = 0; i < size; i++) {
                assertThat(covariance[i]).as("seed %d", seed).containsExactly(otherCovariance[i], within(EXACT));
            }
        }
    }

    @Test
    void aCertainOptionThatIsWrongTeachesFiniteWeights() {
        double[] mean = {0, 0};
        double[][] covariance = {{1, 0}, {0, 1}};
        ChoiceSet choice = choice(new double[] {900, 0, 0}, new double[][] {{1, 0}, {0, 1}, {0, 0}});

        assertThat(new LogitFilter(mean, covariance).learnWrong(choice, 0)).isTrue();

        assertThat(mean[0]).isCloseTo(-1, within(EXACT));
        assertThat(mean[1]).isCloseTo(0.5, within(EXACT));
        assertThat(covariance[0][0]).isCloseTo(1, within(EXACT));
    }

    @Test
    void refusesOptionsAndFeaturesThatAreNone() {
        ChoiceSet choice = new ChoiceSet(new double[2]);
        assertThatThrownBy(() -> new ChoiceSet(new double[0])).hasMessageContaining("options");
        assertThatThrownBy(() -> new ChoiceSet(new double[] {Double.NaN})).hasMessageContaining("NaN");
        assertThatThrownBy(() -> choice.add(2, 0, 1)).hasMessageContaining("option");
        assertThatThrownBy(() -> choice.add(0, -1, 1)).hasMessageContaining("column");
        assertThatThrownBy(() -> choice.add(0, 0, Double.POSITIVE_INFINITY)).hasMessageContaining("Infinity");
        assertThatThrownBy(() -> choice.shift(0, Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new LogitFilter(new double[1], new double[2][2])).hasMessageContaining("1 weights");
        assertThatThrownBy(() -> new LogitFilter(new double[1], new double[1][1]).learn(choice, 2))
                .hasMessageContaining("right");
        assertThatThrownBy(() -> new LogitFilter(new double[1], new double[1][1]).learnWrong(choice, 2))
                .hasMessageContaining("wrong");
        assertThatThrownBy(() -> new LogitFilter(new double[1], new double[1][1])
                .learnWrong(new ChoiceSet(new double[1]), 0)).hasMessageContaining("options");
    }

    private static ChoiceSet choice(double[] offsets, double[][] features) {
        ChoiceSet choice = new ChoiceSet(offsets);
        for (int option = 0; option < features.length; option++) {
            for (int column = 0; column < features[option].length; column++) {
                double half = features[option][column] / 2;
                choice.add(option, column, half);
                choice.add(option, column, half); // A feature that is named twice has the sum.
            }
        }
        return choice;
    }

    /** A third of the features are 0. */
    private static double[][] features(int options, int size, double scale, SplittableRandom random) {
        double[][] features = new double[options][size];
        for (double[] row : features) {
            for (int i = 0; i < size; i++) {
                row[i] = random.nextInt(3) == 0 ? 0 : scale * (2 * random.nextDouble() - 1);
            }
        }
        return features;
    }

    private static double[] vector(int size, double scale, SplittableRandom random) {
        return random.doubles(size, -scale, scale).toArray();
    }

    /** Positive: a square, and a little of the identity. */
    private static double[][] covariance(int size, SplittableRandom random) {
        double[][] root = features(size, size, 1, random);
        double[][] covariance = DenseStep.product(root, DenseStep.transposed(root));
        for (int i = 0; i < size; i++) {
            covariance[i][i] += 0.05;
            for (int j = 0; j < i; j++) {
                covariance[i][j] = covariance[j][i];
            }
        }
        return covariance;
    }

    private static double quadratic(double[][] matrix, double[] along) {
        double sum = 0;
        for (int i = 0; i < along.length; i++) {
            for (int j = 0; j < along.length; j++) {
                sum += along[i] * matrix[i][j] * along[j];
            }
        }
        return sum;
    }

    private static double[][] copy(double[][] matrix) {
        double[][] copy = matrix.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = matrix[i].clone();
        }
        return copy;
    }
}
