package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.Vectors;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.advisor.TopologyConfig;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The shared cases of topologies: the agents that each agent hears in groups of these shapes. */
class TopologyVectorsTest {

    record Case(String name, List<String> agents, GroupStructure shape, Map<String, Set<String>> hears) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("J7 the hearing map is as listed")
    void j7TheHearingMapIsAsListed(Case shared) {
        TopologyConfig on = TopologyConfig.defaults().withEnabled(true);

        assertThat(new TopologyController(on).topology(shared.agents(), shared.shape()).sourcesOf())
                .isEqualTo(shared.hears());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allHearAllWhenItIsOff(Case shared) {
        assertThat(new TopologyController(TopologyConfig.defaults()).topology(shared.agents(), shared.shape()))
                .isEqualTo(Topology.everyone());
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (JsonNode item : Vectors.file("topology.json")) {
            cases.add(new Case(item.get("case").asString(), texts(item.get("agents")), shape(item.get("analysis")),
                    hears(item.get("hears"))));
        }
        assertThat(cases).isNotEmpty();
        return cases.stream();
    }

    private static GroupStructure shape(JsonNode analysis) {
        JsonNode influence = analysis.get("influence");
        JsonNode opinions = analysis.get("opinionDynamics");
        JsonNode redundancy = analysis.get("redundancy");
        return new GroupStructure(Optional.of(influence.get("dominantInfluencer").asString()),
                influence.get("influenceConcentration").asDouble(),
                OptionalDouble.of(influence.get("fiedlerValue").asDouble()), texts(influence.get("isolatedAgents")),
                opinions.isNull() ? 0 : opinions.get("clusterCount").asInt(),
                opinions.isNull() ? List.of() : texts(opinions.get("bridgingAgents")),
                redundancy.isNull() ? List.of() : texts(redundancy.get("redundantAgents")));
    }

    private static Map<String, Set<String>> hears(JsonNode listed) {
        Map<String, Set<String>> hears = new LinkedHashMap<>();
        listed.properties().forEach(row -> hears.put(row.getKey(), new LinkedHashSet<>(texts(row.getValue()))));
        return hears;
    }

    private static List<String> texts(JsonNode items) {
        List<String> texts = new ArrayList<>();
        items.forEach(item -> texts.add(item.asString()));
        return texts;
    }
}
