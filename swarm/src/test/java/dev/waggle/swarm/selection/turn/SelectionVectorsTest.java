package dev.waggle.swarm.selection.turn;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.selection.AgentCalibration;
import dev.waggle.swarm.selection.CalibrationTracker;
import dev.waggle.swarm.selection.WorkspaceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The shared cases of selection. Rounds build on the rounds before them, so a case replays those first. */
class SelectionVectorsTest {

    private static final double GIVEN_DIGITS = 1e-6;

    private static final JsonNode SHARED = read();

    static IntStream workspaceRounds() {
        return IntStream.range(0, SHARED.get("globalWorkspace").size());
    }

    static IntStream predictedRounds() {
        return IntStream.range(0, SHARED.get("prediction").size());
    }

    @ParameterizedTest
    @MethodSource("workspaceRounds")
    void theSameSignalsIgnite(int round) {
        JsonNode rounds = SHARED.get("globalWorkspace");
        GlobalWorkspace workspace = new GlobalWorkspace(WorkspaceConfig.defaults().withWorkspaceEnabled());
        for (int before = 0; before < round; before++) {
            workspace.ignite(signals(rounds.get(before).get("signals")));
        }

        WorkspaceBroadcast broadcast = workspace.ignite(signals(rounds.get(round).get("signals")));

        assertThat(broadcast.ignited()).extracting(Signal::id).isEqualTo(texts(rounds.get(round).get("ignited")));
        assertThat(broadcast.normal()).extracting(Signal::id).isEqualTo(texts(rounds.get(round).get("normal")));
    }

    @ParameterizedTest
    @MethodSource("predictedRounds")
    void oneAgentExpectsAndErrsTheSame(int number) {
        JsonNode rounds = SHARED.get("prediction");
        PredictionEngine engine = new PredictionEngine();
        engine.join("a");
        for (int before = 0; before < number; before++) {
            engine.predict();
            hear(engine, rounds.get(before));
            engine.compare();
        }
        JsonNode round = rounds.get(number);
        engine.predict();

        engine.expectation("a").forEach((type, share) -> assertThat(share).as(type.text())
                .isCloseTo(round.get("predicted").get(type.text()).asDouble(), within(GIVEN_DIGITS)));
        hear(engine, round);
        PredictionError error = engine.compare().getOrDefault("a", PredictionError.NONE);
        assertThat(error.bits()).isCloseTo(round.get("errorBits").asDouble(), within(GIVEN_DIGITS));
        assertThat(error.normalized()).isEqualTo(round.get("normalized").asDouble());
    }

    @Test
    void claimsOfOneAgentMeasureTheSame() {
        JsonNode shared = SHARED.get("agentCalibration");
        CalibrationTracker tracker = new CalibrationTracker();
        shared.get("samples").forEach(
                sample -> tracker.outcome("a", sample.get(0).asDouble(), sample.get(1).asInt() == 1));
        AgentCalibration known = tracker.snapshot().of("a");
        JsonNode expected = shared.get("expected");

        assertThat(known.sampleCount()).isEqualTo(expected.get("sampleCount").asLong());
        assertThat(known.calibrationError()).isCloseTo(expected.get("calibrationError").asDouble(), within(1e-12));
        assertThat(known.overconfidenceRatio()).isEqualTo(expected.get("overconfidenceRatio").asDouble());
        assertThat(known.adjustmentFactor()).isCloseTo(expected.get("adjustmentFactor").asDouble(), within(1e-12));
        shared.get("adjust").forEach(pair -> assertThat(known.adjust(pair.get(0).asDouble()))
                .isCloseTo(pair.get(1).asDouble(), within(GIVEN_DIGITS)));
        assertThat(shared.get("adjust").size()).isPositive();
    }

    private static void hear(PredictionEngine engine, JsonNode round) {
        texts(round.get("actual")).forEach(type -> engine.record("a", SignalType.swarm(type)));
    }

    private static List<Signal> signals(JsonNode nodes) {
        List<Signal> signals = new ArrayList<>();
        for (JsonNode node : nodes) {
            JsonNode extra = node.path("metadata");
            String id = node.get("id").asString();
            String type = node.get("type").asString();
            String source = node.get("source").asString();
            double confidence = node.get("confidence").asDouble();
            if (extra.has("priority")) {
                signals.add(SampleSignals.urgent(id, type, source, confidence, extra.get("priority").asDouble()));
            } else if (extra.has("causalLevel")) {
                signals.add(SampleSignals.signal(id, type, source, confidence,
                        CausalLevel.valueOf(extra.get("causalLevel").asString().toUpperCase(Locale.ROOT))));
            } else {
                signals.add(SampleSignals.signal(id, type, source, confidence));
            }
        }
        return signals;
    }

    private static List<String> texts(JsonNode nodes) {
        List<String> texts = new ArrayList<>();
        nodes.forEach(node -> texts.add(node.asString()));
        return texts;
    }

    private static JsonNode read() {
        try (InputStream file = Objects.requireNonNull(
                SelectionVectorsTest.class.getResourceAsStream("/vectors/selection.json"), "the vectors are missing")) {
            return JsonMapper.builder().build().readTree(file);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
