package dev.waggle.swarm.lens.game;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ReplicatorLensTest {

    private static final String[] NAMES = {"a", "b", "c", "d"};

    @Test
    void missesTheKindThatMovesRounds() {
        LensSwarm swarm = movedByChallenges();

        assertThat(swarm.solveOnlyWith(LensCatalog.REPLICATOR_DYNAMICS).findingsOf(LensCatalog.REPLICATOR_DYNAMICS))
                .isNotEmpty().allSatisfy(finding -> {
                    assertThat(finding).isInstanceOf(Finding.Gap.class);
                    assertThat(((Finding.Gap) finding).role()).isEqualTo("challenge-specialist");
                });
        assertThat(swarm.solveOnlyWith(LensCatalog.REPLICATOR_DYNAMICS).events())
                .anyMatch(event -> event.contains("lens:finding"));
        assertThat(swarm.solve(MathConfig.defaults().withLenses(List.of())).events())
                .noneMatch(event -> event.contains("lens:finding"));
    }

    @Test
    void changesNothingWhereAllKindsAreSaidInEachRound() {
        LensSwarm even = even();

        assertThat(even.solve().events()).isEqualTo(even.solveWithout(LensCatalog.REPLICATOR_DYNAMICS).events());
        assertThat(even.solveOnlyWith(LensCatalog.REPLICATOR_DYNAMICS).findingsOf(LensCatalog.REPLICATOR_DYNAMICS))
                .isEmpty();
    }

    @Test
    void leavesEqualFitnessAsItIs() {
        ReplicatorLens.ReplicatorReading reading = read(even());

        assertThat(reading.suggestedShifts()).isEmpty();
        assertThat(reading.convergenceToESS()).hasValue(0);
        assertThat(reading.dominantStrategy()).isEmpty(); // Votes and discoveries are equally frequent.
    }

    @Test
    void shiftsByOneGenerationAndNotIntoACorner() {
        ReplicatorLens.ReplicatorReading reading = read(movedByChallenges());

        double next = 0;
        for (Map.Entry<ReplicatorLens.ContributionKind, Double> share : reading.shares().entrySet()) {
            next += share.getValue() * Objects.requireNonNull(reading.fitness().get(share.getKey()));
        }
        double challenge = Objects.requireNonNull(reading.shares().get(ReplicatorLens.ContributionKind.CHALLENGE));
        double fitness = Objects.requireNonNull(reading.fitness().get(ReplicatorLens.ContributionKind.CHALLENGE));
        ReplicatorLens.Shift first = reading.suggestedShifts().stream()
                .filter(shift -> shift.strategy() == ReplicatorLens.ContributionKind.CHALLENGE).findFirst()
                .orElseThrow();
        assertThat(first.direction()).isEqualTo(ReplicatorLens.Direction.INCREASE);
        assertThat(first.magnitude()).isCloseTo(challenge * fitness / next - challenge, within(1e-12)).isLessThan(0.6);
    }

    @Test
    void tracksKindsThatComeLate() {
        assertThat(read(movedByChallenges()).shares()).containsKeys(ReplicatorLens.ContributionKind.CHALLENGE,
                ReplicatorLens.ContributionKind.DISCOVERY, ReplicatorLens.ContributionKind.VOTE);
    }

    @Test
    void learnsNothingFromRoundsInWhichNoVoteChanged() {
        LensSwarm quiet = even().round(discovers("a", "more"), challenges("b", "A", "more"));

        assertThat(read(quiet)).isEqualTo(read(even()));
    }

    @Test
    void doesNotCreditAnyKindWithTheFirstVotes() {
        LensSwarm first = new LensSwarm(NAMES).round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("c", "A", 1), disagrees("c", "B", 1), challenges("d", "B", "no"));

        assertThat(first.solveOnlyWith(LensCatalog.REPLICATOR_DYNAMICS).result().mathAnalysis().readings()).isEmpty();
    }

    @Test
    void doesNotCareWhoWasHeardFirst() {
        assertThat(read(movedByChallenges("d", "c", "b", "a"))).usingRecursiveComparison()
                .withComparatorForType((left, right) -> Math.abs(left - right) < 1e-12 ? 0 : 1, Double.class)
                .isEqualTo(read(movedByChallenges()));
    }

    /** All agents discover and vote in each round, a little more surely each time. */
    private static LensSwarm even() {
        LensSwarm swarm = new LensSwarm(NAMES).round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
        for (int round = 2; round <= 7; round++) {
            List<LensSwarm.Line> lines = new ArrayList<>();
            for (int i = 0; i < NAMES.length; i++) {
                lines.add(discovers(NAMES[i], "seen in round " + round));
                lines.add(i == 0 ? disagrees(NAMES[i], "A", 0.1 * round) : agrees(NAMES[i], "A", 0.2 + 0.1 * round));
            }
            swarm.round(lines.toArray(LensSwarm.Line[]::new));
        }
        return swarm;
    }

    /** Rounds of discoveries in which almost nothing moves, and rounds of challenges in which much moves. */
    private static LensSwarm movedByChallenges(String... order) {
        List<String> names = List.of(order.length == 0 ? NAMES : order);
        LensSwarm swarm = new LensSwarm(names.toArray(String[]::new))
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("c", "A", 0.4), agrees("d", "B", 0.5), disagrees("b", "A", 0.2),
                        disagrees("b", "B", 0.2));
        for (int round = 3; round <= 10; round++) {
            List<LensSwarm.Line> lines = new ArrayList<>();
            boolean moves = round % 2 == 0;
            for (String name : names) {
                for (String part : List.of("first", "second")) {
                    String words = part + " of round " + round;
                    lines.add(moves ? challenges(name, "A", words) : discovers(name, words));
                }
            }
            lines.add(moves ? agrees("a", round % 4 == 0 ? "A" : "B", 1) : agrees("c", "A", 0.4 + 0.001 * round));
            if (moves) {
                lines.add(disagrees("a", round % 4 == 0 ? "B" : "A", 1));
            }
            if (order.length > 0) {
                Collections.reverse(lines.subList(0, 2 * names.size()));
            }
            swarm.round(lines.toArray(LensSwarm.Line[]::new));
        }
        return swarm;
    }

    private static ReplicatorLens.ReplicatorReading read(LensSwarm swarm) {
        return swarm.solveOnlyWith(LensCatalog.REPLICATOR_DYNAMICS).result().mathAnalysis()
                .of(LensCatalog.REPLICATOR_DYNAMICS)
                .orElseThrow();
    }
}
