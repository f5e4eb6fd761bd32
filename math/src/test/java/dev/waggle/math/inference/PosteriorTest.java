package dev.waggle.math.inference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.Trials;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

class PosteriorTest {

    private static final org.assertj.core.data.Offset<Double> EXACTLY = within(1e-14);

    @Nested
    class Examples {

        @Test
        void oneAgreementOfRatioTwoAmongTwoGivesTwoThirds() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(LikelihoodEvidence.of(0, 2));
            assertThat(posterior.probabilities()).containsExactly(new double[] {2 / 3.0, 1 / 3.0}, EXACTLY);
            assertThat(posterior.weightOfEvidence(0)).isCloseTo(Math.log(2), EXACTLY);
        }

        @Test
        void aVoteCountsOnceHoweverOftenTheProbabilitiesAreRead() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(LikelihoodEvidence.of(0, 2));
            double[] first = posterior.probabilities();
            posterior.map();
            posterior.tempered(0.5);
            assertThat(posterior.probabilities()).containsExactly(first);
            assertThat(posterior.evidenceCount()).isEqualTo(1);
        }

        @Test
        void threeVotesOnTwoProposalsAndALateThirdGiveExactRationals() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(LikelihoodEvidence.of(0, 2));
            posterior.add(LikelihoodEvidence.of(0, 2));
            posterior.add(LikelihoodEvidence.of(1, 0.5));
            posterior.join();
            assertThat(posterior.probabilities()).containsExactly(new double[] {8 / 11.0, 1 / 11.0, 2 / 11.0},
                    EXACTLY);
        }

        @Test
        void proposalsAreEquallyProbableBeforeEvidenceWheneverTheyJoin() {
            Posterior posterior = Posterior.uniform(1);
            assertThat(posterior.join()).isEqualTo(1);
            assertThat(posterior.probabilities()).containsExactly(0.5, 0.5);
            for (int place = 2; place < 9; place++) {
                assertThat(posterior.join()).isEqualTo(place);
            }
            assertThat(posterior.probabilities()).hasSize(9).containsOnly(1 / 9.0);
            assertThat(posterior.map().hypotheses()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
        }

        @Test
        void oneWhoJoinsAnUnequalPriorGetsTheMeanOfTheOthers() {
            Posterior posterior = Posterior.of(new double[] {0.9, 0.1});
            posterior.join();
            posterior.join();
            assertThat(posterior.probabilities()).containsExactly(new double[] {0.45, 0.05, 0.25, 0.25}, EXACTLY);
        }

        @Test
        void likelihoodZeroExcludesExactlyAndIsNotUndoneByLaterVotes() {
            Posterior posterior = Posterior.uniform(3);
            posterior.add(LikelihoodEvidence.of(0, 0));
            for (int i = 0; i < 100; i++) {
                posterior.add(LikelihoodEvidence.of(0, 1e6));
            }
            assertThat(posterior.probabilities()).containsExactly(0, 0.5, 0.5);
            assertThat(posterior.weightOfEvidence(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        }

        @Test
        void anExclusionCanBeWithdrawn() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(LikelihoodEvidence.of(0, 4));
            posterior.add(LikelihoodEvidence.of(0, 0));
            posterior.withdraw(LikelihoodEvidence.of(0, 0));
            assertThat(posterior.probabilities()).containsExactly(new double[] {0.8, 0.2}, EXACTLY);
        }

        @Test
        void whenAllAreExcludedThereIsNoPosterior() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(LikelihoodEvidence.of(0, 0));
            posterior.add(LikelihoodEvidence.of(1, 0));
            assertThat(posterior.excludesAll()).isTrue();
            assertThatIllegalStateException().isThrownBy(posterior::probabilities);
            posterior.join();
            assertThat(posterior.probabilities()).containsExactly(0, 0, 1);
        }

        @Test
        void aLaterVoteTakesThePlaceOfTheEarlierOne() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(LikelihoodEvidence.of(0, 2));
            posterior.replace(LikelihoodEvidence.of(0, 2), LikelihoodEvidence.of(0, 0.5));
            assertThat(posterior.probabilities()).containsExactly(new double[] {1 / 3.0, 2 / 3.0}, EXACTLY);
            assertThat(posterior.evidenceCount()).isEqualTo(1);
        }

        @Test
        void evidenceWithoutWeightSaysNothingButIsCounted() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(new LikelihoodEvidence(0, 0, 0));
            posterior.add(LikelihoodEvidence.of(1, 1));
            assertThat(posterior.probabilities()).containsExactly(0.5, 0.5);
            assertThat(posterior.evidenceCount()).isEqualTo(2);
            assertThat(posterior.informative(0)).isZero();
        }

        @Test
        void montyHallOpensADoor() {
            double[] posterior = Posterior.probabilities(new double[] {1, 1, 1}, new double[] {0.5, 0, 1});
            assertThat(posterior).containsExactly(new double[] {1 / 3.0, 0, 2 / 3.0}, EXACTLY);
        }

        @Test
        void likelihoodsCountByProportionAndMayBeTiny() {
            double[] posterior = Posterior.probabilities(new double[] {1, 3}, new double[] {3e-320, 1e-320});
            assertThat(posterior).containsExactly(new double[] {0.5, 0.5}, within(1e-3));
        }

        @Test
        void theMapNamesAllThatTie() {
            assertThat(MapEstimate.of(new double[] {0.4, 0.2, 0.4}))
                    .isEqualTo(new MapEstimate(0.4, List.of(0, 2)));
            assertThat(MapEstimate.of(new double[] {0.4, 0.6}).unique()).isTrue();
        }
    }

    @Nested
    class Laws {

        @Test
        void orderChangesNotABit() {
            Trials.run(200, random -> {
                List<LikelihoodEvidence> evidence = evidence(random, 4, 50);
                double[] first = batch(4, evidence).probabilities();
                Collections.shuffle(evidence, new Random(random.nextLong()));
                assertThat(batch(4, evidence).probabilities()).containsExactly(first);
            });
        }

        @Test
        void withdrawalLeavesNoTraceHoweverOften() {
            Trials.run(100, random -> {
                List<LikelihoodEvidence> kept = evidence(random, 5, 20);
                Posterior posterior = batch(5, kept);
                double[] first = posterior.probabilities();
                List<LikelihoodEvidence> passing = evidence(random, 5, 300);
                passing.add(new LikelihoodEvidence(0, 1e300, 1e3));
                passing.forEach(posterior::add);
                Collections.shuffle(passing, new Random(random.nextLong()));
                passing.forEach(posterior::withdraw);
                assertThat(posterior.probabilities()).containsExactly(first);
                assertThat(posterior.evidenceCount()).isEqualTo(20);
            });
        }

        @Test
        void piecesOneByOneEqualTheBatchAndTheProductOfRatios() {
            Trials.run(200, random -> {
                int size = random.nextInt(1, 6);
                double[] prior = Trials.distribution(random, size);
                List<LikelihoodEvidence> evidence = evidence(random, size, random.nextInt(30));
                Posterior growing = Posterior.of(prior);
                double[] masses = prior.clone();
                for (LikelihoodEvidence item : evidence) {
                    growing.add(item);
                    masses[item.hypothesis()] *= Math.pow(item.ratio(), item.weight());
                }
                double total = CompensatedSum.of(masses);
                double[] batch = Posterior.given(prior, evidence).probabilities();
                assertThat(growing.probabilities()).containsExactly(batch);
                for (int i = 0; i < size; i++) {
                    assertThat(batch[i]).isCloseTo(masses[i] / total, within(1e-12));
                }
                assertThat(CompensatedSum.of(batch)).isCloseTo(1, within(1e-12));
            });
        }

        @Test
        void relabellingPermutesTheResult() {
            Trials.run(200, random -> {
                List<LikelihoodEvidence> evidence = evidence(random, 4, 30);
                List<LikelihoodEvidence> turned = new ArrayList<>();
                evidence.forEach(e -> turned.add(new LikelihoodEvidence(3 - e.hypothesis(), e.ratio(), e.weight())));
                double[] first = batch(4, evidence).probabilities();
                double[] other = batch(4, turned).probabilities();
                for (int i = 0; i < 4; i++) {
                    assertThat(other[3 - i]).isCloseTo(first[i], EXACTLY);
                }
            });
        }

        @Test
        void anAgreementAndADisagreementOfOneStrengthCancel() {
            Trials.run(200, random -> {
                VoteRatios ratios = VoteRatios.ofStrength(random.nextDouble(0, 5));
                double weight = random.nextDouble(0, 2);
                Posterior posterior = Posterior.uniform(3);
                posterior.add(new LikelihoodEvidence(1, ratios.of(VoteRatios.Vote.AGREE), weight));
                posterior.add(new LikelihoodEvidence(1, ratios.of(VoteRatios.Vote.DISAGREE), weight));
                posterior.add(new LikelihoodEvidence(1, ratios.of(VoteRatios.Vote.ABSTAIN), weight));
                assertThat(posterior.probabilities())
                        .containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, EXACTLY);
            });
        }

        @Test
        void temperedEvidenceGoesFromFullIndependenceToTheWordOfOneSource() {
            Trials.run(200, random -> {
                int sources = random.nextInt(1, 12);
                double ratio = random.nextDouble(0.2, 5);
                Posterior posterior = Posterior.uniform(2);
                for (int i = 0; i < sources; i++) {
                    posterior.add(LikelihoodEvidence.of(0, ratio));
                }
                posterior.add(LikelihoodEvidence.of(0, 1)); // An abstention is no source.
                double[] one = Posterior.given(new double[] {1, 1}, List.of(LikelihoodEvidence.of(0, ratio)))
                        .probabilities();
                assertThat(posterior.tempered(0)).containsExactly(posterior.probabilities());
                assertThat(posterior.tempered(1)).containsExactly(one, within(1e-13));
                double rho = random.nextDouble();
                double power = Math.pow(ratio, DesignEffect.effectiveSize(sources, rho));
                assertThat(posterior.tempered(rho)[0]).isCloseTo(power / (1 + power), within(1e-12));
            });
        }

        @Test
        void itIsCalibratedWhenVotersAreAsTheRatiosSay() {
            RandomGenerator random = Trials.chance(7);
            VoteRatios ratios = new VoteRatios(0.65 / 0.35, 0.35 / 0.65);
            int[] debates = new int[8];
            double[] promised = new double[8];
            double[] kept = new double[8];
            for (int debate = 0; debate < 20_000; debate++) {
                boolean truth = random.nextBoolean();
                Posterior posterior = Posterior.uniform(2);
                int agreed = 0;
                for (int voter = 0; voter < 7; voter++) {
                    boolean agrees = random.nextDouble() < 0.65 == truth;
                    agreed += agrees ? 1 : 0;
                    posterior.add(LikelihoodEvidence.of(0,
                            ratios.of(agrees ? VoteRatios.Vote.AGREE : VoteRatios.Vote.DISAGREE)));
                }
                debates[agreed]++;
                promised[agreed] = posterior.probabilities()[0];
                kept[agreed] += truth ? 1 : 0;
            }
            for (int agreed = 0; agreed < 8; agreed++) {
                double error = Math.sqrt(promised[agreed] * (1 - promised[agreed]) / debates[agreed]);
                assertThat(kept[agreed] / debates[agreed]).isCloseTo(promised[agreed], within(4 * error));
            }
        }
    }

    @Nested
    class Refusals {

        @Test
        void evidenceOutsideOfItsDomain() {
            refused("ratio must be finite and at least 0, got NaN", () -> LikelihoodEvidence.of(0, Double.NaN));
            refused("ratio", () -> LikelihoodEvidence.of(0, -1));
            refused("ratio", () -> LikelihoodEvidence.of(0, Double.POSITIVE_INFINITY));
            refused("weight must be finite and at least 0, got NaN", () -> new LikelihoodEvidence(0, 2, Double.NaN));
            refused("weight", () -> new LikelihoodEvidence(0, 2, -1));
            refused("hypothesis", () -> LikelihoodEvidence.of(-1, 2));
            refused("Maybe", () -> new LikelihoodEvidence(0, 2, 1e300));
            refused("hypothesis must be from 0 to below 2, got 2",
                    () -> Posterior.uniform(2).add(LikelihoodEvidence.of(2, 2)));
        }

        @Test
        void priorsAndLikelihoodsOutsideOfTheirDomain() {
            refused("hypotheses", () -> Posterior.uniform(0));
            refused("hypotheses", () -> Posterior.uniform(Posterior.MAX_HYPOTHESES + 1));
            refused("prior", () -> Posterior.of(new double[] {0, 0}));
            refused("prior[1]", () -> Posterior.of(new double[] {1, -1}));
            refused("one length", () -> Posterior.probabilities(new double[] {1}, new double[] {1, 2}));
            refused("likelihoods[0]", () -> Posterior.probabilities(new double[] {1}, new double[] {Double.NaN}));
            refused("likelihoods must allow",
                    () -> Posterior.probabilities(new double[] {1, 0}, new double[] {0, 1}));
            refused("exclusion of all 1",
                    () -> Posterior.given(new double[] {1}, List.of(LikelihoodEvidence.of(0, 0))));
            refused("exponents", () -> Posterior.uniform(2).probabilities(new double[] {1}));
            refused("exponents[0]", () -> Posterior.uniform(1).probabilities(new double[] {2}));
            refused("correlation", () -> Posterior.uniform(1).tempered(Double.NaN));
        }

        @Test
        void withdrawalOfWhatWasNotAdded() {
            Posterior posterior = Posterior.uniform(2);
            posterior.add(LikelihoodEvidence.of(0, 2));
            refused("Maybe it was withdrawn", () -> posterior.withdraw(LikelihoodEvidence.of(1, 2)));
            refused("Maybe it was withdrawn", () -> posterior.withdraw(LikelihoodEvidence.of(0, 0)));
            refused("hypothesis", () -> posterior.replace(LikelihoodEvidence.of(0, 2), LikelihoodEvidence.of(5, 2)));
            assertThat(posterior.probabilities()).containsExactly(new double[] {2 / 3.0, 1 / 3.0}, EXACTLY);
        }

        private static void refused(String message, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
            assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
        }
    }

    private static Posterior batch(int size, List<LikelihoodEvidence> evidence) {
        Posterior posterior = Posterior.uniform(size);
        evidence.forEach(posterior::add);
        return posterior;
    }

    private static List<LikelihoodEvidence> evidence(RandomGenerator random, int size, int count) {
        List<LikelihoodEvidence> evidence = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            evidence.add(new LikelihoodEvidence(random.nextInt(size), Math.exp(random.nextGaussian()),
                    random.nextDouble(1.5)));
        }
        return evidence;
    }
}
