package dev.waggle.connect.otel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.trace.OtlpReceiver;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.author;
import static org.assertj.core.api.Assertions.assertThat;

/** Traces of solves as a backend receives them. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class TracingScenariosTest {

    private static final int MANY = 10_000;
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("L13 a solve with debate and synthesis is one tree, though an exporter throws")
    void l13ASolveWithDebateAndSynthesisIsOneTreeThoughAnExporterThrows() {
        SwarmResult result = solve(DebatedSolve.config(table).withTracer(tracer(exported, new ThrowingExporter())));

        assertThat(result.coordination().debateResults()).hasSize(1);
        List<SpanData> spans = exported.getFinishedSpanItems();
        assertIsOneTree(spans);
        SpanData solve = only(spans, "invoke_workflow waggle");
        assertThat(solve.getAttributes().asMap().keySet()).extracting(AttributeKey::getKey).contains(
                "gen_ai.operation.name", "gen_ai.workflow.name", "gen_ai.conversation.id", "waggle.agents",
                "waggle.max_rounds", "waggle.ending", "waggle.decided", "waggle.confidence", "waggle.rounds",
                "waggle.signals", "gen_ai.usage.input_tokens", "waggle.cost_usd");
        assertThat(named(spans, "round")).hasSize(result.timing().roundsUsed())
                .allMatch(round -> round.getParentSpanId().equals(solve.getSpanId()));
        SpanData debate = only(spans, "debate");
        assertThat(path(debate, spans)).containsExactly("invoke_workflow waggle", "round", "phase decide", "debate");
        assertThat(named(spans, "invoke_agent c")).anyMatch(turn -> turn.getParentSpanId().equals(debate.getSpanId()));
        assertThat(only(spans, "synthesis").getParentSpanId()).isEqualTo(solve.getSpanId());
        SpanData chat = named(spans, "chat team").getFirst();
        assertThat(chat.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(path(chat, spans)).containsExactly("invoke_workflow waggle", "round", "phase react",
                "invoke_agent m", "chat team");
        assertThat(path(only(spans, "execute_tool look"), spans)).containsExactly("invoke_workflow waggle", "round",
                "phase react", "invoke_agent m", "execute_tool look");
        assertThat(spans).noneMatch(span -> span.getAttributes().toString().contains(SolveTestBed.TASK.text()));
    }

    @Test
    @DisplayName("L13 the whole tree arrives at a receiver of OTLP")
    void l13TheWholeTreeArrivesAtAReceiverOfOtlp() {
        try (OtlpReceiver receiver = OtlpReceiver.answering()) {
            SdkTracerProvider provider = SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exported))
                    .addSpanProcessor(BatchSpanProcessor.builder(
                            OtlpHttpSpanExporter.builder().setEndpoint(receiver.tracesAddress()).build()).build())
                    .build();
            SwarmResult _ = solve(DebatedSolve.config(table).withTracer(tracer(provider)));
            List<SpanData> spans = exported.getFinishedSpanItems(); // The shutdown clears them.
            assertThat(provider.shutdown().join(20, TimeUnit.SECONDS).isSuccess()).isTrue();

            assertThat(receiver.spans()).extracting(OtlpReceiver.ReceivedSpan::trace).containsOnly(
                    receiver.spans().getFirst().trace());
            assertThat(receiver.spans()).extracting(span -> span.id() + ' ' + span.parent() + ' ' + span.name())
                    .containsExactlyInAnyOrderElementsOf(spans.stream()
                            .map(span -> span.getSpanId() + ' ' + parent(span) + ' ' + span.getName()).toList());
            assertThat(receiver.spans()).extracting(OtlpReceiver.ReceivedSpan::name).contains("round", "phase react",
                    "debate", "synthesis", "consensus", "chat team", "execute_tool look", "invoke_agent m");
        }
    }

    @Test
    @DisplayName("L14 two concurrent solves are two trees")
    void l14TwoConcurrentSolvesAreTwoTrees() {
        try (Swarm swarm = new Swarm(table.config(failing(), author("a", "A"), author("b", "B"), caller("one"),
                caller("other")).withTracer(tracer(exported)))) {
            CompletableFuture<SwarmResult> one = SolveTestBed.solving(swarm);
            CompletableFuture<SwarmResult> other = SolveTestBed.solving(swarm);
            one.join();
            other.join();
        }

        Map<String, List<SpanData>> trees = exported.getFinishedSpanItems().stream()
                .collect(Collectors.groupingBy(SpanData::getTraceId));
        assertThat(trees).hasSize(2);
        trees.values().forEach(TracingScenariosTest::assertIsOneTree);
        assertThat(trees.values().stream()).as("agent errors")
                .allMatch(tree -> tree.stream().flatMap(span -> span.getEvents().stream())
                        .anyMatch(event -> event.getName().equals("agent:error")));
        trees.values().forEach(tree -> assertThat(tree.stream().flatMap(span -> span.getEvents().stream())
                .filter(event -> event.getName().equals("tool:called"))).as("tool events")
                .extracting(event -> event.getAttributes().get(AttributeKey.stringKey("gen_ai.agent.id")) + ' '
                        + event.getAttributes().get(AttributeKey.stringKey("gen_ai.tool.name")) + ' '
                        + event.getAttributes().get(AttributeKey.booleanKey("waggle.failed")))
                .containsExactlyInAnyOrder("one look false", "other look false"));
        assertThat(trees.values()).allMatch(tree -> named(tree, "invoke_agent failing").stream()
                .anyMatch(turn -> turn.getStatus().getStatusCode() == StatusCode.ERROR));
    }

    @Test
    @DisplayName("L14 an abandoned stream leaves no span open, though an agent hangs")
    void l14AnAbandonedStreamLeavesNoSpanOpenThoughAnAgentHangs() throws InterruptedException {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        OpenSpans open = new OpenSpans();
        SdkTracerProvider provider = SdkTracerProvider.builder().addSpanProcessor(open)
                .addSpanProcessor(SimpleSpanProcessor.create(exported)).build();
        try (Swarm swarm = new Swarm(table.config(author("a", "A"), agent("stubborn").does(1, _ -> {
            thinking.countDown();
            SolveTestBed.waitStubbornly(released);
            return List.of();
        })).withTracer(tracer(provider)))) {
            try (SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
                assertThat(stream.iterator().next()).isInstanceOf(SwarmEvent.SolveStarted.class);
                assertThat(thinking.await(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(open.names()).isEmpty();
            assertIsOneTree(exported.getFinishedSpanItems());
            assertThat(only(exported.getFinishedSpanItems(), "invoke_agent stubborn").getAttributes()
                    .get(AttributeKey.stringKey("error.type"))).isEqualTo("cancelled");
        } finally {
            released.countDown();
        }
    }

    @Test
    void anExporterThatHangsDelaysNoSolve() {
        try (OtlpReceiver receiver = OtlpReceiver.hanging()) {
            SdkTracerProvider provider = SdkTracerProvider.builder().addSpanProcessor(BatchSpanProcessor.builder(
                    OtlpHttpSpanExporter.builder().setEndpoint(receiver.tracesAddress()).build())
                    .setScheduleDelay(Duration.ofMillis(1)).build()).build();

            assertThat(solve(DebatedSolve.config(table).withTracer(tracer(provider))).coordination().debateResults())
                    .hasSize(1);
            assertThat(receiver.spans()).isEmpty();
        }
    }

    @Test
    void tenThousandSpansWaitForNoExporterThatHangs() {
        try (OtlpReceiver receiver = OtlpReceiver.hanging()) {
            OpenSpans open = new OpenSpans();
            SdkTracerProvider provider = SdkTracerProvider.builder().addSpanProcessor(open)
                    .addSpanProcessor(SimpleSpanProcessor.create(exported))
                    .addSpanProcessor(BatchSpanProcessor.builder(
                            OtlpHttpSpanExporter.builder().setEndpoint(receiver.tracesAddress()).build()).build())
                    .build();
            TraceSpan root = TraceSpan.context(tracer(provider)).child(TraceSpanKind.SOLVE, "run");
            for (int i = 0; i < MANY; i++) {
                TraceSpan turn = root.child(TraceSpanKind.TURN, "a");
                turn.warn("agent:error", "it failed", _ -> {
                });
                if (i % 2 == 0) {
                    turn.end();
                }
            }
            root.end();

            assertThat(open.names()).isEmpty();
            assertIsOneTree(exported.getFinishedSpanItems());
            assertThat(exported.getFinishedSpanItems()).hasSize(MANY + 1);
        }
    }

    @Test
    void entriesOfARunAreTheSameToTheLastIdWithAndWithoutTraces() {
        MemoryJournal plain = new MemoryJournal();
        MemoryJournal traced = new MemoryJournal();
        SwarmResult first = new SolveTestBedRun(plain).solve(SpanTracer.NONE);
        SwarmResult second = new SolveTestBedRun(traced).solve(tracer(exported));

        assertThat(second.solveId()).isEqualTo(first.solveId());
        assertThat(traced.entriesOf(second.solveId()).stream().map(entry -> entry.signal()).toList())
                .isEqualTo(plain.entriesOf(first.solveId()).stream().map(entry -> entry.signal()).toList());
    }

    @Test
    void aResumedRunLinksToTheBrokenOneAndHasNoSpansOfItsReplayedPart() {
        MemoryJournal journal = new MemoryJournal();
        SwarmConfig config = table.config(author("a", "A"), author("b", "B")).withJournal(journal)
                .withTracer(tracer(exported));
        SwarmResult broken = SolveTestBed.resume(config.withLimits(Limits.defaults().withMaxRounds(1)),
                SolveTestBed.TASK);
        assertThat(broken.timing().roundsUsed()).isEqualTo(1);
        SpanData first = only(exported.getFinishedSpanItems(), "invoke_workflow waggle");
        exported.reset();
        SwarmResult _ = SolveTestBed.resume(config.withLimits(Limits.defaults().withMaxRounds(1)), SolveTestBed.TASK);

        SpanData resumed = only(exported.getFinishedSpanItems(), "invoke_workflow waggle");
        assertThat(resumed.getLinks()).extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly(first.getSpanId());
        assertThat(resumed.getTraceId()).isNotEqualTo(first.getTraceId());
        assertThat(exported.getFinishedSpanItems()).extracting(SpanData::getName)
                .containsOnly("invoke_workflow waggle", "round");
    }

    @Test
    void contentIsRecordedOnlyWhenAskedFor() {
        OtelSettings asked = OtelSettings.of(Map.of(OtelSettings.CAPTURE, "true", OtelSettings.STABILITY,
                "http,gen_ai_latest_experimental"));
        SwarmResult _ = solve(DebatedSolve.config(table).withTracer(OtelTracer.of(sdk(provider(exported)), asked)));

        SpanData chat = named(exported.getFinishedSpanItems(), "chat team").getFirst();
        assertThat(chat.getAttributes().get(AttributeKey.stringKey("gen_ai.input.messages")))
                .contains("\"role\":\"user\"").contains(SolveTestBed.TASK.text());
        assertThat(chat.getAttributes().get(AttributeKey.stringKey("gen_ai.provider.name"))).isNotNull();
        assertThat(only(exported.getFinishedSpanItems(), "execute_tool look").getAttributes()
                .get(AttributeKey.stringKey("gen_ai.tool.call.result"))).contains("seen");
    }

    @Test
    void aSolveJoinsTheTraceOfItsCaller() {
        OtelTracer tracer = tracer(exported);
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (Swarm swarm = new Swarm(table.config(author("a", "A")).withTracer(tracer))) {
            SwarmResult _ = TraceSpan.incoming(tracer, Map.of("traceparent", parent))
                    .within(() -> swarm.solve(SolveTestBed.TASK));
        }

        SpanData solve = only(exported.getFinishedSpanItems(), "invoke_workflow waggle");
        assertThat(solve.getTraceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(solve.getParentSpanId()).isEqualTo("b7ad6b7169203331");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01"})
    void aSolveOfAStrangerHasItsOwnTraceWhichLinksToThatOfTheStranger(String flags) {
        OtelTracer tracer = tracer(exported);
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-" + flags;
        try (Swarm swarm = new Swarm(table.config(author("a", "A")).withTracer(tracer))) {
            SwarmResult _ = TraceSpan.linked(tracer, Map.of("traceparent", parent))
                    .within(() -> swarm.solve(SolveTestBed.TASK));
        }

        SpanData solve = only(exported.getFinishedSpanItems(), "invoke_workflow waggle");
        assertThat(solve.getTraceId()).isNotEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(solve.getParentSpanContext().isValid()).isFalse();
        assertThat(solve.getLinks()).extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly("b7ad6b7169203331");
        assertThat(named(exported.getFinishedSpanItems(), "round")).isNotEmpty()
                .allMatch(round -> round.getLinks().isEmpty());
    }

    private SwarmResult solve(SwarmConfig config) {
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(SolveTestBed.TASK);
        }
    }

    /** An agent that calls a tool in its first turn of each solve, and says nothing. */
    private static Agent caller(String id) {
        ScriptedModel model = ScriptedModel.named(id)
                .when(request -> request.turn() == 1 && request.input().toolResults().isEmpty())
                .answers(ScriptedReply.calls("look", JsonValue.of(Map.of("place", JsonValue.of("here")))))
                .answers(ScriptedReply.says("{\"signals\":[]}"));
        return new ModelAgent(AgentProfile.of(id), model, ModelAgentConfig.defaults()
                .without(ReactionStrategy.DEFER).withTools(ToolRegistry.of(Set.of(DebatedSolve.LOOK))));
    }

    private static ScriptedAgent failing() {
        return agent("failing").does(1, _ -> {
            throw new IllegalStateException("broken");
        });
    }

    private static OtelTracer tracer(SpanExporter... exporters) {
        return tracer(provider(exporters));
    }

    private static OtelTracer tracer(SdkTracerProvider provider) {
        return OtelTracer.of(sdk(provider), OtelSettings.defaults());
    }

    private static OpenTelemetrySdk sdk(SdkTracerProvider provider) {
        return OpenTelemetrySdk.builder().setTracerProvider(provider).build();
    }

    private static SdkTracerProvider provider(SpanExporter... exporters) {
        var builder = SdkTracerProvider.builder();
        for (SpanExporter exporter : exporters) {
            builder.addSpanProcessor(SimpleSpanProcessor.create(exporter));
        }
        return builder.build();
    }

    private static void assertIsOneTree(List<SpanData> spans) {
        Map<String, SpanData> byId = byId(spans);
        assertThat(spans).extracting(SpanData::getTraceId).containsOnly(spans.getFirst().getTraceId());
        assertThat(spans.stream().filter(span -> parent(span).isEmpty())).singleElement()
                .matches(span -> "invoke_workflow".equals(span.getAttributes().get(OPERATION)));
        assertThat(spans).allMatch(span -> parent(span).isEmpty() || byId.containsKey(span.getParentSpanId()));
        assertThat(spans).allMatch(SpanData::hasEnded);
    }

    private static Map<String, SpanData> byId(Collection<SpanData> spans) {
        return spans.stream().collect(Collectors.toMap(SpanData::getSpanId, Function.identity()));
    }

    private static String parent(SpanData span) {
        return span.getParentSpanContext().isValid() ? span.getParentSpanId() : "";
    }

    private static List<String> path(SpanData span, List<SpanData> spans) {
        Map<String, SpanData> byId = byId(spans);
        List<String> path = new ArrayList<>();
        for (Optional<SpanData> at = Optional.of(span); at.isPresent(); at = Optional
                .ofNullable(byId.get(at.get().getParentSpanId()))) {
            path.addFirst(at.get().getName());
        }
        return path;
    }

    private static List<SpanData> named(List<SpanData> spans, String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }

    private static SpanData only(List<SpanData> spans, String name) {
        assertThat(named(spans, name)).as(name).hasSize(1);
        return named(spans, name).getFirst();
    }

    /** A solve whose ids depend on its seed alone. */
    private record SolveTestBedRun(MemoryJournal journal) {

        SwarmResult solve(SpanTracer tracer) {
            SolveTestBed own = new SolveTestBed();
            try (Swarm swarm = new Swarm(own.config(author("a", "A"), author("b", "B")).withJournal(journal)
                    .withTracer(tracer))) {
                return swarm.solve(SolveTestBed.TASK);
            }
        }
    }

    private static final class ThrowingExporter implements SpanExporter {

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
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
