package dev.waggle.swarm.lens.game;

import java.util.List;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.game.RegretMinimizationLens.ContributionKind;
import dev.waggle.swarm.lens.game.RegretMinimizationLens.RegretReading;
import dev.waggle.swarm.lens.runner.FedLens;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.doubts;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RegretMinimizationLensTest {

    private static final Lens<RegretReading> LENS = LensCatalog.REGRET_MINIMIZATION;

    /** Twice a challenge turns the group around; in all other rounds agents tell findings and none moves. */
    private static final List<LensSwarm.Line[]> TURNED = List.of(
            lines(proposes("a", "A", 0.5), proposes("b", "B", 0.5), agrees("c", "A", 1), agrees("d", "A", 1),
                    disagrees("b", "A", 0.2), disagrees("a", "B", 0.2)),
            lines(discovers("a", "1")),
            lines(discovers("b", "2")),
            lines(challenges("b", "A", "it breaks")),
            lines(disagrees("c", "A", 1), disagrees("d", "A", 1), agrees("c", "B", 1), agrees("d", "B", 1)),
            lines(challenges("a", "B", "it is dear")),
            lines(agrees("c", "A", 1), agrees("d", "A", 1), disagrees("c", "B", 1), disagrees("d", "B", 1),
                    discovers("a", "3")),
            lines(discovers("b", "4")),
            lines(discovers("b", "5")),
            lines(discovers("b", "6")));

    private static LensSwarm.Line[] lines(LensSwarm.Line... lines) {
        return lines;
    }

    private final LensSwarm ordinary = new LensSwarm("a", "b", "c", "d")
            .round(proposes("a", "A", 0.5), proposes("b", "B", 0.5), discovers("c", "1"))
            .round(agrees("c", "A", 0.5), agrees("d", "B", 0.5), doubts("a", "B", "why?"))
            .round(agrees("b", "A", 0.4), discovers("d", "2"), challenges("c", "A", "no"))
            .round(disagrees("a", "B", 0.5), discovers("d", "3"))
            .round(agrees("d", "A", 0.2), discovers("b", "4"))
            .round(discovers("b", "5"));

    private static LensSwarm turned() {
        LensSwarm swarm = new LensSwarm("a", "b", "c", "d");
        TURNED.forEach(swarm::round);
        return swarm;
    }

    @Test
    void aSpecialistIsMissedWhenWhatMovedTheGroupIsNoLongerSaid() {
        LensSwarm.Outcome with = turned().solve(MathConfig.watching());
        LensSwarm.Outcome without = turned().solve(MathConfig.watching().without(LENS));

        assertThat(with.findingsOf(LENS)).first().isInstanceOfSatisfying(Finding.Gap.class,
                gap -> assertThat(gap.role()).isEqualTo("challenge-specialist"));
        assertThat(with.events()).anyMatch(event -> event.contains("challenge-specialist"));
        assertThat(without.events()).isNotEqualTo(with.events()).noneMatch(event -> event.contains("specialist"));
    }

    @Test
    void changesNothingWhereEverythingIsSaid() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LENS).events());
        assertThat(ordinary.solveOnlyWith(LENS).findingsOf(LENS)).isEmpty();
    }

    @Test
    void whatPaysIsWhatWasSaidBeforeTheGroupMoved() {
        FedLens<RegretReading> turned = new FedLens<>(LENS, 20, "a", "b", "c", "d");
        TURNED.forEach(turned::round);

        RegretReading reading = turned.read();
        assertThat(reading.bestStrategy()).contains(ContributionKind.CHALLENGE);
        assertThat(reading.neglectedStrategy()).contains(ContributionKind.CHALLENGE);
        assertThat(arm(reading, ContributionKind.CHALLENGE).pulls()).isEqualTo(2);
        assertThat(arm(reading, ContributionKind.DISCOVERY).meanReward()).isZero();
        assertThat(reading.untried()).containsExactly(ContributionKind.DOUBT);
        assertThat(reading.pseudoRegret()).isPositive().isLessThan(reading.bound());
    }

    @Test
    void oneArmHasNoRegretWhateverItPaid() {
        FedLens<RegretReading> votes = new FedLens<>(LENS, 20, "a", "b", "c");
        votes.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5));
        votes.round(agrees("a", "A", 1));
        for (int round = 1; round <= 10; round++) {
            votes.round(round % 2 == 0 ? agrees("b", "B", 1) : disagrees("b", "B", 0.1));
        }

        RegretReading reading = votes.read();
        assertThat(reading.arms().keySet()).containsExactly(ContributionKind.PROPOSAL, ContributionKind.VOTE);
        double gap = Math.abs(mean(reading, ContributionKind.PROPOSAL) - mean(reading, ContributionKind.VOTE));
        long lesser = mean(reading, ContributionKind.PROPOSAL) > mean(reading, ContributionKind.VOTE) ? 10 : 1;
        assertThat(reading.pseudoRegret()).isCloseTo(lesser * gap, within(1e-12));
    }

    private static double mean(RegretReading reading, ContributionKind strategy) {
        return java.util.Objects.requireNonNull(reading.arms().get(strategy)).meanReward();
    }

    @Test
    void theRewardIsTheSurpriseOfTheGroupAndNoMoreThanOne() {
        FedLens<RegretReading> one = new FedLens<>(LENS, 20, "a", "b", "c");
        one.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5));
        one.round(agrees("c", "A", 1));

        assertThat(one.read().lastReward()).isCloseTo(1 - Math.pow(2, -VoteShare.surprise(1)), within(1e-12));
        assertThat(mean(one.read(), ContributionKind.PROPOSAL)).isEqualTo(one.read().lastReward());
    }

    @Test
    void manyWordsOfAKindInARoundAreOnePull() {
        FedLens<RegretReading> spam = new FedLens<>(LENS, 20, "a", "b");
        spam.round(discovers("a", "1"), discovers("a", "2"), discovers("a", "3"), discovers("b", "4"));
        spam.round(discovers("a", "5"));

        assertThat(spam.read().pulls()).isEqualTo(1);
        assertThat(spam.read().bestStrategy()).isEmpty();
    }

    @Test
    void aQuietRoundChangesNothing() {
        FedLens<RegretReading> pause = new FedLens<>(LENS, 20, "a", "b", "c");
        pause.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5));
        pause.round(agrees("c", "A", 1));
        RegretReading before = pause.read();

        assertThat(pause.round()).isEmpty();
        assertThat(pause.round(agrees("c", "A", 1), proposes("a", "A", 0.9))).isEmpty();
        assertThat(pause.read()).isEqualTo(before);
    }

    @Test
    void theOrderInsideARoundDoesNotMatter() {
        FedLens<RegretReading> one = new FedLens<>(LENS, 20, "a", "b", "c");
        FedLens<RegretReading> other = new FedLens<>(LENS, 20, "a", "b", "c");
        one.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5));
        other.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5));
        one.round(agrees("c", "A", 1), challenges("a", "B", "no"), discovers("b", "x"));
        other.round(discovers("b", "x"), challenges("a", "B", "no"), agrees("c", "A", 1));
        one.round(agrees("b", "A", 1));
        other.round(agrees("b", "A", 1));

        assertThat(one.read()).isEqualTo(other.read());
    }

    @Test
    void seesNothingBeforeSomebodyCouldAnswer() {
        FedLens<RegretReading> first = new FedLens<>(LENS, 20, "a", "b");
        assertThat(first.reading()).isEmpty();
        first.round(proposes("a", "A", 0.5), agrees("b", "A", 1));
        assertThat(first.reading()).isEmpty();
        first.round(discovers("a", "x"));
        assertThat(first.read().pulls()).isEqualTo(2);
    }

    private static RegretMinimizationLens.Arm arm(RegretReading reading, ContributionKind strategy) {
        return java.util.Objects.requireNonNull(reading.arms().get(strategy));
    }
}
