package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.doubts;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static dev.waggle.swarm.lens.runner.LensSwarm.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

public class MarkovLensTest {

    static final String[] NAMES = {"a", "b", "c"};

    @Test
    void stopsADebateThatGoesRoundWhileNothingMoves() {
        LensSwarm looping = looping(NAMES);
        LensSwarm.Outcome with = looping.solveOnlyWith(LensCatalog.MARKOV);

        assertThat(with.events()).contains("ending cycle-detected");
        assertThat(looping.solveWithout(LensCatalog.MARKOV).events()).isNotEqualTo(looping.solve().events());
    }

    @Test
    void changesNothingWhereVotesKeepChanging() {
        LensSwarm busy = new LensSwarm(NAMES);
        busy.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
        for (int round = 2; round <= 9; round++) {
            List<LensSwarm.Line> lines = new ArrayList<>();
            for (String name : NAMES) {
                lines.add(discovers(name, "seen in round " + round));
                lines.add(doubts(name, "A", "still in round " + round));
                lines.add(agrees(name, "a".equals(name) == (round % 2 == 0) ? "A" : "B", 0.3 + 0.05 * round));
            }
            busy.round(lines.toArray(LensSwarm.Line[]::new));
        }

        assertThat(busy.solve().events()).isEqualTo(busy.solveWithout(LensCatalog.MARKOV).events());
        assertThat(busy.solveOnlyWith(LensCatalog.MARKOV).findingsOf(LensCatalog.MARKOV)).isEmpty();
    }

    @Test
    void doesNotTakeRegularResearchForALoop() {
        LensSwarm research = voted();
        for (int round = 3; round <= 9; round++) {
            List<LensSwarm.Line> lines = new ArrayList<>();
            for (String name : NAMES) {
                lines.add(discovers(name, "seen in round " + round));
                lines.add(says(name, Draft.of(new Payload.ToolResult("search", "found", false, 1, name), 1)));
            }
            research.round(lines.toArray(LensSwarm.Line[]::new));
        }

        assertThat(research.solveOnlyWith(LensCatalog.MARKOV).findingsOf(LensCatalog.MARKOV)).isEmpty();
    }

    @Test
    void seesACircleOfThree() {
        MarkovLens.MarkovReading reading = read(looping(NAMES));

        assertThat(reading.cyclesDetected()).isTrue();
        assertThat(reading.cycleStates()).containsExactly("challenge", "discovery", "doubt");
        assertThat(reading.figures()).containsKeys("dominantState", "cyclesDetected", "cycleStates");
    }

    @Test
    void knowsTheLongRunOfAPeriodicChain() {
        LensSwarm star = new LensSwarm("a").round(discovers("a", "1"), challenges("a", "A", "1"), discovers("a", "2"),
                doubts("a", "A", "1"), discovers("a", "3"));
        MarkovLens.MarkovReading reading = read(star);

        assertThat(reading.dominantState()).contains("discovery");
        assertThat(reading.entropyRate().orElseThrow()).isCloseTo(0.5, within(1e-9));
        assertThat(reading.transitions()).isEqualTo(4);
    }

    @Test
    void joinsNoWordsOfDifferentAgents() {
        MarkovLens.MarkovReading reading = read(new LensSwarm(NAMES)
                .round(discovers("a", "1"), doubts("b", "A", "1"), discovers("c", "1"))
                .round(discovers("a", "2"), doubts("b", "A", "2"), discovers("c", "2")));

        assertThat(reading.transitions()).isEqualTo(3);
        assertThat(reading.cyclesDetected()).isFalse();
        assertThat(reading.dominantState()).isEmpty(); // Two closed classes: it depends on the start.
    }

    @Test
    void losesNoProbabilityToAKindThatWasNeverLeft() {
        MarkovLens.MarkovReading reading = read(new LensSwarm("a")
                .round(discovers("a", "1"), discovers("a", "2"), doubts("a", "A", "1")));

        assertThat(reading.dominantState()).isEmpty();
        assertThat(reading.figures().get("entropyRate")).isEqualTo(JsonValue.ofNull());
    }

    @Test
    void doesNotCareWhoWasHeardFirst() {
        List<LensSwarm.Line> lines = new ArrayList<>(List.of(discovers("a", "1"), doubts("b", "A", "1"),
                challenges("c", "A", "1")));
        List<LensSwarm.Line> second = new ArrayList<>(List.of(doubts("a", "A", "1"), discovers("b", "1"),
                discovers("c", "2")));
        LensSwarm one = new LensSwarm(NAMES).round(lines.toArray(LensSwarm.Line[]::new))
                .round(second.toArray(LensSwarm.Line[]::new));
        Collections.reverse(lines);
        Collections.reverse(second);
        LensSwarm other = new LensSwarm("c", "b", "a").round(lines.toArray(LensSwarm.Line[]::new))
                .round(second.toArray(LensSwarm.Line[]::new));

        assertThat(read(one)).isEqualTo(read(other));
    }

    @Test
    void readsNothingOfOneTransition() {
        assertThat(new LensSwarm("a").round(discovers("a", "1"), discovers("a", "2")).solveOnlyWith(LensCatalog.MARKOV)
                .result().mathAnalysis().readings()).isEmpty();
    }

    @Test
    void poolsManyKindsOfOnesOwn() {
        LensSwarm many = new LensSwarm("a");
        for (int i = 0; i < 100; i++) {
            many.round(says("a", Draft.custom("my:kind" + i, new Payload.Open("something", null, null, null))));
        }

        assertThat(read(many).transitions()).isEqualTo(99);
    }

    private static LensSwarm voted() {
        return new LensSwarm(NAMES).round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 0.5), agrees("b", "B", 0.5), disagrees("c", "A", 0.1));
    }

    /** Swarm whose agents repeat three kinds of words, and in which no agent changes a vote. */
    public static LensSwarm looping(String... names) {
        LensSwarm swarm = voted();
        for (int round = 3; round <= 12; round++) {
            List<LensSwarm.Line> lines = new ArrayList<>();
            for (String name : names) {
                lines.add(discovers(name, "once more"));
                lines.add(doubts(name, "A", "once more"));
                lines.add(challenges(name, "A", "once more"));
            }
            swarm.round(lines.toArray(LensSwarm.Line[]::new));
        }
        return swarm;
    }

    private static MarkovLens.MarkovReading read(LensSwarm swarm) {
        return swarm.solveOnlyWith(LensCatalog.MARKOV).result().mathAnalysis().of(LensCatalog.MARKOV).orElseThrow();
    }
}
