package dev.waggle.connect.otel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.metric.MeteredJournal;
import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

import static dev.waggle.swarm.testbed.ScriptedAgent.author;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Metrics of solves as a metric system reads them. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class SolveMetricsTest {

    private static final String FOUND = "{\"signals\":[{\"type\":\"discovery\",\"content\":\"it is there\","
            + "\"confidence\":0.8}]}";
    private static final String ADDRESS = "https://agents.example/x";
    private static final String FULL = "the disk is full";

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final SolveTestBed table = new SolveTestBed();

    @TempDir
    private Path folder;

    @Test
    void everyMetricHasTheNameTheKindTheUnitAndTheLabelsThatTheDocumentationStates() throws IOException {
        OtelMetrics metrics = metrics();
        var _ = metrics.observe(SwarmMetric.BREAKER_STATE,
                () -> List.of(new MetricReading(2, Map.of(MetricLabel.ENDPOINT, "https://models.example"))));
        var _ = metrics.observe(SwarmMetric.INBOX_DEPTH,
                () -> List.of(new MetricReading(1, Map.of(MetricLabel.AGENT, "a"))));
        SwarmResult result = solveOnFile(metrics);
        writeToFullDisk(result.signalLog().getFirst(), metrics);

        assertThat(MetricTable.measured(reader.collectAllMetrics()))
                .containsExactlyInAnyOrderElementsOf(MetricTable.documented());
    }

    @Test
    void valuesAreThoseOfTheSolve() {
        SwarmResult result = solveOnFile(metrics());

        assertThat(sums(metric("gen_ai.client.token.usage"), "gen_ai.token.type"))
                .containsOnlyKeys("input", "output");
        assertThat(sums(metric("gen_ai.client.token.usage"), "gen_ai.request.model"))
                .containsEntry("team", 120.0);
        assertThat(counts(metric("gen_ai.client.operation.duration"), "error.type")).containsKey("overloaded");
        assertThat(counts(metric("gen_ai.client.operation.duration"), "gen_ai.operation.name"))
                .containsOnlyKeys("chat", "invoke_agent");
        assertThat(counts(metric("gen_ai.client.operation.duration"), "gen_ai.agent.id"))
                .containsOnlyKeys("", ADDRESS);
        assertThat(counts(metric("waggle.tool.duration"), "gen_ai.tool.name")).containsEntry("look", 1L)
                .containsEntry("burn", 1L);
        assertThat(counts(metric("waggle.tool.duration"), "error.type")).containsOnlyKeys("", "tool_error");
        assertThat(counted(metric("waggle.solve.count"), "waggle.ending"))
                .containsExactly(Map.entry(result.ending().wireName(), 1.0));
        assertThat(sums(metric("waggle.solve.rounds"), "waggle.ending").values())
                .containsExactly((double) result.timing().roundsUsed());
        assertThat(counted(metric("waggle.turn.failures"), "gen_ai.agent.id")).containsKeys("mute", "down")
                .doesNotContainKeys("a", "m");
        assertThat(counted(metric("waggle.reply.repairs"), "gen_ai.request.model")).containsOnlyKeys("team", "mute",
                "");
        assertThat(counts(metric("waggle.journal.append.duration"), "error.type").get(""))
                .isGreaterThanOrEqualTo(result.signalLog().size());
    }

    @Test
    void repairsHaveTheWordsOfTheDocumentation() throws IOException {
        SwarmResult _ = solveOnFile(metrics());

        assertThat(counted(metric("waggle.reply.repairs"), "waggle.reply.repair").keySet())
                .isEqualTo(MetricTable.values("waggle.reply.repair"));
    }

    @Test
    void aResumedSolveCountsOnlyWhatHappensAfterTheResumption() {
        MemoryJournal whole = new MemoryJournal();
        ScriptedModel before = ScriptedModel.named("m").answers(ScriptedReply.finds("it is there"));
        SwarmResult _ = SolveTestBed.resume(pair(table, before, MetricSink.NONE).withJournal(whole), SolveTestBed.TASK);
        List<LogEntry> log = whole.read(1, Integer.MAX_VALUE);
        int turn = (int) log.stream().takeWhile(entry -> !entry.signal().type().equals(WorkFacts.TURN)).count();
        MemoryJournal killed = new MemoryJournal();
        log.subList(0, turn + 1)
                .forEach(entry -> killed.append(entry.signal(), entry.emission(), entry.recordedAt()));
        ScriptedModel after = ScriptedModel.named("m").answers(ScriptedReply.finds("it is there"));
        SwarmResult _ = SolveTestBed.resume(pair(new SolveTestBed(), after, metrics()).withJournal(killed),
                SolveTestBed.TASK);

        assertThat(after.requests().size()).isPositive().isLessThan(before.requests().size());
        assertThat(counts(metric("gen_ai.client.operation.duration"), "error.type"))
                .containsExactly(Map.entry("", (long) after.requests().size()));
        assertThat(counted(metric("waggle.solve.count"), "waggle.decided").values()).containsExactly(1.0);
    }

    @Test
    void aMetricSystemThatThrowsAtEveryCallChangesNothing() {
        SwarmResult plain = SolveTestBed.solve(everything(table));
        SwarmResult measured = SolveTestBed.solve(everything(new SolveTestBed()).withMetrics(new BrokenSink()));

        assertThat(measured.answer()).isEqualTo(plain.answer());
        assertThat(measured.ending()).isEqualTo(plain.ending());
        assertThat(SolveTestBed.said(measured)).isEqualTo(SolveTestBed.said(plain));
        assertThat(measured.failures()).hasSameSizeAs(plain.failures());
    }

    private SwarmResult solveOnFile(MetricSink metrics) {
        try (FileJournal journal = FileJournal.open(folder)) {
            return SolveTestBed.solve(everything(table).withJournal(journal).withMetrics(metrics));
        }
    }

    private void writeToFullDisk(Signal signal, MetricSink metrics) {
        Journal full = new MeteredJournal(new FullDisk(), metrics, table.world);
        assertThatThrownBy(() -> full.append(signal, Emission.by("a"), table.world.now())).hasMessage(FULL);
        assertThatThrownBy(full::sync).hasMessage(FULL);
    }

    /** A solve with tools, replies that are mended, asked for again and refused, failures, and a decision. */
    private static SwarmConfig everything(SolveTestBed bed) {
        Tool look = Tool.of("look", "looks at a place", Map.of("place", "its name"), _ -> "seen");
        Tool burn = Tool.of("burn", "burns a place", Map.of("place", "its name"), _ -> {
            throw new IllegalStateException("the place is wet");
        });
        JsonValue here = JsonValue.of(Map.of("place", JsonValue.of("here")));
        ScriptedModel team = ScriptedModel.named("team").answers(
                ScriptedReply.calls("look", here).and(ScriptedReply.calls("burn", here)).costing(100, 20),
                ScriptedReply.says("Sure: " + FOUND + " That is all."), ScriptedReply.votes("do A", Stance.AGREE));
        ScriptedModel mute = ScriptedModel.named("mute").answers(ScriptedReply.says("no"));
        ScriptedModel down = ScriptedModel.named("down")
                .answers(ScriptedReply.fails(HarnessFailure.Kind.OVERLOADED, "busy"));
        return bed.config(author("a", "A"), agent("m", team, look, burn), agent("mute", mute), agent("down", down),
                agent("remote", new NamedHarness("a2a:" + ADDRESS, "Sure: " + FOUND)));
    }

    private static SwarmConfig pair(SolveTestBed bed, ScriptedModel model, MetricSink metrics) {
        return bed.config(agent("one", model), agent("other", model)).withMetrics(metrics)
                .withLimits(Limits.defaults().withMaxRounds(2));
    }

    private static Agent agent(String id, Harness model, Tool... tools) {
        return new ModelAgent(AgentProfile.of(id), model,
                ModelAgentConfig.defaults().without(ReactionStrategy.DEFER)
                        .withTools(ToolRegistry.of(Arrays.asList(tools))).withRepairs(1));
    }

    private OtelMetrics metrics() {
        return OtelMetrics.of(OpenTelemetrySdk.builder()
                .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build()).build(),
                OtelSettings.of(Map.of(OtelSettings.STABILITY, "gen_ai_latest_experimental")));
    }

    private MetricData metric(String name) {
        return reader.collectAllMetrics().stream().filter(metric -> metric.getName().equals(name)).findFirst()
                .orElseThrow();
    }

    /** The number of values of a histogram for each value of that label; the empty text for none. */
    private static Map<String, Long> counts(MetricData metric, String label) {
        return metric.getHistogramData().getPoints().stream().collect(Collectors.groupingBy(
                point -> value(point.getAttributes().get(AttributeKey.stringKey(label))),
                Collectors.summingLong(HistogramPointData::getCount)));
    }

    /** The sum of the values of a histogram for each value of that label. */
    private static Map<String, Double> sums(MetricData metric, String label) {
        return metric.getHistogramData().getPoints().stream().collect(Collectors.groupingBy(
                point -> value(point.getAttributes().get(AttributeKey.stringKey(label))),
                Collectors.summingDouble(HistogramPointData::getSum)));
    }

    /** The count of a counter for each value of that label. */
    private static Map<String, Double> counted(MetricData metric, String label) {
        return metric.getDoubleSumData().getPoints().stream().collect(Collectors.groupingBy(
                point -> value(point.getAttributes().get(AttributeKey.stringKey(label))),
                Collectors.summingDouble(point -> point.getValue())));
    }

    private static String value(@Nullable String label) {
        return label == null ? "" : label;
    }

    private static final class BrokenSink implements MetricSink {

        @Override
        public void record(SwarmMetric metric, MetricReading reading) {
            throw new AssertionError("the metric system is broken");
        }

        @Override
        public GaugeRegistration observe(SwarmMetric metric, Supplier<List<MetricReading>> readings) {
            throw new AssertionError("the metric system is broken");
        }
    }

    private static final class FullDisk implements Journal {

        @Override
        public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
            throw new UncheckedIOException(FULL, new IOException(FULL));
        }

        @Override
        public void sync() {
            throw new UncheckedIOException(FULL, new IOException(FULL));
        }

        @Override
        public List<LogEntry> read(long fromSequence, int limit) {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
