package dev.waggle.swarm.lens.runner;

import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import dev.waggle.math.dynamics.stability.DampedResponse;
import dev.waggle.math.dynamics.stability.LyapunovExponent;
import dev.waggle.math.dynamics.stability.PronyFit;
import dev.waggle.math.dynamics.stability.RouthHurwitz;
import dev.waggle.math.game.EvolutionaryStability;
import dev.waggle.math.game.ReplicatorDynamics;
import dev.waggle.math.geometry.Barycenter;
import dev.waggle.math.geometry.OptimalTransport;
import dev.waggle.math.geometry.StanceSpectrum;
import dev.waggle.math.inference.FisherInformation;
import dev.waggle.math.inference.FreeEnergy;
import dev.waggle.math.information.Divergence;
import dev.waggle.math.information.Entropy;
import dev.waggle.math.information.MutualInformation;
import dev.waggle.math.network.AlgebraicConnectivity;
import dev.waggle.math.network.InfluenceGraph;
import dev.waggle.math.network.PageRankCentrality;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Ten known defects of the mathematics of swarms, none of which this mathematics has. */
class TenDefectsTest {

    @Test // 1
    void aVoteIsAppliedOnceHoweverManyRoundsFollow() {
        LensSwarm once = new LensSwarm("a", "b", "c").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("c", "A", 1));

        double atOnce = probability(once, "A");
        double later = probability(once.round(discovers("a", "x")).round(discovers("b", "y")).round(), "A");

        double odds = Math.exp(VoteShare.GAIN * VoteShare.worth(1));
        assertThat(atOnce).isCloseTo(odds / (odds + 2), within(1e-12));
        assertThat(later).isEqualTo(atOnce);
    }

    @Test // 2
    void unrelatedAgentsAreNotRedundant() {
        assertThat(MutualInformation.of(new double[][] {{25, 25}, {25, 25}}).bits()).isCloseTo(0, within(1e-12));
        assertThat(Divergence.overlap(ones(0, 256, 512), ones(256, 512, 512))).isCloseTo(0, within(1e-12));
        LensSwarm unrelated = new LensSwarm("a", "b", "c").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(discovers("a", "throughput doubles when requests are batched together"), agrees("a", "A", 1),
                        discovers("b", "customers complain about invoices arriving late"), agrees("b", "A", 1),
                        discovers("c", "engineers already maintain three different databases"), agrees("c", "A", 1));

        assertThat(unrelated.solveOnlyWith(LensCatalog.MUTUAL_INFORMATION).findingsOf(LensCatalog.MUTUAL_INFORMATION))
                .isEmpty();
    }

    @Test // 3
    void freeEnergyHasOneUnitAndASwarmThatConvergesIsNotToldThatItDiverges() {
        FreeEnergy.ScoredEnergy certain = FreeEnergy.scored(new double[] {1, 0, 0}, new double[] {0.25, 0.25, 0.5}, 1);
        assertThat(certain.freeEnergy()).isCloseTo(Math.log(4), within(1e-12));
        LensSwarm converging = new LensSwarm("a", "b", "c", "d", "e", "f")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)).round(agrees("a", "A", 1), agrees("b", "A", 1))
                .round(agrees("c", "A", 1)).round(agrees("d", "A", 1)).round(agrees("e", "A", 1))
                .round(agrees("f", "A", 1));

        assertThat(converging.solveOnlyWith(LensCatalog.FREE_ENERGY).findingsOf(LensCatalog.FREE_ENERGY))
                .noneMatch(Finding.Provoke.class::isInstance);
    }

    @Test // 4
    void efficiencyDependsOnTheDataAndNotOnTheProbabilityAlone() {
        double bound = FisherInformation.bernoulli(100, 0.5).cramerRaoBound();
        double all = FisherInformation.efficiency(bound, new double[] {0.45, 0.55, 0.45, 0.55, 0.5}).efficiency()
                .orElseThrow();
        double tenth = FisherInformation.efficiency(bound, new double[] {0.3, 0.7, 0.35, 0.65, 0.5}).efficiency()
                .orElseThrow();

        assertThat(all).isGreaterThan(5 * tenth);
    }

    @Test // 5
    void pureOppositionIsOneAxisAndTenUnrelatedAxesAreTen() {
        assertThat(StanceSpectrum.of(new double[][] {{1, -1}, {-1, 1}, {1, -1}}).rank95()).isOne();
        double[][] identity = new double[10][10];
        for (int i = 0; i < identity.length; i++) {
            identity[i][i] = 1;
        }
        assertThat(StanceSpectrum.of(identity).rank95()).isEqualTo(10);
        assertThat(StanceSpectrum.of(identity).oneDimensional()).isFalse();
    }

    @Test // 6
    void influencePointsToTheInfluencerAndConnectivityIsThatOfTheGraph() {
        InfluenceGraph oneProposer = new InfluenceGraph(6);
        for (int voter = 1; voter < 6; voter++) {
            oneProposer.add(0, voter, 1);
        }
        assertThat(PageRankCentrality.dominant(oneProposer)).hasValue(0);
        for (int n : new int[] {4, 6, 10, 20, 50}) {
            InfluenceGraph cycle = new InfluenceGraph(n);
            for (int i = 0; i < n; i++) {
                cycle.add(i, (i + 1) % n, 1);
            }
            assertThat(AlgebraicConnectivity.of(cycle).value()).as("cycle of %d", n)
                    .isCloseTo(2 - 2 * Math.cos(2 * Math.PI / n), within(1e-7));
        }
    }

    @Test // 7
    void transportIsExactAboveTwentyLabelsAndTheBarycenterIsTheMinimiser() {
        double[] first = new double[21];
        double[] last = new double[21];
        first[0] = 1;
        last[20] = 1;
        assertThat(OptimalTransport.totalVariation(first, last)).isEqualTo(1);
        Barycenter twoAgainstOne = Barycenter.ofTotalVariation(new double[][] {{1, 0}, {1, 0}, {0, 1}},
                new double[] {1, 1, 1});
        assertThat(twoAgainstOne.cost()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(twoAgainstOne.distribution()).containsExactly(1, 0);
    }

    @Test // 8
    void oneChangeOfLeaderIsNoChaosAndDynamicsAreThoseOfTheSeries() {
        LensSwarm one = new LensSwarm("a", "b", "c", "d", "e")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)).round(agrees("c", "A", 0.2));
        for (int i = 0; i < 7; i++) {
            one.round(discovers("a", "more of it"));
        }
        one.round(agrees("d", "B", 1), agrees("e", "B", 1));
        assertThat(one.solveOnlyWith(LensCatalog.CHAOS_DETECTOR).findingsOf(LensCatalog.CHAOS_DETECTOR)).isEmpty();

        double logistic = LyapunovExponent.ofMap(x -> 4 * x * (1 - x), x -> 4 - 8 * x, 0.3, 200_000);
        assertThat(logistic).isCloseTo(Math.log(2), within(0.01));

        assertThat(RouthHurwitz.of(new double[] {1, 6, 11, 6}).stable()).isTrue();
        assertThat(RouthHurwitz.of(new double[] {100, 600, 1100, 600}).stable()).isTrue();

        double zeta = 0.2;
        double damped = Math.sqrt(1 - zeta * zeta);
        double[] response = IntStream.range(0, 40).mapToDouble(k -> k * 0.25).map(t -> Math.exp(-zeta * t)
                * (Math.cos(damped * t) + zeta / damped * Math.sin(damped * t))).toArray();
        assertThat(PronyFit.of(response, 0.25, 0)).isInstanceOfSatisfying(DampedResponse.Fitted.class,
                fitted -> assertThat(fitted.dampingRatio()).isCloseTo(zeta, within(1e-6)));
    }

    @Test // 9
    void contributionIsWhatSomebodyBroughtAndNotHowMuchSomebodySaid() {
        LensSwarm spam = new LensSwarm("author", "voter", "other", "spammer")
                .round(proposes("author", "A", 0.9), proposes("other", "B", 0.5));
        for (int i = 0; i < 4; i++) {
            spam.round(discovers("spammer", "noise"), discovers("spammer", "and more noise"),
                    agrees("voter", "A", 0.9 - i / 10.0));
        }
        JsonValue values = field(spam.solveOnlyWith(LensCatalog.SHAPLEY), "shapley", "values");
        Map<String, JsonValue> byAgent = ((JsonValue.Obj) values).fields();
        assertThat(number(byAgent.getOrDefault("spammer", JsonValue.ofNull()))).isCloseTo(0, within(1e-9));
        assertThat(number(byAgent.getOrDefault("author", JsonValue.ofNull()))).isGreaterThan(0.1);

        double[] shares = {0.6, 0.3, 0.1};
        assertThat(ReplicatorDynamics.inverseFrequencyStep(shares)).containsExactly(DoubleStream.generate(() -> 1 / 3.0)
                .limit(3).toArray(), within(1e-12));
        assertThat(EvolutionaryStability.stablePure(new double[][] {{2, 2}, {1, 1}})).containsExactly(true, false);
    }

    @Test // 10
    void whatIsMissingOrInfiniteNeverReassures() {
        assertThat(Divergence.kullbackLeibler(new double[] {0.5, 0.5}, new double[] {1, 0})).isInfinite();
        assertThatIllegalArgumentException().isThrownBy(() -> Entropy.bits(new double[] {Double.NaN, 1}));
        LensSwarm quiet = new LensSwarm("a", "b", "c").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("c", "A", 1));
        for (int i = 0; i < 8; i++) {
            quiet.round(discovers("a", "nothing new"));
        }
        LensSwarm.Outcome outcome = quiet.solveOnlyWith(LensCatalog.SURPRISE);
        assertThat(outcome.result().ending().wireName()).isNotEqualTo("surprise-collapsed");
        assertThat(number(field(outcome, "surprise", "meanSurprise"))).isCloseTo(VoteShare.surprise(1), within(1e-4));

        LensSwarm rejected = new LensSwarm("a", "b", "c", "d", "e").round(proposes("a", "A", 0.8))
                .round(disagrees("b", "A", 1), disagrees("c", "A", 1), disagrees("d", "A", 1))
                .round(disagrees("e", "A", 1));
        assertThat(rejected.solve().result().mathAnalysis().stoppingReason()).isEmpty();
    }

    private static double probability(LensSwarm swarm, String proposal) {
        JsonValue posteriors = field(swarm.solve(MathConfig.watching()), "bayesian", "posteriors");
        return number(((JsonValue.Obj) posteriors).fields().getOrDefault(proposal, JsonValue.ofNull()));
    }

    private static JsonValue field(LensSwarm.Outcome outcome, String block, String figure) {
        LensReading reading = Objects.requireNonNull(outcome.result().mathAnalysis().readings().get(block), block);
        return Objects.requireNonNull(reading.figures().get(figure), figure);
    }

    private static double number(JsonValue value) {
        assertThat(value).isInstanceOf(JsonValue.Num.class);
        return ((JsonValue.Num) value).value().doubleValue();
    }

    private static double[] ones(int from, int to, int size) {
        double[] masses = new double[size];
        for (int i = from; i < to; i++) {
            masses[i] = 1;
        }
        return masses;
    }
}
