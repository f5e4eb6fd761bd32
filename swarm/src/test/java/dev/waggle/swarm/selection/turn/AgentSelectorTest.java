package dev.waggle.swarm.selection.turn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.selection.SelectionConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class AgentSelectorTest {

    private static final SelectionConfig TWO = SelectionConfig.defaults().withTopK(2);
    private static final SelectionConfig ONE = SelectionConfig.defaults().withTopK(1).withMinSpread(0);
    private static final Signal QUESTION = SampleSignals.signal("q", "task:new", "orchestrator", 1);

    private final ContributionTracker contributions = new ContributionTracker();
    private final PredictionEngine predictions = new PredictionEngine();

    @Test
    void j15ExactlyTheTwoBestOfTenReact() {
        for (int i = 0; i < 10; i++) {
            contributions.record("a" + i,
                    SampleSignals.signal("s" + i, "discovery", "a" + i, i == 4 || i == 7 ? 0.95 : 0.3));
        }

        AgentSelection selection = selector(TWO).select(ten());

        assertThat(selection.rule()).isEqualTo(AgentSelection.Rule.BEST);
        assertThat(selection.selected()).containsExactly("a4", "a7");
        assertThat(selection.scores()).hasSize(10);
    }

    @Test
    void j15AllReactWhenTheScoresLieWithin15Hundredths() {
        for (int i = 0; i < 10; i++) {
            contributions.record("a" + i,
                    SampleSignals.signal("s" + i, "discovery", "a" + i, i == 4 || i == 7 ? 0.7 : 0.3));
        }

        AgentSelection selection = selector(TWO).select(ten()); // 0.35 x 0.4 = 0.14

        assertThat(selection.rule()).isEqualTo(AgentSelection.Rule.EXPLORATION);
        assertThat(selection.chosen()).hasSize(10);
    }

    @Test
    void scoresThatAreExactlyTheSpreadApartAreFarEnough() {
        SelectionConfig byReward = SelectionConfig.defaults().withTopK(1)
                .withWeights(new SelectionConfig.Weights(1, 0, 0, 0)).withMinSpread(0.3);

        assertThat(selector(byReward, Map.of("a0", 0.5, "a1", 0.8)::get).select(some("a0", "a1")).selected())
                .containsExactly("a1");
    }

    @Test
    void allReactWhenThereIsRoom() {
        assertThat(selector(TWO).select(some("a", "b")).rule()).isEqualTo(AgentSelection.Rule.ROOM_FOR_ALL);
        assertThat(selector(SelectionConfig.defaults()).select(ten()).chosen()).hasSize(10);
        assertThat(selector(TWO).select(List.of()).selected()).isEmpty();
    }

    @Test
    void j16OfTwoEqualChallengesTheCounterfactualGoesFirst() {
        TurnCandidate seeing = candidate("first",
                SampleSignals.signal("1", "challenge", "x", 0.8, CausalLevel.CORRELATION));
        TurnCandidate imagining = candidate("second", SampleSignals.signal("2", "challenge", "x", 0.8,
                CausalLevel.COUNTERFACTUAL));
        TurnCandidate doing = candidate("third",
                SampleSignals.signal("3", "challenge", "x", 0.8, CausalLevel.INTERVENTION));

        AgentSelection selection = selector(ONE).select(List.of(seeing, doing, imagining));

        assertThat(selection.selected()).containsExactly("second");
        assertThat(selection.scores()).extracting(AgentScore::agentId).containsExactly("second", "third", "first");
        assertThat(selection.scores()).extracting(AgentScore::total)
                .containsOnly(selection.scores().getFirst().total());
    }

    @Test
    void j17WhoPredictedBadlyRanksAboveWhoPredictedWell() {
        for (int round = 1; round <= 3; round++) {
            predictions.record("well", SignalType.DISCOVERY);
            predictions.record("badly", SignalType.DISCOVERY);
            predictions.compare();
        }
        predictions.predict();
        predictions.record("well", SignalType.DISCOVERY);
        predictions.record("badly", SignalType.CHALLENGE);
        predictions.compare();

        AgentSelection selection = selector(ONE).select(some("well", "badly"));

        assertThat(selection.selected()).containsExactly("badly");
        assertThat(selection.scores().getFirst().prediction()).isEqualTo(1);
        assertThat(selection.scores().getLast().prediction()).isBetween(0.3, 0.31);
    }

    @Test
    void tiesKeepTheOrderOfAgents() {
        AgentSelection selection = selector(TWO.withMinSpread(0)).select(some("c", "a", "b"));

        assertThat(selection.selected()).containsExactly("c", "a");
    }

    @Test
    void whoHearsMoreOfWhatIsOpenAndCanAnswerItMatchesBetter() {
        Signal proposal = SampleSignals.signal("1", "proposal", "x", 0.8);
        Signal discovery = SampleSignals.signal("2", "discovery", "x", 0.8);
        TurnCandidate all = candidate("all", proposal, discovery);
        TurnCandidate half = candidate("half", proposal);
        TurnCandidate mute = new TurnCandidate(AgentProfile.of("mute").withCanEmit(List.of(SignalType.ESCALATE)),
                List.of(proposal, discovery));
        TurnCandidate unasked = candidate("unasked");

        List<AgentScore> scores = selector(ONE).select(List.of(mute, half, unasked, all)).scores();

        assertThat(scores).extracting(AgentScore::agentId).containsExactly("all", "mute", "half", "unasked");
        assertThat(scores).extracting(AgentScore::match).containsExactly(1.0, 0.5, 0.5, 0.5);
    }

    @Test
    void aScoreIsTheWeightedMeanOfItsParts() {
        contributions.record("a", SampleSignals.signal("s", "discovery", "a", 0.8));

        AgentScore score = selector(ONE, _ -> 0.6).select(some("a", "b")).scores().getFirst();

        assertThat(score.total()).isCloseTo(0.35 * 0.6 + 0.35 * 0.8 + 0.15 * 1 + 0.15 * 0.3, within(1e-12));
    }

    @Test
    void onlyTheProportionsOfWeightsMatter() {
        SelectionConfig.Weights half = new SelectionConfig.Weights(0.175, 0.175, 0.075, 0.075);
        double total = selector(ONE).select(some("a", "b")).scores().getFirst().total();

        assertThat(selector(ONE.withWeights(half)).select(some("a", "b")).scores().getFirst().total())
                .isCloseTo(total, within(1e-12));
    }

    @Test
    void whatALearnerSaysOutsideItsRangeIsHeldToIt() {
        Map<String, Double> learned = Map.of("huge", Double.POSITIVE_INFINITY, "low", -3.0, "nan", Double.NaN);

        List<AgentScore> scores = selector(ONE, learned::get).select(some("low", "nan", "huge")).scores();

        assertThat(scores).extracting(AgentScore::agentId).containsExactly("huge", "nan", "low");
        assertThat(scores).extracting(AgentScore::bandit).containsExactly(1.0, 0.5, 0.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void nobodyIsPassedOverForOneWithALowerScore(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            List<TurnCandidate> due = IntStream.range(0, 1 + random.nextInt(12))
                    .mapToObj(n -> candidate("a" + n, QUESTION))
                    .toList();
            int topK = 1 + random.nextInt(8);
            AgentSelection selection = selector(SelectionConfig.defaults().withTopK(topK), _ -> random.nextDouble())
                    .select(due);

            boolean best = selection.rule() == AgentSelection.Rule.BEST;
            assertThat(selection.selected()).doesNotHaveDuplicates().hasSize(best ? topK : due.size());
            assertThat(selection.scores())
                    .isSortedAccordingTo(Comparator.comparingDouble(AgentScore::total).reversed());
            assertThat(best).isEqualTo(topK < due.size() && selection.scores().getFirst().total()
                    - selection.scores().getLast().total() >= 0.15);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void refusesARoundWithoutAgents(int topK) {
        assertThatThrownBy(() -> SelectionConfig.defaults().withTopK(topK))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("topK").hasMessageContaining(
                        String.valueOf(topK))
                .hasMessageContaining("\nMaybe ");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesNumbersOutsideTheirRange(double bad) {
        assertThatThrownBy(() -> SelectionConfig.defaults().withMinSpread(bad)).hasMessageContaining("minSpread");
        assertThatThrownBy(() -> new SelectionConfig.Weights(bad, 0, 0, 1)).hasMessageContaining("bandit");
        assertThatThrownBy(() -> new SelectionConfig.Weights(0, bad, 0, 1)).hasMessageContaining("contribution");
        assertThatThrownBy(() -> new SelectionConfig.Weights(0, 0, bad, 1)).hasMessageContaining("match");
        assertThatThrownBy(() -> new SelectionConfig.Weights(0, 0, 1, bad)).hasMessageContaining("prediction");
    }

    @Test
    void refusesWeightsThatAreAllNothing() {
        assertThatThrownBy(() -> new SelectionConfig.Weights(0, 0, 0, 0)).hasMessageContaining("not all be 0");
    }

    private AgentSelector selector(SelectionConfig config) {
        return selector(config, _ -> 0.5);
    }

    private AgentSelector selector(SelectionConfig config, ToDoubleFunction<String> learned) {
        return new AgentSelector(config, contributions, predictions, learned);
    }

    private static List<TurnCandidate> ten() {
        return IntStream.range(0, 10).mapToObj(i -> candidate("a" + i, QUESTION)).toList();
    }

    private static List<TurnCandidate> some(String... ids) {
        List<TurnCandidate> due = new ArrayList<>();
        for (String id : ids) {
            due.add(candidate(id, QUESTION));
        }
        return due;
    }

    private static TurnCandidate candidate(String id, Signal... pending) {
        return new TurnCandidate(AgentProfile.of(id), Arrays.asList(pending));
    }
}
