package dev.waggle.swarm.lens.runner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.data.PosteriorKind;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The shared streams of rounds, and the joint findings of all lenses on them. */
class BridgeVectorTest {

    private static final String POSTERIORS = "bayesian.posteriors";

    @TestFactory
    Stream<DynamicTest> cases() {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode item : Vectors.file("math/bridge.json").get("cases")) {
            for (PosteriorKind kind : PosteriorKind.values()) {
                tests.add(DynamicTest.dynamicTest(item.get("name").asString() + ", " + kind, () -> check(item, kind)));
            }
        }
        assertThat(tests).isNotEmpty();
        return tests.stream();
    }

    private static void check(JsonNode item, PosteriorKind kind) {
        JsonNode input = item.get("input");
        MathBridge bridge = bridge(input, kind);
        List<JsonValue> stops = new ArrayList<>();
        int round = 0;
        for (JsonNode signals : input.get("rounds")) {
            round++;
            bridge.beginRound(round);
            int number = 0;
            for (JsonNode signal : signals) {
                number++;
                if (signal.get("confidence").isNumber()) {
                    bridge.accept(signal(signal, round + "." + number, round));
                } else { // The envelope refuses it, so it never reaches the mathematics.
                    String id = round + "." + number;
                    int now = round;
                    assertThatThrownBy(() -> signal(signal, id, now)).isInstanceOf(IllegalArgumentException.class);
                }
            }
            stops.add(bridge.processRound().stop().map(settle -> JsonValue.of(settle.reason().wireName()))
                    .orElseGet(JsonValue::ofNull));
        }
        JsonValue analysis = bridge.analysis().toJson();
        double tolerance = item.get("tolerance").asDouble();
        for (JsonNode assertion : item.get("expected").get("assertions")) {
            String path = assertion.get("path").asString();
            if (kind == PosteriorKind.BY_VOTER && path.startsWith(POSTERIORS)) {
                continue; // The figures are of the rule by proposal, which has no answer "none of them".
            }
            JsonValue actual = path.equals("stop") ? JsonValue.of(stops) : at(analysis, path);
            holds(path, assertion, actual, tolerance);
        }
    }

    private static MathBridge bridge(JsonNode input, PosteriorKind kind) {
        Set<String> agents = new LinkedHashSet<>();
        input.get("rounds").forEach(round -> round.forEach(signal -> agents.add(signal.get("source").asString())));
        for (int i = 0; agents.size() < input.get("agentCount").asInt(); i++) {
            agents.add("silent " + i);
        }
        LensContext context = new LensContext(List.copyOf(agents), input.get("maxRounds").asInt(),
                LensThresholds.defaults(),
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode())).with(kind);
        return new MathBridge(MathConfig.defaults(), context, BallotRule.APPROVAL);
    }

    private static Signal signal(JsonNode said, String id, int round) {
        JsonNode body = said.get("payload");
        Payload payload = switch (said.get("type").asString()) {
            case "proposal" -> new Payload.Proposal(body.get("proposalId").asString(), body.get("content").asString(),
                    body.get("reasoning").asString());
            case "vote" -> new Payload.Vote(body.get("proposalId").asString(),
                    Stance.valueOf(body.get("stance").asString().toUpperCase(java.util.Locale.ROOT)), null,
                    body.get("weight").asDouble());
            case "discovery" -> new Payload.Discovery(body.get("finding").asString(), null,
                    body.get("relevance").asDouble());
            case String other -> throw new AssertionError("no words for " + other);
        };
        double confidence = said.get("confidence").isNumber() ? said.get("confidence").asDouble() : Double.NaN;
        Stamp stamp = new Stamp(id, Source.agent(said.get("source").asString()), Instant.EPOCH,
                Scope.ofRun("run", round));
        return Signal.of(Draft.of(payload, confidence), stamp);
    }

    private static JsonValue at(JsonValue value, String path) {
        JsonValue here = value;
        for (String name : path.split("\\.", -1)) {
            JsonValue field = here instanceof JsonValue.Obj object ? object.fields().get(name) : null;
            assertThat(field).as(name + " of " + path).isNotNull();
            here = Objects.requireNonNull(field);
        }
        return here;
    }

    private static void holds(String path, JsonNode assertion, JsonValue actual, double tolerance) {
        for (Map.Entry<String, JsonNode> rule : assertion.properties()) {
            JsonNode wanted = rule.getValue();
            switch (rule.getKey()) {
                case "path" -> {}
                case "equals" -> {
                    if (wanted.isNumber()) {
                        assertThat(number(actual)).as(path).isCloseTo(wanted.asDouble(),
                                org.assertj.core.data.Offset.offset(tolerance * Math.max(1, wanted.asDouble())));
                    } else {
                        assertThat(actual).as(path).isEqualTo(Vectors.value(wanted));
                    }
                }
                case "lessThan" -> assertThat(number(actual)).as(path).isLessThan(wanted.asDouble());
                case "greaterThan" -> assertThat(number(actual)).as(path).isGreaterThan(wanted.asDouble());
                case "isNull" -> assertThat(actual.equals(JsonValue.ofNull())).as(path).isEqualTo(wanted.asBoolean());
                case "notIn" -> {
                    List<JsonValue> values = actual instanceof JsonValue.Arr list ? list.items() : List.of(actual);
                    wanted.forEach(word -> assertThat(values).as(path).doesNotContain(Vectors.value(word)));
                }
                case String other -> throw new AssertionError("no rule " + other);
            }
        }
    }

    private static double number(JsonValue value) {
        assertThat(value).isInstanceOf(JsonValue.Num.class);
        return ((JsonValue.Num) value).value().doubleValue();
    }
}
