package dev.waggle.swarm.evolution.control;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import dev.waggle.swarm.evolution.control.SwarmOptimizer.Advice;
import dev.waggle.swarm.evolution.control.SwarmOptimizer.Member;
import dev.waggle.swarm.evolution.control.SwarmOptimizer.Merge;
import dev.waggle.swarm.evolution.control.SwarmOptimizer.Tuning;
import dev.waggle.swarm.reaction.Personality;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

class SwarmOptimizerTest {

    private static final double GIVEN_DIGITS = 1e-9;
    private static final Personality ANY = Personality.BALANCED;

    @Test
    void theSharedCaseIsAdvisedAsListed() throws IOException {
        JsonNode shared = vectors();
        List<Member> members = new ArrayList<>();
        for (JsonNode json : shared.get("profiles")) {
            members.add(new Member(json.get("id").asString(), json.get("role").asString(),
                    personality(json.get("personality")), json.get("accuracy").asDouble(),
                    json.get("contributions").asInt()));
        }
        Advice advice = SwarmOptimizer.advise(members, (a, b) -> Set.of(a, b).equals(Set.of("a", "b")) ? 0.9 : 0.1);

        assertThat(advice.size()).isEqualTo(shared.get("size").asInt());
        JsonNode merge = shared.get("merges").get(0);
        assertThat(advice.merges()).singleElement().satisfies(found -> {
            assertThat(found.agentA()).isEqualTo(merge.get("agentA").asString());
            assertThat(found.agentB()).isEqualTo(merge.get("agentB").asString());
            assertThat(found.similarity()).isEqualTo(merge.get("similarity").asDouble());
            assertThat(found.mergedRole()).isEqualTo(merge.get("mergedRole").asString());
            same(found.mergedPersonality(), personality(merge.get("mergedPersonality")));
        });
        assertThat(advice.tunings()).hasSize(shared.get("tunings").size());
        for (int i = 0; i < advice.tunings().size(); i++) {
            JsonNode expected = shared.get("tunings").get(i);
            Tuning found = advice.tunings().get(i);
            assertThat(found.agentId()).isEqualTo(expected.get("agentId").asString());
            assertThat(found.reason()).isEqualTo(expected.get("reason").asString());
            same(found.current(), personality(expected.get("current")));
            same(found.suggested(), personality(expected.get("suggested")));
        }
    }

    @Test
    void anAgentIsMergedOnceWithTheOneMostLikeIt() {
        Advice advice = SwarmOptimizer.advise(List.of(member("a", 0), member("b", 0), member("c", 0)),
                (a, b) -> a.equals("a") && b.equals("b") ? 0.8 : 0.95);

        assertThat(advice.merges()).extracting(Merge::agentA, Merge::agentB)
                .containsExactly(tuple("a", "c"));
        assertThat(advice.size()).as("a and b are just not too much alike").isEqualTo(2);
    }

    @Test
    void agentsThatNeverSpokeAreMixedEvenly() {
        Member shy = new Member("a", "A", new Personality(0, 0, 0, 0), 1, 0);
        Member bold = new Member("b", "B", new Personality(1, 1, 1, 1), 1, 0);

        assertThat(SwarmOptimizer.advise(List.of(shy, bold), (a, b) -> 1).merges()).singleElement()
                .satisfies(merge -> assertThat(merge.mergedPersonality()).isEqualTo(ANY));
    }

    @Test
    void aTunedTraitStaysATrait() {
        Member wrong = new Member("a", "A", new Personality(0.95, 1, 0, 0.5), 0, 5);

        assertThat(SwarmOptimizer.advise(List.of(wrong), (a, b) -> 1).tunings()).singleElement().satisfies(tuning -> {
            assertThat(tuning.suggested()).isEqualTo(new Personality(1, 0.8, 0.2, 0.5));
            assertThat(tuning.reason()).contains("too careful; ").contains("too contrarian");
        });
    }

    @Test
    void whoSaidLittleIsNotJudged() {
        Member quiet = new Member("a", "A", new Personality(0.5, 0.9, 0.1, 0.5), 0, 4);
        assertThat(SwarmOptimizer.advise(List.of(quiet), (a, b) -> 1).tunings()).isEmpty();
    }

    @Test
    void nobodyIsEnoughForNobody() {
        assertThat(SwarmOptimizer.advise(List.of(), (a, b) -> 1)).isEqualTo(new Advice(List.of(), List.of(), 0));
    }

    @Test
    void badValuesAreRefusedByName() {
        assertThatThrownBy(() -> SwarmOptimizer.advise(List.of(member("a", 1), member("a", 2)), (a, b) -> 0))
                .hasMessageContaining("two members have the id \"a\"");
        assertThatThrownBy(
                () -> SwarmOptimizer.advise(List.of(member("a", 1), member("b", 2)), (a, b) -> Double.NaN))
                .hasMessageContaining("likeness of a and b must be between 0 and 1, got NaN");
        assertThatThrownBy(() -> new Member("a", "", ANY, 1.5, 0)).hasMessageContaining("accuracy of agent a");
        assertThatThrownBy(() -> member("a", -1)).hasMessageContaining("contributions of agent a");
    }

    private static Member member(String id, int contributions) {
        return new Member(id, id, ANY, 1, contributions);
    }

    private static void same(Personality found, Personality expected) {
        assertThat(found.curiosity()).isCloseTo(expected.curiosity(), within(GIVEN_DIGITS));
        assertThat(found.caution()).isCloseTo(expected.caution(), within(GIVEN_DIGITS));
        assertThat(found.conformity()).isCloseTo(expected.conformity(), within(GIVEN_DIGITS));
        assertThat(found.verbosity()).isCloseTo(expected.verbosity(), within(GIVEN_DIGITS));
    }

    private static Personality personality(JsonNode json) {
        return new Personality(json.get("curiosity").asDouble(), json.get("caution").asDouble(),
                json.get("conformity").asDouble(), json.get("verbosity").asDouble());
    }

    private static JsonNode vectors() throws IOException {
        try (InputStream file = Objects.requireNonNull(
                SwarmOptimizerTest.class.getResourceAsStream("/vectors/evolution.json"), "the vectors are missing")) {
            return JsonMapper.shared().readTree(file).get("optimizer");
        }
    }
}
