package dev.waggle.swarm.consensus;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.runlog.LoopVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Figures of the strategies for each proposal, and what a verdict without a decision says. */
class StrategyFiguresTest {

    private static final List<Stance> STANCES = List.of(Stance.values());

    private static final int TABLES = 2_000;

    /** Two reject "a", one agrees with it; of "b" nothing is said. The odds are 1/2 to 1. */
    private static Ballots rejected() {
        return Ballots.on("a", "b").agree("x", "a", 1).disagree("y", "a", 1).disagree("z", "a", 1);
    }

    @Test
    void bayesianLeadsWithTheMostProbableProposalEvenWhenNobodyAgreesWithIt() {
        ConsensusResult result = rejected().by("bayesian", 0.6);

        assertThat(result.verdict().leader()).isEqualTo("b");
        assertThat(result.confidence()).isCloseTo(2.0 / 3, within(1e-12));
        assertThat(result.decided()).as("a rejection of the others is no approval").isFalse();
        assertThat(result.reasoning()).isEqualTo(
                "posterior of b is 66.7 % among 2 proposals, threshold 60.0 %; nobody agrees with it");
    }

    @ParameterizedTest
    @CsvSource({"FIRST, a", "SECOND, a", "THIRD, a", "FOURTH, b"})
    void earlierLoopsKeepTheSupportedLeader(LoopVersion loop, String leader) {
        ConsensusConfig config = ConsensusConfig.defaults()
                .withStrategy(loop.strategyOf(StrategyCatalog.named("bayesian")));

        assertThat(new ConsensusEngine(config).evaluate(rejected().input()).verdict().leader()).isEqualTo(leader);
        assertThat(loop.strategyOf(StrategyCatalog.named("voting"))).isSameAs(StrategyCatalog.named("voting"));
    }

    @Test
    void bayesianTiesAreOrderedByWeightThenVotersThenId() {
        assertThat(Ballots.on("a", "b", "c").agree("x", "b", 1).disagree("y", "b", 1).agree("x", "c", 0.5)
                .disagree("y", "c", 0.5).by("bayesian").verdict().leader()).isEqualTo("b");
        assertThat(Ballots.on("a", "b").agree("x", "b", 0).by("bayesian").verdict().leader()).isEqualTo("b");
        assertThat(Ballots.on("b", "a").agree("x", "b", 1).agree("y", "a", 1).by("bayesian").verdict().leader())
                .isEqualTo("a");
    }

    @Test
    void bayesianLeaderIsNeverLessProbableThanAnyProposal() {
        for (int seed = 0; seed < TABLES; seed++) {
            Ballots table = random(new Random(seed));
            ConsensusResult result = table.by("bayesian");
            double most = result.standings().stream().mapToDouble(ProposalStanding::figure).max().orElse(0);

            assertThat(result.standings().stream().mapToDouble(ProposalStanding::figure).sum()).as("seed %d", seed)
                    .isCloseTo(1, within(1e-9));
            if (result.leader().isPresent()) {
                assertThat(result.confidence()).as("seed %d", seed).isEqualTo(most);
                assertThat(result.standings().getFirst().figure()).as("seed %d", seed).isEqualTo(most);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"voting", "confidence-weighted", "bayesian", "hierarchical"})
    void figureOfTheLeaderIsTheConfidenceOfTheVerdict(String strategy) {
        for (int seed = 0; seed < TABLES; seed++) {
            ConsensusResult result = random(new Random(seed)).by(strategy);
            if (result.leader().isPresent()) {
                assertThat(result.standings().getFirst().figure()).as("seed %d", seed).isEqualTo(result.confidence());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void figuresAreSharesOfEveryProposal(String strategy) {
        for (int seed = 0; seed < TABLES; seed++) {
            assertThat(random(new Random(seed)).by(strategy).standings()).as("seed %d", seed)
                    .allSatisfy(standing -> assertThat(standing.figure()).isBetween(0.0, 1.0));
        }
    }

    @Test
    void votingCountsHeadsWhereWeightsSayOtherwise() {
        ConsensusResult result = Ballots.on("a").agree("x", "a", 0.1).agree("y", "a", 0.1).disagree("z", "a", 1)
                .by("voting");

        assertThat(result.standings().getFirst().figure()).isCloseTo(2.0 / 3, within(1e-12));
        assertThat(result.standings().getFirst().weightRatio()).isCloseTo(1.0 / 6, within(1e-12));
    }

    @Test
    void threeVotersTwoToOneHearWhichThresholdTheyMeet() {
        Ballots table = Ballots.on("p").agree("x", "p", 1).agree("y", "p", 1).disagree("z", "p", 1);

        assertThat(table.by("voting").reasoning()).isEqualTo(
                "66.7 % of the vote on p agrees, threshold 70.0 %; 2 of 3 agree, a threshold of 66.6 % would decide");
        assertThat(table.by("confidence-weighted").reasoning()).isEqualTo(
                "66.7 % of the weight on p agrees, threshold 70.0 %; 2 of 3 agree, a threshold of 66.6 % would decide");
        assertThat(table.by("voting", 0.666).decided()).as("the threshold that was named").isTrue();
    }

    @Test
    void minorityHearsNoThresholdAndADecisionNothingMore() {
        Ballots table = Ballots.on("p").agree("x", "p", 1).disagree("y", "p", 1).disagree("z", "p", 1);

        assertThat(table.by("voting").reasoning())
                .isEqualTo("33.3 % of the vote on p agrees, threshold 70.0 %; 1 of 3 agree");
        assertThat(Ballots.on("p").agree("x", "p", 1).agree("y", "p", 1).by("voting").reasoning())
                .isEqualTo("100.0 % of the vote on p agrees, threshold 70.0 %");
    }

    @Test
    void everyHintNamesAThresholdThatDecides() {
        for (int seed = 0; seed < TABLES; seed++) {
            for (String strategy : List.of("voting", "confidence-weighted")) {
                Ballots table = random(new Random(seed));
                String reasoning = table.by(strategy).reasoning();
                int hint = reasoning.indexOf("a threshold of ");
                if (hint >= 0) {
                    double threshold = Double.parseDouble(reasoning.substring(hint).split(" ", -1)[3]) / 100;
                    assertThat(table.by(strategy, threshold).decided()).as("seed %d: %s", seed, reasoning).isTrue();
                }
            }
        }
    }

    @Test
    void entropyCallsItsNumberAConcentration() {
        ConsensusResult result = Ballots.on("a", "b").agree("x", "a", 1).agree("y", "a", 1).agree("z", "b", 1)
                .by("entropy");

        assertThat(result.reasoning()).isEqualTo("concentration of support is 8.2 % with a ahead, threshold 70.0 %");
        assertThat(result.standings()).extracting(ProposalStanding::figure).satisfiesExactly(
                first -> assertThat(first).isCloseTo(2.0 / 3, within(1e-12)),
                second -> assertThat(second).isCloseTo(1.0 / 3, within(1e-12)));
        assertThat(StrategyCatalog.measureOf("entropy")).isEqualTo("concentration");
        assertThat(StrategyCatalog.measureOf("voting")).isEqualTo("agreement");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void figuresThatAreNoSharesAreRefused(double figure) {
        ConsensusStrategy odd = new ConsensusStrategy() {
            @Override
            public String id() {
                return "odd";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
                return ConsensusVerdict.none("odd");
            }

            @Override
            public double[] figures(VoteTally tally) {
                double[] figures = new double[tally.size()];
                Arrays.fill(figures, figure);
                return figures;
            }
        };
        ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults().withStrategy(odd));

        assertThatThrownBy(() -> engine.evaluate(Ballots.on("p").agree("x", "p", 1).input()))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("odd")
                .hasMessageContaining(String.valueOf(figure));
    }

    /** Up to seven voters with any votes on up to four proposals. */
    private static Ballots random(Random random) {
        int proposals = 1 + random.nextInt(4);
        Ballots table = Ballots.on(List.of("p0", "p1", "p2", "p3").subList(0, proposals));
        for (int voter = 0; voter < 1 + random.nextInt(7); voter++) {
            for (int proposal = 0; proposal < proposals; proposal++) {
                if (random.nextBoolean()) {
                    table.cast("v" + voter, "p" + proposal, STANCES.get(random.nextInt(STANCES.size())),
                            random.nextInt(9) / 8.0, null);
                }
            }
        }
        return table;
    }
}
