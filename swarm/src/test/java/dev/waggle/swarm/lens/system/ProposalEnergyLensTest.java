package dev.waggle.swarm.lens.system;

import dev.waggle.math.system.ProposalEnergy.Trend;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.LensFeed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

class ProposalEnergyLensTest {

    private static final Offset<Double> CLOSE = Offset.offset(1e-12);

    private static LensFeed table() {
        return new LensFeed("a", "b", "c", "d", "e", "f", "g", "h", "i")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
    }

    /** The same proposals in a swarm in which one agent rejects both, so that nothing is decided. */
    private static LensSwarm swarm() {
        return new LensSwarm("a", "b", "c", "d", "e", "f", "g", "h", "i", "no")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(disagrees("no", "A", 0.5), disagrees("no", "B", 0.5));
    }

    /** A leads by five early votes, and B comes up vote by vote. */
    private static LensSwarm comingUp() {
        return swarm().round(agrees("c", "A", 1), agrees("d", "A", 1), agrees("e", "A", 1), agrees("f", "A", 1))
                .round(disagrees("g", "A", 1), disagrees("h", "A", 1)).round(agrees("g", "B", 0.7))
                .round(agrees("h", "B", 0.7)).round(discovers("a", "news"));
    }

    private static LensSwarm ordinary() {
        return swarm().round(agrees("c", "A", 1), agrees("d", "A", 1), agrees("e", "B", 1))
                .round(agrees("f", "A", 1), agrees("g", "B", 1)).round(agrees("h", "A", 1), agrees("i", "A", 1));
    }

    private static ProposalEnergyLens.EnergyReading reading(LensFeed rounds) {
        return rounds.reading(LensCatalog.PROPOSAL_ENERGY).orElseThrow();
    }

    @Test
    void missesALateralThinkerWhenAnOutsiderRises() {
        LensSwarm.Outcome with = comingUp().solveOnlyWith(LensCatalog.PROPOSAL_ENERGY);

        assertThat(with.findingsOf(LensCatalog.PROPOSAL_ENERGY)).isNotEmpty().allSatisfy(finding -> {
            Finding.Gap gap = (Finding.Gap) finding;
            assertThat(gap.role()).isEqualTo("lateral-thinker");
            assertThat(gap.urgency()).isEqualTo(0.6);
            assertThat(gap.explanation()).startsWith("proposal B");
        });
        assertThat(with.events()).anyMatch(event -> event.contains("lens:finding"));
        assertThat(comingUp().solve(MathConfig.defaults().withLenses(java.util.List.of())).events())
                .noneMatch(event -> event.contains("lens:finding"));
    }

    @Test
    void changesNothingWhereTheLeaderRises() {
        assertThat(ordinary().solve().events())
                .isEqualTo(ordinary().solveWithout(LensCatalog.PROPOSAL_ENERGY).events());
        assertThat(ordinary().solveOnlyWith(LensCatalog.PROPOSAL_ENERGY).findingsOf(LensCatalog.PROPOSAL_ENERGY))
                .isEmpty();
    }

    @Test
    void anAbstentionNeitherLiftsNorSinks() {
        ProposalEnergyLens.EnergyReading reading = reading(
                table().round(agrees("c", "A", 1), agrees("d", "B", 1)).round(abstains("e", "A")));

        assertThat(reading.totalEnergy()).isCloseTo(1.8, CLOSE);
        assertThat(reading.leader()).contains("A");
        assertThat(reading.energies().get("A")).isCloseTo(0.9, CLOSE);
        assertThat(reading.energies().get("B")).isCloseTo(0.9, CLOSE);
    }

    @Test
    void aVoteSaidAgainMovesNothing() {
        LensFeed again = table().round(agrees("c", "A", 1), agrees("d", "B", 0.5)).round(agrees("c", "A", 1));
        LensFeed other = table().round(agrees("c", "A", 1), agrees("d", "B", 0.5)).round(discovers("c", "x"));

        assertThat(reading(again)).isEqualTo(reading(other));
    }

    @Test
    void aSilentRoundChangesNothingAndWordsWithoutVotesLetEnergyDecay() {
        LensFeed once = table().round(agrees("c", "A", 1));
        ProposalEnergyLens.EnergyReading before = reading(once);

        assertThat(reading(once.round().round())).isEqualTo(before);
        assertThat(reading(once.round(discovers("a", "x"))).totalEnergy()).isCloseTo(before.totalEnergy() - 0.05,
                CLOSE);
    }

    @Test
    void aReplacedVoteFlowsByItsDifference() {
        ProposalEnergyLens.EnergyReading weaker = reading(
                table().round(agrees("c", "A", 1), agrees("d", "A", 1)).round(agrees("c", "A", 0.5)));
        ProposalEnergyLens.EnergyReading turned = reading(
                table().round(agrees("c", "A", 1), agrees("d", "A", 1)).round(disagrees("c", "A", 0.5)));

        assertThat(weaker.totalEnergy()).isCloseTo(2 - 0.05 - 0.5 - 0.05, CLOSE);
        assertThat(turned.totalEnergy()).isCloseTo(2 - 0.05 - 1.5 - 0.05, CLOSE);
    }

    @Test
    void readsMomentumLeadAndTrend() {
        ProposalEnergyLens.EnergyReading reading = reading(
                table().round(agrees("c", "A", 1), agrees("d", "A", 1), disagrees("e", "B", 1)));

        assertThat(reading.leader()).contains("A");
        assertThat(reading.risingFastest()).contains("A");
        assertThat(reading.clearLeader()).isTrue();
        assertThat(reading.trends()).containsEntry("A", Trend.RISING).containsEntry("B", Trend.STABLE);
        assertThat(reading.perAgent().get("A")).isCloseTo(2.0 / 9, CLOSE);
        assertThat(reading.figures()).containsKeys("leader", "risingFastest", "totalEnergy", "clearLeader", "trends");
    }

    @Test
    void energyPerAgentFadesByHalfInFiveRoundsWithVotes() {
        LensFeed swarm = table().round(agrees("c", "A", 1));
        for (String agent : new String[] {"d", "e", "f", "g", "h"}) {
            swarm.round(agrees(agent, "B", 0.1));
        }

        assertThat(reading(swarm).perAgent().get("A")).isCloseTo(0.5 / 9, CLOSE);
    }

    @Test
    void hasNoLeaderWhereEverybodyRejects() {
        ProposalEnergyLens.EnergyReading reading = reading(
                table().round(disagrees("c", "A", 1), disagrees("d", "B", 1)));

        assertThat(reading.leader()).isEmpty();
        assertThat(reading.risingFastest()).isEmpty();
        assertThat(reading.totalEnergy()).isZero();
        assertThat(reading.clearLeader()).isFalse();
    }

    @Test
    void orderOfAgentsInARoundDoesNotMatter() {
        LensFeed forth = new LensFeed("a", "b", "c", "d").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("c", "A", 0.3), agrees("d", "B", 0.3), agrees("b", "A", 0.1), agrees("a", "B", 0.1));
        LensFeed back = new LensFeed("b", "d", "c", "a").round(proposes("b", "B", 0.8), proposes("a", "A", 0.8))
                .round(agrees("d", "B", 0.3), agrees("a", "B", 0.1), agrees("b", "A", 0.1), agrees("c", "A", 0.3));

        assertThat(reading(forth)).isEqualTo(reading(back));
        assertThat(reading(back).leader()).contains("A");
    }

    @Test
    void readsNothingBeforeTheFirstVote() {
        assertThat(table().reading(LensCatalog.PROPOSAL_ENERGY)).isEmpty();
    }
}
