package dev.waggle.swarm.lens.network;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.lens.Finding;
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
import static dev.waggle.swarm.lens.runner.LensSwarm.says;
import static org.assertj.core.api.Assertions.assertThat;

class InfluenceGraphLensTest {

    private static final Offset<Double> CLOSE = Offset.offset(1e-12);

    /** Every answer that is followed comes from one proposer, although another agent has an answer too. */
    private static LensSwarm oneHead() {
        return new LensSwarm("p", "q", "a", "b", "c", "d", "e")
                .round(proposes("p", "A", 0.8), proposes("p", "B", 0.8), proposes("q", "C", 0.8))
                .round(agrees("a", "A", 0.9), agrees("b", "A", 0.9), agrees("c", "A", 0.9), agrees("d", "B", 0.9),
                        agrees("e", "B", 0.9), agrees("q", "B", 0.9));
    }

    /** Two camps that follow their own proposers, and one agent that follows none. */
    private static LensSwarm camps() {
        return new LensSwarm("p", "a", "b", "q", "c", "d", "loner")
                .round(proposes("p", "A", 0.8), proposes("q", "B", 0.8), proposes("loner", "C", 0.8))
                .round(agrees("a", "A", 0.9), agrees("b", "A", 0.9), agrees("c", "B", 0.9), agrees("d", "B", 0.9),
                        disagrees("loner", "A", 0.9), disagrees("loner", "B", 0.9))
                .round(disagrees("a", "B", 0.9), disagrees("c", "A", 0.9))
                .round(disagrees("b", "B", 0.9), disagrees("d", "A", 0.9));
    }

    /** One answer wins. */
    private static LensSwarm ordinary() {
        return new LensSwarm("p", "q", "a", "b", "c", "d", "e")
                .round(proposes("p", "A", 0.8), proposes("q", "B", 0.8))
                .round(agrees("a", "A", 0.9), agrees("b", "A", 0.9), agrees("c", "A", 0.9), agrees("d", "B", 0.9))
                .round(agrees("d", "A", 0.9), agrees("e", "A", 0.9), agrees("q", "A", 0.9));
    }

    private static InfluenceGraphLens.InfluenceReading reading(LensFeed rounds) {
        return rounds.reading(LensCatalog.INFLUENCE_GRAPH).orElseThrow();
    }

    @Test
    void asksToSeparateWhoGivesEveryAnswerThatIsFollowed() {
        LensSwarm.Outcome with = oneHead().solve();

        assertThat(with.findingsOf(LensCatalog.INFLUENCE_GRAPH)).singleElement().satisfies(finding -> {
            Finding.Rewire rewire = (Finding.Rewire) finding;
            assertThat(rewire.change()).isEqualTo(Finding.Rewire.Change.SEPARATE);
            assertThat(rewire.agents()).containsExactly("p");
            assertThat(rewire.explanation()).contains("100 %").contains("2 proposals");
        });
        assertThat(oneHead().solveWithout(LensCatalog.INFLUENCE_GRAPH).events()).isNotEqualTo(with.events());
    }

    @Test
    void missesABridgeBetweenGroupsThatStayApart() {
        LensSwarm.Outcome outcome = camps().solveOnlyWith(LensCatalog.INFLUENCE_GRAPH);

        assertThat(outcome.findingsOf(LensCatalog.INFLUENCE_GRAPH)).singleElement().satisfies(finding -> {
            Finding.Gap gap = (Finding.Gap) finding;
            assertThat(gap.role()).isEqualTo("bridge-connector");
            assertThat(gap.urgency()).isCloseTo(0.6, CLOSE); // 4 of 7 are outside the largest group.
        });
    }

    @Test
    void changesNothingWhereOneAnswerWins() {
        assertThat(ordinary().solve().events())
                .isEqualTo(ordinary().solveWithout(LensCatalog.INFLUENCE_GRAPH).events());
        assertThat(ordinary().solve().findingsOf(LensCatalog.INFLUENCE_GRAPH)).isEmpty();
    }

    @Test
    void isSilentWhenFiveHundredAgreeWithOneProposal() {
        LensSwarm swarm = new LensSwarm("p", "q").round(proposes("p", "A", 0.8), proposes("q", "B", 0.8));
        LensSwarm.Line[] votes = new LensSwarm.Line[500];
        java.util.Arrays.setAll(votes, i -> agrees("v" + i, "A", 1));

        LensSwarm.Outcome outcome = swarm.round(votes).solveOnlyWith(LensCatalog.INFLUENCE_GRAPH);

        assertThat(outcome.findingsOf(LensCatalog.INFLUENCE_GRAPH)).isEmpty();
        assertThat(outcome.result().mathAnalysis().of(LensCatalog.INFLUENCE_GRAPH)).get()
                .satisfies(reading -> assertThat(reading.dominantInfluencer()).contains("p"));
    }

    @Test
    void callsTheProposerDominantAndNotTheVoters() {
        InfluenceGraphLens.InfluenceReading star = reading(new LensFeed("p", "a", "b", "c", "d")
                .round(proposes("p", "A", 0.8))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1), agrees("d", "A", 1)));

        assertThat(star.dominantInfluencer()).contains("p");
        assertThat(star.dominantShare()).isEqualTo(1);
        assertThat(star.fiedlerValue()).hasValueCloseTo(1.0, CLOSE); // Of a star of weight 1, closed form.
        assertThat(star.isFragile()).isTrue();
        assertThat(star.bridgingAgents()).containsExactly("p");
        assertThat(star.centralAgents()).containsExactly("p");
        assertThat(star.isolatedAgents()).isEmpty();
        assertThat(star.figures()).containsKeys("dominantInfluencer", "influenceConcentration", "fiedlerValue",
                "isFragile", "isolatedAgents", "bridgingAgents", "centralAgents");
    }

    @Test
    void countsNeitherDisagreementNorAbstentionAsInfluence() {
        InfluenceGraphLens.InfluenceReading reading = reading(new LensFeed("p", "q", "a", "b", "c", "d")
                .round(proposes("p", "A", 0.8), proposes("q", "B", 0.8))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), disagrees("c", "B", 1), abstains("d", "B")));

        assertThat(reading.edges()).isEqualTo(2);
        assertThat(reading.isolatedAgents()).containsExactly("q", "c", "d");
    }

    @Test
    void countsAVoteOnceAndTakesBackWhatWasReplaced() {
        InfluenceGraphLens.InfluenceReading reading = reading(new LensFeed("p", "q", "a", "b", "c")
                .round(proposes("p", "A", 0.8), proposes("q", "B", 0.8))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("a", "B", 1), agrees("c", "B", 1))
                .round(agrees("a", "A", 1), agrees("c", "B", 1)) // Said again.
                .round(disagrees("a", "B", 1)));

        assertThat(reading.edges()).isEqualTo(3);
        assertThat(reading.dominantInfluencer()).contains("p");
        assertThat(reading.dominantShare()).isCloseTo(2.0 / 3, CLOSE);
    }

    @Test
    void ownProposalsAreNoInfluence() {
        LensFeed alone = new LensFeed("p", "q").round(proposes("p", "A", 0.8), proposes("p", "B", 0.8))
                .round(agrees("p", "A", 1), agrees("p", "B", 1));

        assertThat(alone.reading(LensCatalog.INFLUENCE_GRAPH)).isEmpty();
    }

    @Test
    void whoIsAnsweredByAnAgreementInfluencesToo() {
        Draft discovery = Draft.of(new Payload.Discovery("look", null, 0.5), 0.7).withId("look");
        Draft reply = Draft.of(new Payload.Vote("A", Stance.AGREE, null, 1), 1).inReplyTo("look");

        InfluenceGraphLens.InfluenceReading reading = reading(new LensFeed("p", "s", "a")
                .round(proposes("p", "A", 0.8), says("s", discovery)).round(says("a", reply)));

        assertThat(reading.edges()).isEqualTo(2);
        assertThat(reading.isolatedAgents()).isEmpty();
    }

    @Test
    void fadesByRoundsWithNewVotesAndAQuietRoundChangesNothing() {
        LensFeed twoRounds = new LensFeed("p", "q", "a", "b").round(proposes("p", "A", 0.8), proposes("q", "B", 0.8))
                .round(agrees("a", "A", 1)).round(agrees("b", "B", 1));
        InfluenceGraphLens.InfluenceReading before = reading(twoRounds);

        assertThat(before.dominantInfluencer()).isEmpty(); // One edge each: PageRank knows shares only.
        assertThat(reading(twoRounds.round(discovers("a", "x")).round())).isEqualTo(before);
    }

    @Test
    void orderOfAgentsInARoundDoesNotMatter() {
        LensFeed forth = new LensFeed("p", "q", "a", "b", "c").round(proposes("p", "A", 0.8), proposes("q", "B", 0.8))
                .round(agrees("a", "A", 1), agrees("b", "B", 0.5), agrees("c", "A", 0.25));
        LensFeed back = new LensFeed("p", "q", "a", "b", "c").round(proposes("q", "B", 0.8), proposes("p", "A", 0.8))
                .round(agrees("c", "A", 0.25), agrees("b", "B", 0.5), agrees("a", "A", 1));

        assertThat(reading(forth)).isEqualTo(reading(back));
    }

    @Test
    void namesFromOutsideAreJustNames() {
        InfluenceGraphLens.InfluenceReading reading = reading(new LensFeed("p,q", "a:A", "constructor")
                .round(proposes("p,q", "A,B", 0)).round(agrees("a:A", "A,B", 1), agrees("constructor", "A,B", 1)));

        assertThat(reading.dominantInfluencer()).contains("p,q");
        assertThat(List.of(Double.isFinite(reading.influenceConcentration()))).containsExactly(true);
    }
}
