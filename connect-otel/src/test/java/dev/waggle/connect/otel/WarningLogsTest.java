package dev.waggle.connect.otel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.trace.OtlpReceiver;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.testbed.SolveTestBed;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.logs.export.SimpleLogRecordProcessor;
import io.opentelemetry.sdk.testing.exporter.InMemoryLogRecordExporter;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.author;
import static org.assertj.core.api.Assertions.assertThat;

/** Warnings of solves as log records, as a backend receives them. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class WarningLogsTest {

    private static final String SECRET = "the model answered: sk-12345";
    private static final OtelSettings CONTENT = OtelSettings.of(Map.of(OtelSettings.CAPTURE, "event_only"));
    /** Maximum number of warnings of a round; its agents may fail more often. */
    private static final int MAX_WARNINGS = 200;

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final InMemoryLogRecordExporter logs = InMemoryLogRecordExporter.create();
    private final SolveTestBed table = new SolveTestBed();

    @Test
    void aFailedTurnArrivesAtAReceiverOfOtlpInTheTraceOfItsSolve() {
        try (OtlpReceiver receiver = OtlpReceiver.answering()) {
            SdkLoggerProvider provider = SdkLoggerProvider.builder().addLogRecordProcessor(BatchLogRecordProcessor
                    .builder(OtlpHttpLogRecordExporter.builder().setEndpoint(receiver.logsAddress()).build()).build())
                    .build();
            SwarmResult _ = solve(failing(1), sdk(provider, Sampler.alwaysOn()), OtelSettings.defaults());
            assertThat(provider.shutdown().join(20, TimeUnit.SECONDS).isSuccess()).isTrue();

            List<SpanData> tree = spans.getFinishedSpanItems();
            assertThat(receiver.logs()).singleElement().satisfies(log -> {
                assertThat(log.scope()).isEqualTo("dev.waggle");
                assertThat(log.severity()).isEqualTo("WARN");
                assertThat(log.event()).isEqualTo("agent:error");
                assertThat(log.body()).isEqualTo("failing 0 failed: agent.failing 0.react");
                assertThat(log.attributes()).containsEntry("gen_ai.agent.id", "failing 0");
                assertThat(log.trace()).isEqualTo(tree.getFirst().getTraceId());
                assertThat(tree).extracting(SpanData::getSpanId).contains(log.span());
                assertThat(log.toString()).doesNotContain(SECRET);
            });
        }
    }

    @Test
    void theMessageOfAFailureIsRecordedOnlyWithContent() {
        SwarmResult _ = solve(failing(1), sdk(logs, Sampler.alwaysOn()), OtelSettings.defaults());
        assertThat(logs.getFinishedLogRecordItems().toString()).doesNotContain(SECRET);
        logs.reset();

        SwarmResult _ = new WarningLogsTest().solve(failing(1), sdk(logs, Sampler.alwaysOn()), CONTENT);
        assertThat(logs.getFinishedLogRecordItems()).singleElement()
                .satisfies(log -> assertThat(log.getAttributes().get(AttributeKey.stringKey("waggle.error.message")))
                        .contains(SECRET));
    }

    @Test
    void warningsAreRecordedThoughTheirSpansAreNot() {
        SwarmResult _ = solve(failing(1), sdk(logs, Sampler.alwaysOff()),
                OtelSettings.of(Map.of(OtelSettings.CAPTURE, "span_only")));

        assertThat(spans.getFinishedSpanItems()).isEmpty();
        assertThat(logs.getFinishedLogRecordItems()).singleElement().satisfies(log -> {
            assertThat(log.getSpanContext().isValid()).isTrue();
            assertThat(log.toString()).doesNotContain(SECRET);
        });
    }

    @Test
    void warningsOfConcurrentSolvesAreInTheirOwnTraces() {
        try (Swarm swarm = new Swarm(failing(1).withTracer(OtelTracer.of(sdk(logs, Sampler.alwaysOn()),
                OtelSettings.defaults())))) {
            CompletableFuture<SwarmResult> one = SolveTestBed.solving(swarm);
            CompletableFuture<SwarmResult> other = SolveTestBed.solving(swarm);
            SwarmResult _ = one.join();
            SwarmResult _ = other.join();
        }

        Map<String, String> traces = spans.getFinishedSpanItems().stream()
                .collect(Collectors.toMap(SpanData::getSpanId, SpanData::getTraceId));
        assertThat(logs.getFinishedLogRecordItems()).hasSize(2)
                .allSatisfy(log -> assertThat(traces).containsEntry(log.getSpanContext().getSpanId(),
                        log.getSpanContext().getTraceId()))
                .extracting(log -> log.getSpanContext().getTraceId()).doesNotHaveDuplicates();
    }

    @Test
    void aRoundHasABoundedNumberOfWarnings() {
        SwarmResult result = solve(failing(MAX_WARNINGS + 20), sdk(logs, Sampler.alwaysOn()), OtelSettings.defaults());

        assertThat(result.failures()).hasSizeGreaterThanOrEqualTo(MAX_WARNINGS + 20);
        assertThat(logs.getFinishedLogRecordItems()).hasSizeBetween(MAX_WARNINGS / 2,
                MAX_WARNINGS * result.timing().roundsUsed());
    }

    @Test
    void aResumedRunDoesNotRepeatTheWarningsOfItsReplayedPart() {
        MemoryJournal journal = new MemoryJournal();
        SwarmConfig config = failing(1).withJournal(journal).withLimits(Limits.defaults().withMaxRounds(1))
                .withTracer(OtelTracer.of(sdk(logs, Sampler.alwaysOn()), OtelSettings.defaults()));
        SwarmResult _ = SolveTestBed.resume(config, SolveTestBed.TASK);
        assertThat(logs.getFinishedLogRecordItems()).hasSize(1);

        SwarmResult again = SolveTestBed.resume(config, SolveTestBed.TASK);

        assertThat(again.failures()).hasSize(1);
        assertThat(logs.getFinishedLogRecordItems()).hasSize(1);
    }

    @Test
    void anExporterThatThrowsOrHangsChangesNoSolve() {
        SwarmResult plain = new WarningLogsTest().solve(failing(1), OpenTelemetrySdk.builder().build(),
                OtelSettings.defaults());
        SwarmResult thrown = new WarningLogsTest().solve(failing(1), sdk(new ThrowingExporter(), Sampler.alwaysOn()),
                OtelSettings.defaults());
        assertThat(thrown.answer()).isEqualTo(plain.answer());

        try (OtlpReceiver receiver = OtlpReceiver.hanging()) {
            SdkLoggerProvider provider = SdkLoggerProvider.builder().addLogRecordProcessor(BatchLogRecordProcessor
                    .builder(OtlpHttpLogRecordExporter.builder().setEndpoint(receiver.logsAddress()).build())
                    .setScheduleDelay(Duration.ofMillis(1)).build()).build();
            SwarmResult hung = solve(failing(1), sdk(provider, Sampler.alwaysOn()), OtelSettings.defaults());

            assertThat(hung.answer()).isEqualTo(plain.answer());
            assertThat(receiver.logs()).isEmpty();
        }
    }

    @Test
    void aLineOfALoggerHasTheSpanOfItsThread() {
        OpenTelemetrySdk sdk = sdk(logs, Sampler.alwaysOn());
        OtelLogs lines = OtelLogs.of(sdk, OtelSettings.defaults());
        TraceSpan span = TraceSpan.context(OtelTracer.of(sdk, OtelSettings.defaults()))
                .child(TraceSpanKind.TURN, "a");

        Object _ = span.measure(() -> {
            lines.record(System.Logger.Level.WARNING, "dev.waggle.journal", "a line",
                    new IllegalStateException(SECRET));
            return span;
        });
        lines.record(System.Logger.Level.ERROR, "dev.waggle.journal", "x".repeat(OtelFields.MAX_TEXT + 1), null);

        List<LogRecordData> records = logs.getFinishedLogRecordItems();
        assertThat(records).hasSize(2);
        assertThat(records.getFirst().getSpanContext().getSpanId())
                .isEqualTo(spans.getFinishedSpanItems().getFirst().getSpanId());
        assertThat(records.getFirst().getAttributes().asMap())
                .containsExactly(Map.entry(AttributeKey.stringKey("exception.type"),
                        IllegalStateException.class.getName()));
        assertThat(records.getFirst().getInstrumentationScopeInfo().getName()).isEqualTo("dev.waggle.journal");
        assertThat(records.getLast().getSpanContext().isValid()).isFalse();
        assertThat(String.valueOf(records.getLast().getBodyValue())).hasSizeLessThan(OtelFields.MAX_TEXT + 100);
    }

    /** A swarm with so many agents that fail in the first round. */
    private SwarmConfig failing(int agents) {
        List<Agent> all = new ArrayList<>(List.of(author("a", "A"), author("b", "A")));
        for (int i = 0; i < agents; i++) {
            all.add(agent("failing " + i).does(1, _ -> {
                throw new IllegalStateException(SECRET);
            }));
        }
        return table.config(all.toArray(Agent[]::new));
    }

    private SwarmResult solve(SwarmConfig config, OpenTelemetrySdk sdk, OtelSettings settings) {
        try (Swarm swarm = new Swarm(config.withTracer(OtelTracer.of(sdk, settings)))) {
            return swarm.solve(SolveTestBed.TASK);
        }
    }

    private OpenTelemetrySdk sdk(LogRecordExporter exporter, Sampler sampler) {
        return sdk(SdkLoggerProvider.builder().addLogRecordProcessor(SimpleLogRecordProcessor.create(exporter))
                .build(), sampler);
    }

    private OpenTelemetrySdk sdk(SdkLoggerProvider provider, Sampler sampler) {
        return OpenTelemetrySdk.builder().setLoggerProvider(provider).setTracerProvider(SdkTracerProvider.builder()
                .setSampler(sampler).addSpanProcessor(SimpleSpanProcessor.create(spans)).build()).build();
    }

    private static final class ThrowingExporter implements LogRecordExporter {

        @Override
        public CompletableResultCode export(Collection<LogRecordData> records) {
            throw new IllegalStateException("the exporter is broken");
        }

        @Override
        public CompletableResultCode flush() {
            throw new IllegalStateException("the exporter is broken");
        }

        @Override
        public CompletableResultCode shutdown() {
            throw new IllegalStateException("the exporter is broken");
        }
    }
}
