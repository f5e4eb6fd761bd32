package dev.waggle.swarm.lens.game;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.game.GameTheoryLens.GameTheoryReading;
import dev.waggle.swarm.lens.game.GameTheoryLens.Risk;
import dev.waggle.swarm.lens.runner.FedLens;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.doubts;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class GameTheoryLensTest {

    private static final Lens<GameTheoryReading> LENS = LensCatalog.GAME_THEORY;

    /** All agents are for A at once, and no agent asks a question. */
    private final LensSwarm lulled = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.5), proposes("b", "B", 0.5))
            .round(agrees("b", "A", 0.3), agrees("c", "A", 0.4), agrees("d", "A", 0.4), agrees("e", "A", 0.4))
            .round(discovers("c", "it is small"));

    /** The same votes, but one agent tests the proposal before they agree on it. */
    private final LensSwarm awake = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.5), proposes("b", "B", 0.5))
            .round(agrees("b", "A", 0.3), doubts("b", "A", "who pays?"), agrees("c", "A", 0.4), agrees("d", "A", 0.4),
                    agrees("e", "A", 0.4))
            .round(discovers("c", "it is small"));

    @Test
    void aChallengerIsMissedWhenAllAgreeAndNobodyAsks() {
        LensSwarm.Outcome with = lulled.solve();

        assertThat(with.findingsOf(LENS)).first().isInstanceOfSatisfying(Finding.Gap.class, gap -> {
            assertThat(gap.role()).isEqualTo("critical-challenger");
            assertThat(gap.urgency()).isEqualTo(0.9);
            assertThat(gap.explanation()).contains("100 % of 4 voters agree on \"A\" and nobody");
        });
        assertThat(with.events()).anyMatch(event -> event.startsWith("2 lens:finding") && event.contains("critical"));
        assertThat(lulled.solveWithout(LENS).events()).isNotEqualTo(with.events());
    }

    @Test
    void changesNothingWhereSomebodyTestsWhatLeads() {
        assertThat(awake.solve().events()).isEqualTo(awake.solveWithout(LENS).events());
        assertThat(awake.solve().findingsOf(LENS)).isEmpty();
    }

    @Test
    void unanimousRejectionIsNoGroupthink() {
        FedLens<GameTheoryReading> rejected = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        rejected.round(proposes("a", "A", 0.8));
        for (int round = 2; round <= 4; round++) {
            double sure = 1.0 / round;
            assertThat(rejected.round(disagrees("b", "A", sure), disagrees("c", "A", sure), disagrees("d", "A", sure)))
                    .isEmpty();
        }

        GameTheoryReading reading = rejected.read();
        assertThat(reading.groupthinkRisk()).contains(Risk.LOW);
        assertThat(reading.leader()).as("nobody supports it").isEqualTo(Optional.empty());
        assertThat(reading.agreement()).isEmpty();
        assertThat(reading.consensus()).isLessThan(0.5); // Although there is no other proposal.
    }

    @Test
    void neverExpectsEverybodyToChallengeAndFewerInLargerGroups() {
        double before = 2;
        for (int n : new int[] {2, 3, 5, 20, 100}) {
            FedLens<GameTheoryReading> group = group(n);
            double expected = group.read().expectedChallengers();
            assertThat(expected).isLessThan(before).isGreaterThan(0);
            assertThat(group.read().players()).isEqualTo(n);
            before = expected;
        }
        // Two proposals and none of them, without a vote: 1.5 against 2 (1 + 1.5 / 3).
        assertThat(group(5).read().expectedChallengers()).isCloseTo(5 * (1 - Math.pow(1.5 / 3, 0.25)), within(1e-12));
    }

    private static FedLens<GameTheoryReading> group(int n) {
        String[] ids = IntStream.range(0, n).mapToObj(i -> "agent " + i).toArray(String[]::new);
        List<LensSwarm.Line> lines = new ArrayList<>(List.of(proposes(ids[0], "A", 0.8), proposes(ids[1], "B", 0.8)));
        for (int i = 2; i < n; i++) {
            lines.add(discovers(ids[i], "finding " + i));
        }
        FedLens<GameTheoryReading> group = new FedLens<>(LENS, 10, ids);
        group.round(lines.toArray(LensSwarm.Line[]::new));
        return group;
    }

    @Test
    void countsChallengersOfTheLeaderNotTheirWords() {
        FedLens<GameTheoryReading> noisy = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        noisy.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 1), agrees("d", "A", 1),
                agrees("a", "A", 1));
        for (int i = 0; i < 5; i++) {
            noisy.round(challenges("b", "A", "no " + i), doubts("b", "A", "why " + i), challenges("c", "B", "no " + i));
        }

        assertThat(noisy.read().actualChallengers()).isEqualTo(1);
        assertThat(noisy.read().groupthinkRisk()).contains(Risk.LOW);
        assertThat(noisy.read().missing()).isLessThan(0.5);
    }

    @Test
    void oneWhoVotesAgainstTheLeaderMakesItAMediumRisk() {
        FedLens<GameTheoryReading> most = new FedLens<>(LENS, 10, "a", "b", "c", "d", "e");
        for (int round = 0; round < 3; round++) {
            assertThat(most.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("a", "A", 1),
                    disagrees("b", "A", 0.5), agrees("c", "A", 1), agrees("d", "A", 1), agrees("e", "A", 1),
                    discovers("a", "finding " + round))).isEmpty();
        }
        assertThat(most.read().groupthinkRisk()).contains(Risk.MEDIUM);
        assertThat(most.read().agreement()).hasValue(0.8);
    }

    @Test
    void tooFewVotersAreNoReassurance() {
        FedLens<GameTheoryReading> few = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        few.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 1), agrees("d", "A", 1),
                abstains("a", "A"), agrees("b", "A", 0));

        assertThat(few.read().groupthinkRisk()).isEmpty();
        assertThat(few.read().figures()).containsEntry("groupthinkRisk", JsonValue.ofNull());
    }

    @Test
    void whoApprovesOfEverythingDoesNotAgreeOnTheLeader() {
        FedLens<GameTheoryReading> friendly = new FedLens<>(LENS, 10, "a", "b", "c");
        for (int round = 0; round < 3; round++) {
            assertThat(friendly.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8),
                    agrees("a", "A", 0.9), agrees("b", "A", 0.9), agrees("c", "A", 0.9), agrees("a", "B", 0.8),
                    agrees("b", "B", 0.8), agrees("c", "B", 0.8), agrees("a", "C", 0.8), agrees("b", "C", 0.8),
                    agrees("c", "C", 0.8))).isEmpty();
        }
        assertThat(friendly.read().groupthinkRisk()).contains(Risk.LOW);
    }

    @Test
    void nobodyCanTestAProposalInTheRoundInWhichItComes() {
        FedLens<GameTheoryReading> quick = new FedLens<>(LENS, 10, "a", "b", "c");

        assertThat(quick.round(proposes("a", "A", 0.8), agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1)))
                .isEmpty();
        assertThat(quick.round(discovers("a", "x"))).hasSize(1);
        assertThat(quick.round(discovers("b", "y"))).hasSize(1); // Still so.
    }

    @Test
    void aSilentRoundChangesNothingAndFindsNothing() {
        FedLens<GameTheoryReading> pause = new FedLens<>(LENS, 10, "a", "b", "c");
        pause.round(proposes("a", "A", 0.8), agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1));
        GameTheoryReading before = pause.read();

        assertThat(before.groupthinkRisk()).contains(Risk.HIGH);
        assertThat(pause.round()).isEmpty();
        assertThat(pause.round()).isEmpty();
        assertThat(pause.read()).isEqualTo(before);
        assertThat(pause.round(discovers("a", "more"))).hasSize(1);
        assertThat(pause.round(doubts("b", "A", "why?"))).isEmpty();
    }

    @Test
    void votesThatAreTakenBackAreNoAgreement() {
        FedLens<GameTheoryReading> moved = new FedLens<>(LENS, 10, "a", "b", "c");
        moved.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("a", "A", 1), agrees("b", "A", 1),
                agrees("c", "A", 1));
        moved.round(abstains("b", "A"), abstains("c", "A"));

        assertThat(moved.read().agreement()).isEqualTo(OptionalDouble.of(1));
        assertThat(moved.read().groupthinkRisk()).isEmpty();
    }

    @Test
    void theOrderInsideARoundDoesNotMatter() {
        FedLens<GameTheoryReading> one = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        FedLens<GameTheoryReading> other = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        one.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
        other.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
        one.round(agrees("c", "A", 0.7), challenges("d", "A", "no"), disagrees("b", "A", 0.3), agrees("d", "A", 0.9));
        other.round(agrees("d", "A", 0.9), disagrees("b", "A", 0.3), agrees("c", "A", 0.7),
                challenges("d", "A", "no"));

        assertThat(one.read()).isEqualTo(other.read());
    }

    @Test
    void seesNothingWithoutASecondSpeakerOrAProposal() {
        FedLens<GameTheoryReading> lone = new FedLens<>(LENS, 10, "a", "b");
        lone.round(proposes("a", "A", 0.8), agrees("a", "A", 1));
        assertThat(lone.reading()).isEmpty();

        FedLens<GameTheoryReading> idle = new FedLens<>(LENS, 10, "a", "b");
        idle.round(discovers("a", "x"), discovers("b", "y"));
        assertThat(idle.reading()).isEmpty();
    }

    @Test
    void aTieHasNoLeaderToChallenge() {
        FedLens<GameTheoryReading> tie = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        tie.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 1), agrees("d", "B", 1),
                abstains("a", "A"), challenges("b", "A", "no"), agrees("a", "A", 0.5), agrees("b", "B", 0.5));

        assertThat(tie.read().leader()).isEqualTo(Optional.empty());
        assertThat(tie.read().groupthinkRisk()).contains(Risk.LOW);
        double odds = Math.exp(VoteShare.nats(3) * VoteShare.worth(1.5));
        assertThat(tie.read().consensus()).isCloseTo(odds / (2 * odds + 1), within(1e-12));
    }
}
