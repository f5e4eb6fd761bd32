package dev.waggle.connect.otel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.testbed.SolveTestBed;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of the conventions in spans and metrics of solves, with and without the opt-in. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class GenAiConventionsTest {

    private static final String ADDRESS = "https://agents.example/x";
    private static final String FOUND = "{\"signals\":[{\"type\":\"discovery\",\"content\":\"it is there\","
            + "\"confidence\":0.8}]}";
    private static final OtelSettings LATEST = OtelSettings
            .of(Map.of(OtelSettings.STABILITY, "gen_ai_latest_experimental"));

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();

    @Test
    void spansAndMetricsNameTheProviderByTheVersionThatIsAskedFor() {
        solve("xai:grok", OtelSettings.defaults());
        assertThat(attribute(span("chat grok"), "gen_ai.system")).isEqualTo("xai");
        assertThat(span("chat grok").getAttributes().asMap().toString()).doesNotContain("gen_ai.provider.name");
        assertThat(providers("gen_ai.system")).containsOnly("xai");
        spans.reset();

        new GenAiConventionsTest().assertLatest();
    }

    private void assertLatest() {
        solve("xai:grok", LATEST);
        assertThat(attribute(span("chat grok"), "gen_ai.provider.name")).isEqualTo("x_ai");
        assertThat(span("chat grok").getAttributes().asMap().toString()).doesNotContain("gen_ai.system");
        assertThat(providers("gen_ai.provider.name")).containsOnly("x_ai");
    }

    @Test
    void aModelWithAColonInItsNameKeepsIt() {
        solve("gemini:flash:8b", LATEST);

        SpanData chat = span("chat flash:8b");
        assertThat(attribute(chat, "gen_ai.provider.name")).isEqualTo("gcp.gemini");
        assertThat(attribute(chat, "gen_ai.request.model")).isEqualTo("flash:8b");
        assertThat(attribute(chat, "gen_ai.operation.name")).isEqualTo("chat");
    }

    @Test
    void aCallOfARemoteAgentIsAClientSpanOfAnAgentAndNotOfAModel() {
        solve("a2a:" + ADDRESS, LATEST);

        SpanData call = span("invoke_agent");
        assertThat(call.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(attribute(call, "gen_ai.operation.name")).isEqualTo("invoke_agent");
        assertThat(attribute(call, "gen_ai.provider.name")).isEqualTo("_OTHER");
        assertThat(attribute(call, "gen_ai.agent.id")).isEqualTo(ADDRESS);
        assertThat(call.getAttributes().get(AttributeKey.stringKey("gen_ai.request.model"))).isNull();
        assertThat(spans.getFinishedSpanItems()).noneMatch(span -> span.getName().startsWith("chat"))
                .anyMatch(turn -> turn.getSpanId().equals(call.getParentSpanId())
                        && turn.getName().equals("invoke_agent m") && turn.getKind() == SpanKind.INTERNAL);
    }

    @Test
    void scopesHaveTheirVersionAndTheSchemaOfTheirNames() {
        solve("openai:gpt", OtelSettings.defaults());
        assertThat(scopes()).containsOnly(InstrumentationScopeInfo.builder("dev.waggle").setVersion("0.1.0")
                .setSchemaUrl("https://opentelemetry.io/schemas/1.36.0").build());

        GenAiConventionsTest latest = new GenAiConventionsTest();
        latest.solve("openai:gpt", LATEST);
        assertThat(latest.scopes()).containsOnly(InstrumentationScopeInfo.builder("dev.waggle").setVersion("0.1.0")
                .setSchemaUrl("https://opentelemetry.io/schemas/1.41.0").build());
    }

    private void solve(String model, OtelSettings settings) {
        OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
                .setTracerProvider(
                        SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build())
                .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build()).build();
        SwarmResult _ = SolveTestBed.solve(new SolveTestBed()
                .config(new ModelAgent(AgentProfile.of("m"), new NamedHarness(model, FOUND),
                        ModelAgentConfig.defaults()))
                .withTracer(OtelTracer.of(sdk, settings)).withMetrics(OtelMetrics.of(sdk, settings)));
    }

    private SpanData span(String name) {
        List<SpanData> named = spans.getFinishedSpanItems().stream().filter(span -> span.getName().equals(name))
                .toList();
        assertThat(named).as(name).isNotEmpty();
        return named.getFirst();
    }

    private static String attribute(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }

    /** The values of that label in the metrics of calls. */
    private List<String> providers(String label) {
        return metrics.collectAllMetrics().stream().filter(metric -> metric.getName().startsWith("gen_ai.client."))
                .flatMap(metric -> metric.getHistogramData().getPoints().stream())
                .map(point -> String.valueOf(point.getAttributes().get(AttributeKey.stringKey(label)))).toList();
    }

    private List<InstrumentationScopeInfo> scopes() {
        List<InstrumentationScopeInfo> all = new ArrayList<>(
                metrics.collectAllMetrics().stream().map(MetricData::getInstrumentationScopeInfo).toList());
        all.addAll(spans.getFinishedSpanItems().stream().map(SpanData::getInstrumentationScopeInfo).toList());
        return all;
    }
}
