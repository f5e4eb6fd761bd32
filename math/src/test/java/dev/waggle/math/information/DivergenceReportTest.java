package dev.waggle.math.information;

import java.util.Arrays;
import java.util.List;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class DivergenceReportTest {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void whoBelievesWhatTheConsensusExcludesIsAnOutlier() {
        DivergenceReport report = DivergenceReport.of(new double[][] {{1, 1, 0}, {0, 0, 1}, {1, 1, 0.01}},
                new double[] {1, 1, 0}, 0.5);
        assertThat(report.toConsensus()).containsExactly(0.0, INFINITY, INFINITY);
        assertThat(report.outliers()).containsExactly(1, 2);
        assertThat(report.mean()).hasValue(INFINITY);
        assertThat(report.meanPairwise().orElseThrow()).isBetween(0.0, 1.0);
    }

    @Test
    void aDivergenceEqualToTheThresholdIsNoOutlier() {
        double[][] members = {{1, 0}, {1, 1}};
        double[] consensus = {1, 1};
        assertThat(DivergenceReport.of(members, consensus, 1).outliers()).isEmpty();
        assertThat(DivergenceReport.of(members, consensus, 0.999).outliers()).isEqualTo(List.of(0));
    }

    @Test
    void ofNobodyAndOfOneThereIsNoMean() {
        DivergenceReport nobody = DivergenceReport.of(new double[0][], new double[] {1}, 0.5);
        assertThat(nobody.mean()).isEmpty();
        assertThat(nobody.meanPairwise()).isEmpty();
        DivergenceReport one = DivergenceReport.of(new double[][] {{1, 0}}, new double[] {1, 1}, 0.5);
        assertThat(one.mean()).hasValue(1);
        assertThat(one.meanPairwise()).isEmpty();
    }

    @Test
    void aConsensusWithoutMassExcludesAll() {
        DivergenceReport report = DivergenceReport.of(new double[][] {{1, 2}}, new double[] {0, 0}, 0.5);
        assertThat(report.outliers()).containsExactly(0);
    }

    @Test
    void refusesOtherLengthsMembersWithoutMassAndNoThreshold() {
        double[] consensus = {1, 1};
        for (double[] bad : new double[][] {{1}, {0, 0}, {1, Double.NaN}}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DivergenceReport.of(new double[][] {bad}, consensus, 0.5));
        }
        for (double bad : new double[] {-1, Double.NaN, INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DivergenceReport.of(new double[][] {consensus}, consensus, bad))
                    .withMessageContaining("threshold");
        }
    }

    @Test
    void meanToTheMeanOfMembersIsTheirGeneralizedJensenShannon() {
        Trials.run(200, random -> {
            double[][] members = new double[1 + random.nextInt(6)][];
            double[] consensus = new double[4];
            double entropies = 0;
            for (int i = 0; i < members.length; i++) {
                double[] member = Trials.distribution(random, 4);
                members[i] = member;
                Arrays.setAll(consensus, x -> consensus[x] + member[x]);
                entropies += Entropy.bits(member) / members.length;
            }
            assertThat(DivergenceReport.of(members, consensus, 0.5).mean().orElseThrow())
                    .isCloseTo(Entropy.bits(consensus) - entropies, offset(1e-13));
        });
    }

    @Test
    void aNewProposalIsInfiniteDrift() {
        ConsensusDrift drift = ConsensusDrift.start(new double[0]).next(new double[] {1, 1});
        assertThat(drift.latest()).hasValue(INFINITY);
        drift = drift.next(new double[] {1, 1, 2});
        assertThat(drift.latest()).hasValue(INFINITY);
    }

    @Test
    void trendNeedsTwoFiniteDrifts() {
        ConsensusDrift drift = ConsensusDrift.start(new double[] {1, 0});
        assertThat(drift.latest()).isEmpty();
        drift = drift.next(new double[] {1, 1});
        assertThat(drift.trend()).isEmpty();
        drift = drift.next(new double[] {1, 1});
        assertThat(drift.trend()).as("while an infinite drift is in the window").isEmpty();
        drift = drift.next(new double[] {1, 0}).next(new double[] {1, 0});
        assertThat(drift.trend()).hasValue(0);
        assertThat(drift.next(new double[] {1, 0}).trend()).hasValue(-0.5);
    }

    @Test
    void driftRoundByRoundEqualsTheDriftOfAll() {
        Trials.run(100, random -> {
            double[][] path = new double[2 + random.nextInt(6)][];
            Arrays.setAll(path, t -> Trials.distribution(random, 4));
            double[] all = Divergence.successive(path);
            ConsensusDrift drift = ConsensusDrift.start(path[0]);
            for (int t = 1; t < path.length; t++) {
                drift = drift.next(path[t]);
                assertThat(drift.latest()).hasValue(all[t - 1]);
            }
        });
    }

    @Test
    void driftKeepsNothingOfItsArgumentsAndRefusesAShorterOne() {
        double[] consensus = {1, 1};
        ConsensusDrift drift = ConsensusDrift.start(consensus);
        consensus[0] = 1000;
        assertThat(drift.next(new double[] {1, 1}).latest()).hasValue(0);
        assertThatIllegalArgumentException().isThrownBy(() -> drift.next(new double[] {1}))
                .withMessageContaining("Maybe");
        assertThatIllegalArgumentException().isThrownBy(() -> drift.next(new double[] {0, 0}));
        assertThatIllegalArgumentException().isThrownBy(() -> ConsensusDrift.start(new double[] {Double.NaN}));
    }

    @Test
    void ofNoneAndOneThereAreNoSteps() {
        assertThat(Divergence.successive(new double[0][])).isEmpty();
        assertThat(Divergence.successive(new double[][] {{1}})).isEmpty();
    }
}
