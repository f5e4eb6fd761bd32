package dev.waggle.swarm.lens.game;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.game.ShapleyLens.ShapleyReading;
import dev.waggle.swarm.lens.runner.FedLens;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static dev.waggle.swarm.lens.runner.LensSwarm.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ShapleyLensTest {

    private static final Lens<ShapleyReading> LENS = LensCatalog.SHAPLEY;

    /** One agent proposes the winning idea, one the other idea, two vote, and one talks all the time. */
    private final LensSwarm spammed = new LensSwarm("author", "rival", "voter", "other", "spammer")
            .round(proposes("author", "A", 0.7), proposes("rival", "B", 0.5), discovers("spammer", "noise 1"),
                    discovers("spammer", "noise 2"), discovers("spammer", "noise 3"))
            .round(agrees("voter", "A", 0.5), discovers("spammer", "noise 4"), discovers("spammer", "noise 5"))
            .round(agrees("other", "A", 0.4), disagrees("rival", "A", 0.2), discovers("spammer", "noise 6"),
                    discovers("spammer", "noise 7"), discovers("spammer", "noise 8"))
            .round(discovers("voter", "it works"));

    /** All agents vote, and the one that does not is followed or tests the words of others. */
    private final LensSwarm shared = new LensSwarm("author", "rival", "voter", "other", "critic")
            .round(proposes("author", "A", 0.7), proposes("rival", "B", 0.5), discovers("critic", "a fact"))
            .round(agrees("voter", "A", 0.5), challenges("critic", "A", "it breaks"))
            .round(agrees("other", "A", 0.4), disagrees("rival", "A", 0.2), discovers("critic", "another fact"))
            .round(discovers("voter", "it works"), discovers("critic", "one more"));

    @Test
    void eightNoiseSignalsAreWorthNothingAndTheAuthorOfTheWinningIdeaStays() {
        LensSwarm.Outcome outcome = spammed.solveOnlyWith(LENS);
        ShapleyReading reading = outcome.result().mathAnalysis().of(LENS).orElseThrow();

        assertThat(reading.values()).containsEntry("spammer", 0.0);
        assertThat(reading.topContributors()).startsWith("author").doesNotContain("spammer");
        assertThat(reading.redundantAgents()).containsExactly("spammer");
        assertThat(reading.headline().orElseThrow()).isEqualTo(reading.values().get("author"));
        assertThat(outcome.findingsOf(LENS)).first().isInstanceOfSatisfying(Finding.Prune.class,
                prune -> assertThat(prune.agents()).containsExactly("spammer"));
    }

    @Test
    void whoAddsNothingIsNamedInTheLog() {
        LensSwarm.Outcome with = spammed.solve(MathConfig.watching());
        LensSwarm.Outcome without = spammed.solve(MathConfig.watching().without(LENS));

        assertThat(with.events()).anyMatch(event -> event.startsWith("3 lens:finding") && event.contains("spammer"));
        assertThat(without.events()).isNotEqualTo(with.events()).noneMatch(event -> event.contains("shapley"));
    }

    @Test
    void changesNothingWhereEverybodyContributes() {
        assertThat(shared.solve().events()).isEqualTo(shared.solveWithout(LENS).events());
        assertThat(shared.solve().findingsOf(LENS)).isEmpty();
    }

    @Test
    void authorAndVoterNeedEachOtherAlike() {
        FedLens<ShapleyReading> two = new FedLens<>(LENS, 10, "a", "b", "c");
        two.round(proposes("c", "B", 0), proposes("a", "A", 0), agrees("b", "A", 1));

        // The author said nothing for it (confidence 0), so neither is worth anything without the other.
        assertThat(two.read().values().get("a")).isCloseTo(0.5, within(1e-12));
        assertThat(two.read().values().get("b")).isCloseTo(0.5, within(1e-12));
        assertThat(two.read().values()).containsEntry("c", 0.0);
        assertThat(two.read().worth()).isCloseTo(Math.log(2 * VoteShare.of(1)) / Math.log(2), within(1e-12));
        assertThat(two.read().exact()).isTrue();
        assertThat(two.read().standardError()).isZero();
    }

    @Test
    void valuesSumToOneAlsoWhenSomebodySpokeAgainstTheLeader() {
        FedLens<ShapleyReading> debate = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        debate.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 0.9), agrees("d", "A", 0.8),
                disagrees("b", "A", 0.6));

        Map<String, Double> values = debate.read().values();
        assertThat(values.values().stream().mapToDouble(Double::doubleValue).sum()).isCloseTo(1, within(1e-12));
        assertThat(values.get("b")).isNegative();
        assertThat(debate.read().redundantAgents()).isEmpty();
    }

    @Test
    void equalVotersAreWorthTheSame() {
        FedLens<ShapleyReading> equal = new FedLens<>(LENS, 10, "a", "x,y", "x", "y");
        equal.round(proposes("a", "A", 0.8), proposes("a", "B", 0.1), agrees("x,y", "A", 0.7), agrees("x", "A", 0.7),
                agrees("y", "A", 0.7));

        Map<String, Double> values = equal.read().values();
        assertThat(values.get("x,y")).isCloseTo(values.get("x"), within(1e-12));
        assertThat(values.get("y")).isCloseTo(values.get("x"), within(1e-12));
        assertThat(values).hasSize(4);
    }

    @Test
    void samplingAgreesWithEqualVotersWithinItsError() {
        int voters = 40;
        String[] ids = IntStream.range(0, voters + 1).mapToObj(i -> "agent-" + i).toArray(String[]::new);
        FedLens<ShapleyReading> crowd = new FedLens<>(LENS, 10, ids);
        List<LensSwarm.Line> lines = new ArrayList<>(List.of(proposes(ids[0], "A", 0.5), proposes(ids[0], "B", 0)));
        for (int i = 1; i <= voters; i++) {
            lines.add(agrees(ids[i], "A", 0.6));
        }
        crowd.round(lines.toArray(LensSwarm.Line[]::new));

        ShapleyReading reading = crowd.read();
        assertThat(reading.exact()).isFalse();
        assertThat(reading.walks()).isPositive();
        assertThat(reading.standardError()).isPositive();
        double mean = (1 - reading.values().getOrDefault(ids[0], 0.0)) / voters;
        for (int i = 1; i <= voters; i++) {
            assertThat(reading.values().get(ids[i])).isCloseTo(mean, within(5 * reading.standardError() + 1e-9));
        }
        assertThat(crowd.read()).isEqualTo(reading);
    }

    @Test
    void atLeastTwoStayActive() {
        FedLens<ShapleyReading> idle = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        idle.round(proposes("a", "A", 1), proposes("a", "B", 0), agrees("a", "A", 1), discovers("b", "b 1"),
                discovers("c", "c 1"), discovers("d", "d 1"));
        idle.round(discovers("b", "b 2"), discovers("c", "c 2"), discovers("d", "d 2"));
        List<Finding> found = idle.round(discovers("b", "b 3"), discovers("c", "c 3"), discovers("d", "d 3"));

        assertThat(found).singleElement().isInstanceOfSatisfying(Finding.Prune.class,
                prune -> assertThat(prune.agents()).containsExactly("b", "c"));
    }

    @Test
    void nobodyIsRedundantBeforeTheThirdRoundOrAfterOneRoundOfSpeaking() {
        FedLens<ShapleyReading> early = new FedLens<>(LENS, 10, "a", "b", "c", "late");
        assertThat(early.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5), agrees("c", "A", 1))).isEmpty();
        assertThat(early.round(agrees("b", "A", 0.5))).isEmpty();
        assertThat(early.round(discovers("late", "I am new"))).isEmpty();
        assertThat(early.read().redundantAgents()).doesNotContain("late");
        assertThat(early.round(discovers("late", "still here"))).hasSize(1);
    }

    @Test
    void aVoteInTheLastRoundSavesWhoWasIdle() {
        FedLens<ShapleyReading> waking = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        waking.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5), agrees("c", "A", 1), discovers("d", "x"));
        waking.round(discovers("d", "y"));
        assertThat(waking.round(discovers("d", "z"))).hasSize(1);
        assertThat(waking.round(disagrees("d", "A", 0.8))).isEmpty();
    }

    @Test
    void aSilentRoundChangesNothing() {
        FedLens<ShapleyReading> pause = new FedLens<>(LENS, 10, "a", "b", "c");
        pause.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5), agrees("c", "A", 1));
        ShapleyReading before = pause.read();

        assertThat(pause.round()).isEmpty();
        assertThat(pause.read()).isEqualTo(before);
    }

    @Test
    void theOrderInsideARoundDoesNotMatter() {
        FedLens<ShapleyReading> one = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        FedLens<ShapleyReading> other = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        one.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5));
        other.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5));
        one.round(agrees("c", "A", 0.7), disagrees("d", "B", 0.2), agrees("b", "B", 0.9), agrees("a", "A", 1));
        other.round(agrees("a", "A", 1), agrees("b", "B", 0.9), disagrees("d", "B", 0.2), agrees("c", "A", 0.7));

        assertThat(one.read()).isEqualTo(other.read());
    }

    @Test
    void seesNothingWithoutALeaderOrASecondSpeaker() {
        FedLens<ShapleyReading> none = new FedLens<>(LENS, 10, "a", "b", "c");
        assertThat(none.reading()).isEmpty();
        none.round(proposes("a", "A", 0.8));
        assertThat(none.reading()).isEmpty();
        none.round(proposes("b", "B", 0.8), abstains("c", "A"));
        assertThat(none.reading()).isEmpty();
        none.round(agrees("c", "B", 0.8));
        assertThat(none.read().leader()).isEqualTo("B");
    }

    @Test
    void aLoneProposalIsMeasuredAgainstItsRejection() {
        FedLens<ShapleyReading> lone = new FedLens<>(LENS, 10, "a", "b");
        lone.round(proposes("a", "A", 0), agrees("b", "A", 1));

        assertThat(lone.read().worth()).isCloseTo(Math.log(2 * VoteShare.of(1)) / Math.log(2), within(1e-12));
        assertThat(lone.read().values().get("a")).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void enormousWeightsGiveFiniteShares() {
        FedLens<ShapleyReading> heavy = new FedLens<>(LENS, 10, "a", "b", "c");
        heavy.round(proposes("a", "A", 1), proposes("b", "B", 1),
                says("c", Draft.of(new Payload.Vote("A", Stance.AGREE, null, 1e300), 1)),
                says("b", Draft.of(new Payload.Vote("B", Stance.AGREE, null, 1e5), 1)));

        assertThat(heavy.read().values().values()).allMatch(Double::isFinite);
        assertThat(heavy.read().values().values().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(1, within(1e-9));
    }
}
