package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.data.PosteriorKind;
import dev.waggle.swarm.lens.information.SurpriseLens.SurpriseReading;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm.Line;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static dev.waggle.swarm.lens.runner.LensSwarm.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LastingSurpriseTest {

    private static final int CASES = 1_000;
    private static final double ROUNDING = 1e-12;
    private static final String FLIPPER = "0";

    /** Steady agents vote once; one agent changes its mind in every round. */
    private static HandFed<SurpriseReading> flipping(PosteriorKind kind, int agents, int rounds) {
        HandFed<SurpriseReading> fed = HandFed.of(LensCatalog.SURPRISE, new LensThresholds(0.3, 0.05, 0.7,
                kind == PosteriorKind.BY_VOTER ? 0.37 : 0.2), kind, BallotRule.EXCLUSIVE, HandFed.agents(agents));
        for (int round = 0; round < rounds; round++) {
            List<Line> lines = new ArrayList<>();
            if (round == 0) {
                lines.add(proposes("1", "A", 0.8));
                lines.add(proposes("2", "B", 0.8));
                IntStream.range(1, agents).forEach(agent -> lines.add(agrees(String.valueOf(agent),
                        agent % 2 == 0 ? "A" : "B", 0.8)));
            }
            lines.add(agrees(FLIPPER, round % 2 == 0 ? "A" : "B", 0.8));
            fed.round(lines);
        }
        return fed;
    }

    private static Map<String, Double> weights(HandFed<SurpriseReading> fed) {
        return fed.found().stream().filter(Finding.Weigh.class::isInstance)
                .map(finding -> ((Finding.Weigh) finding).weights()).findFirst().orElse(Map.of());
    }

    private static double bits(HandFed<SurpriseReading> fed, String agent) {
        return fed.reading().agents().getOrDefault(agent, 0.0);
    }

    @Test
    void changingItsMindInEveryRoundGainsNothing() {
        for (int agents = 3; agents < 8; agents++) {
            for (int rounds = 2; rounds < 8; rounds++) {
                HandFed<SurpriseReading> fed = flipping(PosteriorKind.BY_VOTER, agents, rounds);
                double flipper = weights(fed).getOrDefault(FLIPPER, 1.0);
                assertThat(weights(fed).values()).as(agents + " agents, " + rounds + " rounds")
                        .allSatisfy(steady -> assertThat(steady).isGreaterThanOrEqualTo(flipper));
                assertThat(flipper).isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void theMeanOfRoundsRewardedIt() {
        assertThat(weights(flipping(PosteriorKind.BY_PROPOSAL, 3, 3))).hasEntrySatisfying(FLIPPER,
                weight -> assertThat(weight).isCloseTo(1.104, within(5e-4)));
        assertThat(weights(flipping(PosteriorKind.BY_PROPOSAL, 3, 3)).get("1")).isLessThan(1);
    }

    /** Two debates that differ in one agent alone: what it holds at the end is the same, and once it flips in between. */
    @Test
    void moreFlipsNeverRaiseTheAttentionOfAnAgent() {
        int lowered = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            int rounds = 3 + random.nextInt(5);
            int change = random.nextBoolean() ? rounds : random.nextInt(rounds);
            String[] straight = new String[rounds];
            String[] flipped = new String[rounds];
            for (int round = 0; round < rounds; round++) {
                straight[round] = round < change ? "A" : "B";
                boolean isInside = round > 0 && round < rounds - 1 && straight[round - 1].equals(straight[round])
                        && round + 1 != change;
                flipped[round] = isInside && random.nextBoolean() ? "C" : straight[round];
            }
            PosteriorKind kind = PosteriorKind.BY_VOTER;
            HandFed<SurpriseReading> before = debate(kind, seed, straight);
            HandFed<SurpriseReading> after = debate(kind, seed, flipped);
            assertThat(bits(after, FLIPPER)).as("seed %d", seed)
                    .isLessThanOrEqualTo(bits(before, FLIPPER) + ROUNDING);
            assertThat(weights(after).getOrDefault(FLIPPER, 1.0)).as("seed %d", seed)
                    .isLessThanOrEqualTo(weights(before).getOrDefault(FLIPPER, 1.0) + ROUNDING);
            lowered += bits(after, FLIPPER) < bits(before, FLIPPER) ? 1 : 0;
        }
        assertThat(lowered).isGreaterThan(CASES / 10);
    }

    /** Seeded debate in which one agent agrees with these proposals, one in each round. */
    private static HandFed<SurpriseReading> debate(PosteriorKind kind, int seed, String... proposals) {
        Random random = new Random(seed);
        int agents = 3 + random.nextInt(6);
        HandFed<SurpriseReading> fed = HandFed.of(LensCatalog.SURPRISE, LensThresholds.defaults(), kind,
                BallotRule.EXCLUSIVE, HandFed.agents(agents));
        for (int round = 0; round < proposals.length; round++) {
            List<Line> lines = new ArrayList<>();
            if (round == 0) {
                lines.addAll(List.of(proposes("1", "A", 0.8), proposes("2", "B", 0.8), proposes("2", "C", 0.8)));
            }
            for (int agent = 1; agent < agents; agent++) {
                if (random.nextInt(round + 1) == 0) {
                    lines.add(HandFed.votes(String.valueOf(agent), List.of("A", "B", "C").get(random.nextInt(3)),
                            random.nextInt(5) == 0 ? Stance.DISAGREE : Stance.AGREE, 1, random.nextDouble()));
                }
            }
            lines.add(agrees(FLIPPER, proposals[round], 0.8));
            fed.round(lines);
        }
        return fed;
    }

    @Test
    void changingItsMindOnceForGoodCostsNothing() {
        for (int seed = 0; seed < CASES; seed++) {
            HandFed<SurpriseReading> steady = debate(PosteriorKind.BY_VOTER, seed, "B", "B", "B", "B");
            HandFed<SurpriseReading> learned = debate(PosteriorKind.BY_VOTER, seed, "A", "B", "B", "B");
            assertThat(learned.reading().agents()).isEqualTo(steady.reading().agents());
            assertThat(weights(learned)).isEqualTo(weights(steady));
        }
    }

    @Test
    void whoTakesEverythingBackHasTaughtNothing() {
        HandFed<SurpriseReading> fed = debate(PosteriorKind.BY_VOTER, 1, "A", "A");
        assertThat(bits(fed, FLIPPER)).isPositive();

        fed.round(abstains(FLIPPER, "A"));
        assertThat(bits(fed, FLIPPER)).isZero();
        assertThat(fed.reading().agents()).containsKey(FLIPPER);
    }

    @Test
    void aSplitOfProposalsIsNoChangeOfMind() {
        HandFed<SurpriseReading> plain = HandFed.of(LensCatalog.SURPRISE, "a", "b", "c").round();
        HandFed<SurpriseReading> split = HandFed.of(LensCatalog.SURPRISE, "a", "b", "c")
                .roundOfTheRuntime(says("", Draft.custom(ProposalMerge.MERGED.text(),
                        new ProposalMerge("L", "A", ProposalMerge.MergeReason.RULE, "same").toPayload())));
        for (HandFed<SurpriseReading> fed : List.of(plain, split)) {
            fed.round(proposes("b", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "L", 0), agrees("a", "B", 0.8),
                    agrees("b", "A", 0.6))
                    .round(abstains("a", "B"), agrees("a", "L", 0.8))
                    .round(says("c", Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split("L"))),
                            agrees("c", "B", 0.4));
        }

        assertThat(split.chronicle().proposalCount()).isEqualTo(3);
        assertThat(bits(split, "a")).isPositive().isCloseTo(bits(plain, "a"), within(ROUNDING));
    }
}
