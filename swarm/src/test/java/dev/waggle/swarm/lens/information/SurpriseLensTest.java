package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.OrderedFeed;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static dev.waggle.swarm.lens.runner.LensSwarm.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

public class SurpriseLensTest {

    private static final double ONE_VOTE = VoteShare.surprise(1);

    /** One agent that is sure, and three that hardly say anything. */
    private final LensSwarm uneven = new LensSwarm("a", "b", "c", "d")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("a", "A", 1), agrees("b", "B", 0.05), disagrees("c", "A", 0.05), agrees("d", "B", 0.05));

    /** All agents say the same amount. */
    private final LensSwarm even = new LensSwarm("a", "b", "c", "d")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("a", "A", 0.8), agrees("b", "B", 0.8), agrees("c", "A", 0.8), agrees("d", "B", 0.8))
            .round(discovers("c", "one more thing"));

    @Test
    void weighsThoseWhoTaughtMoreThanTheMean() {
        LensSwarm.Outcome with = uneven.solve();

        assertThat(with.findingsOf(LensCatalog.SURPRISE)).anyMatch(found -> found instanceof Finding.Weigh weigh
                && weigh.weights().getOrDefault("a", 1.0) > 1.05 && weigh.weights().getOrDefault("c", 1.0) < 1);
        assertThat(with.events()).anyMatch(event -> event.contains("lens:finding") && event.contains("surprise"));
        assertThat(uneven.solveWithout(LensCatalog.SURPRISE).events()).isNotEqualTo(with.events());
    }

    @Test
    void changesNothingWhereAllTaughtTheSame() {
        assertThat(even.solve().events()).isEqualTo(even.solveWithout(LensCatalog.SURPRISE).events());
        assertThat(even.solve().findingsOf(LensCatalog.SURPRISE)).isEmpty();
    }

    @Test
    void stopsWhenFiveRoundsWithEvidenceSurprisedNobody() {
        LensSwarm settled = settled();

        assertThat(settled.solveOnlyWith(LensCatalog.SURPRISE).events()).contains("ending surprise-collapsed");
        assertThat(settled.solve(MathConfig.off()).events()).contains("ending max-rounds");
    }

    @Test
    void reportsTheSurpriseOfOneVoteAfterTheRoundWasClosed() {
        SurpriseLens.SurpriseReading reading = listening().round(proposes("a", "A", 1), proposes("b", "B", 1))
                .round(agrees("a", "A", 1)).round().reading();

        assertThat(reading.meanSurprise()).isCloseTo(ONE_VOTE, within(1e-12));
        assertThat(reading.agents().get("a")).isCloseTo(ONE_VOTE, within(1e-12));
        assertThat(reading.history()).hasSize(1);
        assertThat(reading.collapsed()).isFalse();
    }

    @Test
    void takesQuietRoundsForNoCollapse() {
        OrderedFeed<SurpriseLens.SurpriseReading> lens = listening()
                .round(proposes("a", "A", 1), proposes("b", "B", 1), agrees("a", "A", 1), agrees("b", "A", 1));
        SurpriseLens.SurpriseReading before = lens.reading();
        for (int round = 0; round < 10; round++) {
            lens.round(abstains("c", "B"), discovers("d", "thing " + round));
            assertThat(lens.findings()).noneMatch(found -> found instanceof Finding.Settle);
        }

        assertThat(lens.reading()).isEqualTo(before);
    }

    @Test
    void doesNotCollapseWhileMostAreSilent() {
        OrderedFeed<SurpriseLens.SurpriseReading> lens = listening()
                .round(proposes("a", "A", 1), proposes("b", "B", 1), agrees("a", "A", 0.9));
        for (int round = 0; round < 10; round++) {
            lens.round(agrees("a", "A", 0.9 + 0.005 * round));
            assertThat(lens.findings()).noneMatch(found -> found instanceof Finding.Settle);
        }

        assertThat(lens.reading().collapsed()).isTrue();
    }

    @Test
    void givesEachVoterWhatItsOwnVotesTaught() {
        SurpriseLens.SurpriseReading reading = listening().round(proposes("a", "A", 1), proposes("b", "B", 1))
                .round(agrees("a", "A", 1), agrees("b", "A", 0.2), agrees("c", "B", 0.6)).reading();

        assertThat(reading.agents()).containsOnlyKeys("a", "b", "c");
        assertThat(reading.mostInformativeAgent()).contains("a");
        assertThat(reading.leastInformativeAgent()).contains("b");
    }

    @Test
    void seesNoDifferenceInTheOrderOfARound() {
        List<LensSwarm.Line> votes = new ArrayList<>(List.of(agrees("a", "A", 0.9), disagrees("a", "B", 0.4),
                agrees("b", "B", 0.7), disagrees("c", "A", 0.3), agrees("d", "A", 0.8), agrees("d", "B", 0.1)));
        SurpriseLens.SurpriseReading inOrder = read(votes);
        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(votes, new Random(seed));
            SurpriseLens.SurpriseReading shuffled = read(votes);

            assertThat(shuffled.meanSurprise()).isCloseTo(inOrder.meanSurprise(), within(1e-12));
            shuffled.agents().forEach(
                    (agent, bits) -> assertThat(bits).isCloseTo(inOrder.agents().get(agent), within(1e-12)));
            assertThat(shuffled.mostInformativeAgent()).isEqualTo(inOrder.mostInformativeAgent());
        }
    }

    @Test
    void namesNobodyWhoWasNotMeasured() {
        OrderedFeed<SurpriseLens.SurpriseReading> lens = listening().round(proposes("a", "A", 1), proposes("b", "B", 1))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "B", 0.05), abstains("d", "B"));

        assertThat(lens.findings()).singleElement().isInstanceOfSatisfying(Finding.Weigh.class, weigh -> {
            assertThat(weigh.weights()).containsOnlyKeys("a", "b", "c");
            assertThat(weigh.weights().values().stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                    .isCloseTo(1, within(1e-12));
        });
        List<Finding> found = lens.findings();
        assertThat(lens.round().findings()).isEqualTo(found); // The earlier information still counts in a quiet round.
    }

    @Test
    void seesNothingWithOneProposalOrWithoutEvidence() {
        assertThat(listening().round().ifAny()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 1)).round(agrees("b", "A", 1)).ifAny()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 1), proposes("b", "B", 1)).round(agrees("a", "A", 0)).ifAny())
                .isEmpty();
    }

    @Test
    void staysFiniteUnderHostileVotes() {
        OrderedFeed<SurpriseLens.SurpriseReading> lens = listening().round(proposes("a, b", "A", 1),
                proposes("b", "B", 1)).round(heavy("a, b", "A", Stance.AGREE), heavy("b", "A", Stance.AGREE),
                        heavy("c", "A", Stance.AGREE))
                .round(heavy("a, b", "A", Stance.DISAGREE), heavy("b", "B", Stance.AGREE),
                        heavy("c", "B", Stance.AGREE), agrees("d", "B", 0));

        assertThat(lens.reading().meanSurprise()).isFinite().isGreaterThan(1);
        assertThat(lens.reading().agents().values()).allMatch(Double::isFinite);
        assertThat(lens.reading().figures()).containsKeys("meanSurprise", "trend", "collapsed",
                "mostInformativeAgent", "leastInformativeAgent", "history");
    }

    private static LensSwarm.Line heavy(String agent, String proposal, Stance stance) {
        return says(agent, Draft.of(new Payload.Vote(proposal, stance, null, 1e300), 1));
    }

    private static SurpriseLens.SurpriseReading read(List<LensSwarm.Line> votes) {
        return listening().round(proposes("a", "A", 1), proposes("b", "B", 1))
                .round(votes.toArray(LensSwarm.Line[]::new)).reading();
    }

    private static OrderedFeed<SurpriseLens.SurpriseReading> listening() {
        return new OrderedFeed<>(LensCatalog.SURPRISE, "a", "b", "c", "d");
    }

    /** All agents but one are for A, and one of them repeats it in each round. */
    public static LensSwarm settled() {
        LensSwarm settled = new LensSwarm("a", "b", "c", "d")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("a", "A", 0.9), agrees("b", "A", 0.9),
                        agrees("c", "A", 0.9), disagrees("d", "A", 0.9));
        for (int round = 0; round < 8; round++) {
            settled.round(agrees("c", "A", 0.9 + 0.01 * round));
        }
        return settled;
    }
}
