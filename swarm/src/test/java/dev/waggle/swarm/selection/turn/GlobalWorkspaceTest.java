package dev.waggle.swarm.selection.turn;

import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.selection.WorkspaceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.selection.turn.SampleSignals.signal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GlobalWorkspaceTest {

    private static final WorkspaceConfig ON = WorkspaceConfig.defaults().withWorkspaceEnabled();

    @Test
    void isOffUnlessSomebodySwitchesItOn() {
        List<Signal> round = List.of(signal("1", "proposal", "a", 1), signal("2", "task:new", "orchestrator", 1));

        WorkspaceBroadcast broadcast = new GlobalWorkspace(WorkspaceConfig.defaults()).ignite(round);

        assertThat(broadcast.ignited()).isEmpty();
        assertThat(broadcast.normal()).isEqualTo(round);
    }

    @Test
    void j16OfTwoEqualChallengesTheCounterfactualIgnitesWhenOnlyOneMay() {
        Signal seeing = signal("1", "challenge", "a", 0.8, CausalLevel.CORRELATION);
        Signal imagining = signal("2", "challenge", "b", 0.8, CausalLevel.COUNTERFACTUAL);

        WorkspaceBroadcast broadcast = new GlobalWorkspace(ON.withMaxIgnitedPerRound(1))
                .ignite(List.of(seeing, imagining));

        assertThat(broadcast.ignited()).containsExactly(imagining);
        assertThat(broadcast.normal()).containsExactly(seeing);
    }

    @Test
    void infrastructureAndForeignTypesNeverCompete() {
        List<Signal> round = List.of(signal("1", "my:type", "a", 1), signal("2", "task:new", "orchestrator", 1));

        WorkspaceBroadcast broadcast = new GlobalWorkspace(ON.withIgnitionThreshold(0)).ignite(round);

        assertThat(broadcast.ignited()).isEmpty();
        assertThat(broadcast.normal()).isEqualTo(round);
    }

    @Test
    void whatIsExactlyAtTheThresholdIgnites() {
        assertThat(new GlobalWorkspace(ON).ignite(List.of(signal("1", "discovery", "a", 0.75))).ignited()).hasSize(1);
        assertThat(new GlobalWorkspace(ON).ignite(List.of(signal("1", "discovery", "a", 0.7499))).ignited())
                .isEmpty();
    }

    @Test
    void whoSaysEverMoreOfTheSameKindIsNewsNoMore() {
        GlobalWorkspace workspace = new GlobalWorkspace(ON);
        List<Signal> two = List.of(signal("1", "proposal", "a", 0.9), signal("2", "proposal", "a", 0.9));
        List<Integer> ignited = IntStream.range(0, 4).mapToObj(_ -> workspace.ignite(two).ignited().size()).toList();

        assertThat(ignited).containsExactly(2, 2, 2, 2); // One of them is remembered: 0.9 x 0.7 = 0.63
        List<Signal> three = List.of(two.getFirst(), two.getLast(), signal("3", "proposal", "a", 0.9));
        workspace.ignite(three); // Two are remembered from then on: 0.9 x 0.49 = 0.44

        assertThat(workspace.ignite(three).ignited()).isEmpty();
    }

    @Test
    void othersAndOtherTypesStayNew() {
        GlobalWorkspace workspace = new GlobalWorkspace(ON);
        for (int round = 0; round < 5; round++) {
            workspace.ignite(IntStream.range(0, 10).mapToObj(i -> signal("p" + i, "proposal", "a", 0.9)).toList());
        }

        assertThat(workspace.ignite(List.of(signal("x", "proposal", "b", 0.7))).ignited()).hasSize(1);
        assertThat(workspace.ignite(List.of(signal("y", "challenge", "a", 0.7))).ignited()).hasSize(1);
        assertThat(workspace.ignite(List.of(signal("z", "proposal", "a", 1))).ignited()).isEmpty();
    }

    @Test
    void aSourceWithTheNameOfAnAgentTakesNoneOfItsNovelty() {
        GlobalWorkspace workspace = new GlobalWorkspace(ON);
        Signal ofAgent = signal("x", "proposal", "a", 0.9);
        Signal ofAnother = Signal.of(ofAgent.toDraft(),
                new Stamp("y", Source.named("a"), ofAgent.time(), ofAgent.scope()));
        for (int round = 0; round < 5; round++) {
            workspace.ignite(List.of(ofAnother, ofAnother, ofAnother));
        }

        assertThat(workspace.ignite(List.of(ofAnother)).ignited()).isEmpty();
        assertThat(workspace.ignite(List.of(ofAgent)).ignited()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"-1e300, false", "0, false", "1, false", "2, true", "3, true", "1e300, true"})
    void urgencyHelpsButNeverMoreThanThreeTenths(double priority, boolean ignites) {
        List<Signal> vote = List.of(SampleSignals.urgent("1", "vote", "a", 0.9, priority)); // 0.9 x 0.7

        assertThat(new GlobalWorkspace(ON).ignite(vote).ignited().size()).isEqualTo(ignites ? 1 : 0);
        List<Signal> weak = List.of(SampleSignals.urgent("1", "vote", "a", 0.74, priority)); // 0.74 x 0.8 < 0.6
        assertThat(new GlobalWorkspace(ON).ignite(weak).ignited()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"LOW, false", "NORMAL, false", "HIGH, true", "CRITICAL, true"})
    void urgencyMayBeSaidInAWord(Priority word, boolean ignites) {
        Signal plain = signal("1", "vote", "a", 0.9);
        Signal vote = new Signal(plain.id(), plain.type(), plain.source(), plain.time(), plain.payload(),
                plain.scope(), plain.links(), new Grading(0.9, word, null, null), plain.lifetime(), plain.audience(),
                plain.extensions());

        assertThat(new GlobalWorkspace(ON).ignite(List.of(vote)).ignited().size()).isEqualTo(ignites ? 1 : 0);
    }

    @Test
    void c1NobodyHearsMoreForAnIgnition() {
        Signal strong = signal("1", "proposal", "a", 1);
        Signal question = signal("2", "task:new", "orchestrator", 1);
        Signal found = signal("3", "discovery", "b", 0.1);
        WorkspaceBroadcast broadcast = new GlobalWorkspace(ON).ignite(List.of(question, found, strong));

        assertThat(broadcast.prioritize(List.of(question, found))).containsExactly(question, found);
        assertThat(broadcast.reaches(List.of(question, found))).isFalse();
        assertThat(broadcast.prioritize(List.of(question, found, strong))).containsExactly(strong, question, found);
        assertThat(broadcast.reaches(List.of(question, strong))).isTrue();
        assertThat(WorkspaceBroadcast.NONE.prioritize(List.of(found))).containsExactly(found);
    }

    @Test
    void mailOfHigherRungsGoesFirstAndEqualRungsKeepTheirOrder() {
        Signal first = signal("1", "vote", "a", 1);
        Signal second = signal("2", "challenge", "b", 0.1, CausalLevel.COUNTERFACTUAL);
        Signal third = signal("3", "vote", "c", 1, CausalLevel.CORRELATION);
        Signal fourth = signal("4", "proposal", "d", 1, CausalLevel.INTERVENTION);
        Signal fifth = signal("5", "doubt", "e", 1, CausalLevel.COUNTERFACTUAL);

        assertThat(CausalOrder.sorted(List.of(first, second, third, fourth, fifth)))
                .containsExactly(second, fifth, fourth, first, third);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void refusesNumbersOutsideTheirRange(double bad) {
        assertThatThrownBy(() -> ON.withIgnitionThreshold(bad)).hasMessageContaining("ignitionThreshold");
        assertThatThrownBy(() -> ON.withNoveltyDecay(bad)).hasMessageContaining("noveltyDecay");
        assertThatThrownBy(() -> ON.withMaxIgnitedPerRound(0)).hasMessageContaining("maxIgnitedPerRound")
                .hasMessageContaining("\nMaybe ");
    }

    @Test
    void aDraftStatesItsRungAndTheSignalKeepsIt() {
        Draft draft = Draft.of(new Payload.Challenge("x", "but", null), 0.8);
        Grading counterfactual = draft.grading().withCausalLevel(CausalLevel.COUNTERFACTUAL);

        assertThat(CausalOrder
                .rung(SampleSignals.said("1", draft.payload(), "a", 0.8, counterfactual.causalLevel(), null)))
                .isEqualTo(2);
    }
}
