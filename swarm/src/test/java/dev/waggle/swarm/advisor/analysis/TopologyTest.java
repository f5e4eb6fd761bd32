package dev.waggle.swarm.advisor.analysis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.advisor.TopologyConfig;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TopologyTest {

    private static final TopologyController ON = new TopologyController(TopologyConfig.defaults().withEnabled(true));
    private static final Topology B_DEAF_TO_A = new Topology(
            Map.of("a", Set.of("b", "c"), "b", Set.of("c"), "c", Set.of("a", "b")));

    @Test
    @DisplayName("J8 infrastructure always passes")
    void j8InfrastructureAlwaysPasses() {
        assertThat(B_DEAF_TO_A.allows("b", "a")).isFalse();
        assertThat(B_DEAF_TO_A.allows("a", "b")).isTrue();
        assertThat(List.of("orchestrator", "advisor", "meta-agent", "debate-moderator", "memory"))
                .allMatch(source -> B_DEAF_TO_A.allows("b", source));
    }

    @Test
    @DisplayName("J8 infrastructure passes even where an agent bears its name")
    void j8InfrastructurePassesEvenWhereAnAgentBearsItsName() {
        Topology topology = new Topology(Map.of("b", Set.of(), "advisor", Set.of("b")));

        assertThat(topology.allows("b", "advisor")).isTrue();
    }

    @Test
    void whoIsNotNamedHearsAllAndIsHeardByAll() {
        assertThat(B_DEAF_TO_A.allows("new", "a")).isTrue();
        assertThat(B_DEAF_TO_A.allows("b", "new")).isTrue();
        assertThat(Topology.everyone().allows("x", "y")).isTrue();
    }

    @Test
    @DisplayName("J7 two agents always hear each other")
    void j7TwoAgentsAlwaysHearEachOther() {
        assertThat(ON.topology(List.of("a", "b"), around("a", 0.9, List.of()))).isEqualTo(Topology.everyone());
    }

    @Test
    @DisplayName("J7 a bridge keeps the hub, and everyone keeps a neighbour")
    void j7ABridgeKeepsTheHubAndEveryoneKeepsANeighbour() {
        Topology topology = ON.topology(List.of("a", "b", "c"), around("a", 0.9, List.of("b")));

        assertThat(topology.sourcesOf()).containsEntry("a", Set.of("b", "c")).containsEntry("b", Set.of("a", "c"))
                .containsEntry("c", Set.of("b"));
    }

    @Test
    void bridgesLoseTheHubLikeOthersWhenTheyAreNotProtected() {
        TopologyConfig config = TopologyConfig.defaults().withEnabled(true).withProtectBridgingAgents(false);

        Topology topology = new TopologyController(config).topology(List.of("a", "b", "c"),
                around("a", 0.9, List.of("b")));

        assertThat(topology.allows("b", "a")).isFalse();
    }

    @Test
    @DisplayName("J7 all hear all rather than that somebody hears nobody")
    void j7AllHearAllRatherThanThatSomebodyHearsNobody() {
        GroupStructure allAlike = new GroupStructure(Optional.empty(), 0, OptionalDouble.of(1), List.of(), 1, List.of(),
                List.of("a", "b", "c"));

        assertThat(ON.topology(List.of("a", "b", "c"), allAlike)).isEqualTo(Topology.everyone());
    }

    @Test
    void linksBetweenThoseWhoSayTheSameStayWhenTheyAreNotPruned() {
        TopologyConfig config = TopologyConfig.defaults().withEnabled(true).withPruneRedundantLinks(false);
        GroupStructure alike = new GroupStructure(Optional.empty(), 0, OptionalDouble.of(1), List.of(), 1, List.of(),
                List.of("b", "c"));

        assertThat(new TopologyController(config).topology(List.of("a", "b", "c"), alike))
                .isEqualTo(Topology.everyone());
    }

    @Test
    void allHearAllWhereNobodyMeasuredHowWellTheGroupHangsTogether() {
        GroupStructure unmeasured = new GroupStructure(Optional.of("a"), 0.9, OptionalDouble.empty(), List.of(), 0,
                List.of(),
                List.of());

        assertThat(ON.topology(List.of("a", "b", "c"), unmeasured)).isEqualTo(Topology.everyone());
    }

    @Test
    void aSwarmTooLargeForAMapIsNotRewired() {
        List<String> many = IntStream.rangeClosed(0, TopologyController.MAX_AGENTS).mapToObj(String::valueOf).toList();

        assertThat(ON.topology(many, around("0", 0.9, List.of()))).isEqualTo(Topology.everyone());
        assertThat(ON.topology(many.subList(1, many.size()), around("1", 0.9, List.of())).isOpen()).isFalse();
    }

    @Test
    void readingsThatNameAgentsWhoHaveLeftChangeNothing() {
        assertThat(ON.topology(List.of("a", "b", "c"), around("gone", 0.9, List.of("gone too"))))
                .isEqualTo(Topology.everyone());
    }

    @Test
    void theConfigurationRefusesWhatIsNoLimit() {
        TopologyConfig defaults = TopologyConfig.defaults();

        assertThatThrownBy(() -> defaults.withMinConnectivity(Double.NaN)).hasMessageContaining("minConnectivity")
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> defaults.withMaxInfluenceConcentration(1.5))
                .hasMessageContaining("maxInfluenceConcentration").hasMessageContaining("1.5");
        assertThatThrownBy(() -> AdvisorConfig.defaults().withWarmupRounds(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> AdvisorConfig.defaults().withMetaAgentInterval(0))
                .hasMessageContaining("metaAgentInterval").hasMessageContaining("Maybe");
    }

    private static GroupStructure around(String hub, double concentration, List<String> bridges) {
        return new GroupStructure(Optional.of(hub), concentration, OptionalDouble.of(0.5), List.of(), 1, bridges,
                List.of());
    }
}
