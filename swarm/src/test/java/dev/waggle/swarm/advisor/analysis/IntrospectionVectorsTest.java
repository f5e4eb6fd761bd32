package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Vectors;
import dev.waggle.swarm.advisor.AdvisorReport.CommunicationStats;
import dev.waggle.swarm.advisor.AdvisorReport.GroupthinkReport;
import dev.waggle.swarm.advisor.AdvisorReport.ObjectionCycle;
import dev.waggle.swarm.advisor.analysis.InteractionGraph.Edge;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The shared cases of introspection. A circle of agents is one circle from any start (K16). The observed results
 * differ in this alone: {@code [a, b]} and {@code [b, a]} were two. The cases give votes no stance; they agree here.
 */
class IntrospectionVectorsTest {

    private static final double GIVEN_DIGITS = 1e-9;

    record Case(Introspector seen, JsonNode expected, String name) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void groupthinkIsAsListed(Case shared) {
        JsonNode expected = shared.expected().get("groupThink");

        GroupthinkReport report = shared.seen().groupthink();

        assertThat(report.isDetected()).isEqualTo(expected.get("detected").asBoolean());
        assertThat(report.severity().wireName()).isEqualTo(expected.get("severity").asString());
        assertThat(report.agreementRate()).isCloseTo(expected.get("agreementRate").asDouble(), within(GIVEN_DIGITS));
        assertThat(report.conformists()).isEqualTo(texts(expected.get("conformists")));
        assertThat(report.challengers()).containsExactlyInAnyOrderElementsOf(texts(expected.get("challengers")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("K16 circles are as listed, each once")
    void k16CirclesAreAsListedEachOnce(Case shared) {
        Set<Set<String>> expected = new LinkedHashSet<>();
        shared.expected().get("deadlock").get("cycles")
                .forEach(cycle -> expected.add(new LinkedHashSet<>(texts(cycle.get("agents")))));

        List<ObjectionCycle> seen = shared.seen().cycles();

        assertThat(seen.stream().map(cycle -> (Set<String>) new LinkedHashSet<>(cycle.agents())))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(seen).allSatisfy(cycle -> assertThat(cycle.types()).hasSize(cycle.agents().size())
                .allSatisfy(type -> assertThat(type.text()).isEqualTo("challenge")));
        assertThat(shared.seen().introspection().stuckAgents())
                .containsExactlyInAnyOrderElementsOf(texts(shared.expected().get("deadlock").get("stuckAgents")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("K17 the traffic is as listed")
    void k17TheTrafficIsAsListed(Case shared) {
        JsonNode expected = shared.expected().get("cost");

        CommunicationStats seen = shared.seen().traffic();

        assertThat(seen.totalSignals()).isEqualTo(expected.get("totalSignals").asInt());
        assertThat(seen.mostActive()).contains(expected.get("mostActive").asString());
        assertThat(seen.leastActive()).contains(expected.get("leastActive").asString());
        assertThat(seen.agents()).hasSize(expected.get("agents").size());
        for (JsonNode agent : expected.get("agents")) {
            CommunicationStats.AgentStats of = seen.agents().stream()
                    .filter(one -> one.agentId().equals(agent.get("agentId").asString())).findFirst().orElseThrow();
            assertThat(of.sent()).isEqualTo(agent.get("signalsSent").asInt());
            assertThat(of.received()).isEqualTo(agent.get("signalsReceived").asInt());
            assertThat(of.amplification()).isEqualTo(agent.get("amplification").asDouble());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theGraphIsAsListed(Case shared) {
        List<String> expected = new ArrayList<>();
        shared.expected().get("graph").get("edges")
                .forEach(edge -> expected.add(edge.get("from").asString() + ">" + edge.get("to").asString() + " "
                        + edge.get("signalType").asString() + " " + edge.get("count").asInt()));

        InteractionGraph seen = shared.seen().graph();

        assertThat(seen.edges().stream().map(IntrospectionVectorsTest::told)).isEqualTo(expected);
        assertThat(seen.nodes())
                .containsExactlyInAnyOrderElementsOf(texts(shared.expected().get("graph").get("nodes")));
        assertThat(seen.complete()).isTrue();
    }

    private static String told(Edge edge) {
        return edge.from() + ">" + edge.to() + " " + edge.type().text() + " " + edge.count();
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (JsonNode item : Vectors.file("introspection.json")) {
            Introspector seen = new Introspector(List.of());
            int number = 0;
            for (JsonNode event : item.get("events")) {
                number++;
                String id = event.size() > 3 ? event.get(3).asString() : "e" + number;
                String replyTo = event.size() > 4 ? event.get(4).asString() : null;
                Payload payload = payload(event.get(0).asString(), "p" + number,
                        replyTo == null ? "none" : replyTo);
                Signal signal = SampleTalk.said(Source.agent(event.get(1).asString()), payload, id, replyTo);
                seen.record(signal, texts(event.get(2)));
            }
            cases.add(new Case(seen, item.get("expected"), item.get("events").toString()));
        }
        assertThat(cases).isNotEmpty();
        return cases.stream();
    }

    private static Payload payload(String type, String proposal, String target) {
        return switch (type) {
            case "vote" -> new Payload.Vote(proposal, Stance.AGREE, null, 1);
            case "proposal" -> new Payload.Proposal(proposal, "this", "");
            case "challenge" -> new Payload.Challenge(target, "no", null);
            case "doubt" -> new Payload.Doubt(target, "hm", Severity.LOW);
            default -> throw new IllegalStateException("unknown type in the vectors: " + type);
        };
    }

    private static List<String> texts(JsonNode items) {
        List<String> texts = new ArrayList<>();
        items.forEach(item -> texts.add(item.asString()));
        return texts;
    }
}
