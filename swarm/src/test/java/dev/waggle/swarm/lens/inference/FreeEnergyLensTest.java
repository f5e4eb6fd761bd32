package dev.waggle.swarm.lens.inference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.FreeEnergyAction;
import dev.waggle.swarm.lens.LearningHealth;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.inference.FreeEnergyLens.FreeEnergyReading;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.identity.UnstatedConfidence.USUAL;
import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

public class FreeEnergyLensTest {

    private static final String[] EIGHT = {"a", "b", "c", "d", "e", "f", "g", "h"};
    private static final Offset<Double> EXACT = Offset.offset(1e-12);

    /** Five are for A; then most turn against it. */
    private final LensSwarm reversing = new LensSwarm(EIGHT)
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 1), agrees("d", "A", 1),
                    agrees("e", "A", 1), agrees("f", "A", 1), disagrees("f", "B", 1), disagrees("e", "B", 1),
                    disagrees("b", "A", 0.1))
            .round(disagrees("c", "A", 1), disagrees("d", "A", 1), agrees("e", "B", 1), agrees("g", "B", 1),
                    agrees("h", "B", 1))
            .round(discovers("a", "one more thing"));

    /** All agents repeat their votes, a little more or less surely. */
    public final LensSwarm repeating = new LensSwarm(EIGHT)
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(votes(0.8)).round(votes(0.81)).round(votes(0.79)).round(votes(0.8)).round(discovers("a", "x"));

    /** Ordinary votes, mostly for A. */
    private final LensSwarm ordinary = new LensSwarm(EIGHT)
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.6))
            .round(agrees("d", "A", 0.8), agrees("e", "B", 0.7), agrees("f", "A", 0.9))
            .round(agrees("g", "A", 0.6), disagrees("h", "C", 0.8))
            .round(agrees("a", "A", 0.9), agrees("b", "B", 0.8), agrees("e", "A", 0.7));

    @Test
    void challengesWhenVotesContradictWhatWasBelieved() {
        LensSwarm.Outcome with = reversing.solve();

        assertThat(with.findingsOf(LensCatalog.FREE_ENERGY)).first().isInstanceOf(Finding.Provoke.class);
        assertThat(with.events()).anyMatch(event -> event.startsWith("2 lens:f") && event.contains("free-energy"));
        assertThat(reversing.solveWithout(LensCatalog.FREE_ENERGY).events()).isNotEqualTo(with.events());
        assertThat(reversing.solveOnlyWith(LensCatalog.FREE_ENERGY).events())
                .anyMatch(event -> event.startsWith("2 challenge"));
    }

    @Test
    void changesNothingInAnOrdinaryDebate() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LensCatalog.FREE_ENERGY).events());
        assertThat(ordinary.solve(MathConfig.watching()).findingsOf(LensCatalog.FREE_ENERGY)).isEmpty();
    }

    @Test
    void stopsWhenNewVotesSurpriseNoMoreThanThoseBefore() {
        LensSwarm.Outcome outcome = repeating.solveOnlyWith(LensCatalog.FREE_ENERGY);

        assertThat(outcome.events()).contains("ending free-energy-converged");
        assertThat(outcome.result().timing().roundsUsed()).isEqualTo(5);
        assertThat(repeating.solve(MathConfig.off()).events()).contains("ending max-rounds");
    }

    @Test
    void aConvergingSwarmIsNeverToldToDiverge() { // 4.6: 45 % of its rounds got a challenge there
        for (int seed = 0; seed < 300; seed++) {
            RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            int proposals = random.nextInt(2, 9);
            HandFed<FreeEnergyReading> fed = HandFed.of(LensCatalog.FREE_ENERGY, agents(random.nextInt(2, 40)))
                    .round(IntStream.range(0, proposals).mapToObj(i -> proposes("0", "p" + i, 0.5)).toList());
            double before = 0;
            for (int round = 0; round < 6; round++) {
                List<LensSwarm.Line> votes = new ArrayList<>();
                for (int i = random.nextInt(12); i >= 0; i--) {
                    String agent = String.valueOf(random.nextInt(40));
                    votes.add(random.nextInt(3) > 0
                            ? HandFed.votes(agent, "p0", Stance.AGREE, 1 + 0.5 * round, 0.1 * round + 0.1)
                            : disagrees(agent, "p" + random.nextInt(1, proposals), 1));
                }
                fed.round(votes);
                if (fed.probabilityOfLeader() > before) {
                    assertThat(fed.found()).as("seed " + seed).noneMatch(Finding.Provoke.class::isInstance);
                    assertThat(fed.reading().learningHealth()).as("seed " + seed)
                            .isNotEqualTo(LearningHealth.DIVERGING);
                    assertThat(fed.reading().recommendation().action()).isNotEqualTo(FreeEnergyAction.CHALLENGE);
                }
                before = fed.probabilityOfLeader();
            }
        }
    }

    @Test
    void theFreeEnergyOfTheFirstVotesHasAClosedForm() {
        FreeEnergyReading one = opened().round(agrees("c", "A", USUAL)).reading();
        FreeEnergyReading two = opened().round(agrees("c", "A", USUAL), agrees("d", "A", USUAL)).reading();

        assertThat(one.current()).isCloseTo(Math.log(2), EXACT); // 1/2 s + 1/2 (1 - s).
        assertThat(one.contradiction()).isCloseTo(0, EXACT);
        assertThat(one.votes()).isEqualTo(1);
        double temper = 1 / (1 + LensThresholds.defaults().dependence());
        double share = VoteShare.of(USUAL);
        double evidence = (Math.pow(share, 2 * temper) + Math.pow(1 - share, 2 * temper)) / 2;
        assertThat(two.votes()).isCloseTo(2 * temper, EXACT);
        assertThat(two.current()).isCloseTo(-Math.log(evidence) / (2 * temper), EXACT);
        assertThat(two.current()).isLessThan(one.current());
    }

    @Test
    void theFreeEnergyIsTheSurpriseBecauseTheBeliefIsThePosterior() { // 4.6: F + ln p(votes) = 0
        HandFed<FreeEnergyReading> fed = HandFed.of(LensCatalog.FREE_ENERGY, EIGHT).round(proposes("a", "A", 0.8),
                proposes("b", "B", 0.8), proposes("c", "C", 0.8), agrees("d", "A", 0.8), agrees("e", "B", 0.7));
        for (LensSwarm.Line[] votes : new LensSwarm.Line[][] {votes(0.7), {disagrees("a", "A", 0.4),
            agrees("c", "C", 1), abstains("d", "A")}, {proposes("b", "D", 0.6), agrees("h", "D", 0.3)}}) {
            FreeEnergyReading reading = fed.round(votes).reading();
            assertThat(reading.gap()).isCloseTo(0, EXACT);
            assertThat(reading.current()).isCloseTo(reading.complexity() - reading.accuracy(), EXACT);
        }
    }

    @Test
    void isMeasuredAgainstWhatWasBelievedLastAndNotAtFirst() { // 4.6: complexity could not settle
        HandFed<FreeEnergyReading> fed = opened().round(votes(1));
        double first = fed.reading().complexity();

        assertThat(fed.round(votes(0.99)).reading().complexity()).isLessThan(first / 100);
    }

    @Test
    void aLateProposalIsNoSurprise() { // 4.6: 15 to 20 bits of complexity
        HandFed<FreeEnergyReading> fed = opened().round(votes(1)).round(proposes("h", "C", 0.8), agrees("h", "C", 1));

        assertThat(fed.reading().complexity()).isLessThan(1);
        assertThat(fed.found()).isEmpty();
    }

    @Test
    void fallsWhileVotesBearOutTheBelief() {
        HandFed<FreeEnergyReading> fed = opened();
        double before = Math.log(2) + 1e-9;
        for (String agent : EIGHT) {
            FreeEnergyReading reading = fed.round(agrees(agent, "A", USUAL)).reading();
            assertThat(reading.current()).isLessThan(before);
            assertThat(reading.descentRate()).isGreaterThan(-1e-9);
            before = reading.current();
        }
        assertThat(fed.reading().recommendation().action()).isEqualTo(FreeEnergyAction.EXPLOIT);
    }

    @Test
    void quietRoundsAreNoConvergence() {
        HandFed<FreeEnergyReading> fed = opened().round(votes(0.8));
        FreeEnergyReading reading = fed.reading();

        for (int i = 0; i < 5; i++) {
            assertThat(fed.round(discovers("a", "x"), agrees("c", "A", 0.8), abstains("g", "A")).found()).isEmpty();
        }
        assertThat(fed.reading()).isEqualTo(reading);
        assertThat(reading.deltaF()).isEmpty();
        assertThat(reading.converged()).isFalse();
    }

    @Test
    void oneAgentThatRepeatsItselfIsNoConvergence() {
        HandFed<FreeEnergyReading> fed = opened().round(votes(0.8));

        for (double confidence : new double[] {0.7, 0.72, 0.71, 0.7, 0.72}) {
            assertThat(fed.round(agrees("c", "A", confidence)).found()).isEmpty();
        }
        assertThat(fed.reading().converged()).isFalse();
    }

    @Test
    void oneMindThatChangesIsNoContradiction() {
        HandFed<FreeEnergyReading> fed = opened().round(votes(1))
                .round(HandFed.votes("c", "A", Stance.DISAGREE, 1e300, 1));

        assertThat(fed.found()).isEmpty();
        assertThat(fed.reading().current()).isPositive().isFinite();
    }

    @Test
    void theOrderInARoundChangesNothing() {
        List<LensSwarm.Line> votes = new ArrayList<>(List.of(agrees("c", "A", 0.31), disagrees("d", "B", 0.77),
                agrees("e", "B", 0.123), agrees("f", "A", 0.9)));
        FreeEnergyReading straight = opened().round(votes).reading();
        Collections.reverse(votes);
        FreeEnergyReading reversed = opened().round(votes).reading();

        assertThat(reversed.current()).isCloseTo(straight.current(), EXACT);
        assertThat(reversed.recommendation()).isEqualTo(straight.recommendation());
    }

    @Test
    void saysNothingBeforeThereIsAChoiceAndAVote() {
        assertThat(HandFed.of(LensCatalog.FREE_ENERGY).round().maybe()).isEmpty();
        assertThat(opened().maybe()).isEmpty();
        assertThat(
                HandFed.of(LensCatalog.FREE_ENERGY, EIGHT).round(proposes("a", "A", 0.8), agrees("b", "A", 1)).maybe())
                .isEmpty();
    }

    @Test
    void survivesHugeVotesOnBothSides() {
        HandFed<FreeEnergyReading> fed = opened();
        for (String agent : EIGHT) {
            fed.round(HandFed.votes(agent, "A", Stance.AGREE, 1e300, 1));
        }
        for (String agent : EIGHT) {
            fed.round(HandFed.votes(agent, "A", Stance.DISAGREE, 1e300, 1),
                    HandFed.votes(agent, "B", Stance.AGREE, 1e300, 1));
        }
        assertThat(fed.reading().history()).allMatch(Double::isFinite).hasSize(16);
        assertThat(fed.reading().contradiction()).isFinite();
    }

    @Test
    void writesWordsAndAbsentFiguresAsJson() {
        Map<String, ?> figures = opened().round(agrees("c", "A", 1)).reading().figures();

        assertThat(figures.get("deltaF")).isEqualTo(dev.waggle.signal.json.JsonValue.ofNull());
        assertThat(String.valueOf(figures.get("recommendation"))).contains("explore");
    }

    private static HandFed<FreeEnergyReading> opened() {
        return HandFed.of(LensCatalog.FREE_ENERGY, EIGHT).round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
    }

    private static String[] agents(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toArray(String[]::new);
    }

    /** Six votes for A, two for B, and one of each camp against the other, with that confidence. */
    private static LensSwarm.Line[] votes(double confidence) {
        return Stream.concat(Stream.of(disagrees("h", "A", confidence), disagrees("a", "B", confidence)),
                IntStream.range(0, EIGHT.length).mapToObj(i -> agrees(EIGHT[i], i < 6 ? "A" : "B", confidence)))
                .toArray(LensSwarm.Line[]::new);
    }
}
