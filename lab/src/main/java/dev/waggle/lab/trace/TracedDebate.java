package dev.waggle.lab.trace;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.otel.OtelSettings;
import dev.waggle.connect.otel.OtelTracer;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.assist.ModelSynthesizer;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.TestWorld;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;

import static dev.waggle.testing.ScriptedReply.calls;
import static dev.waggle.testing.ScriptedReply.doubts;
import static dev.waggle.testing.ScriptedReply.fails;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.says;
import static dev.waggle.testing.ScriptedReply.votes;

/**
 * Solve of three agents with two rival proposals and its trace. An agent uses a tool, a call is repeated after a
 * failure, and a debate decides. Each call takes the time that the script gives it, on a clock that moves by itself.
 */
final class TracedDebate {

    private static final String SHARD = "Shard by tenant";
    private static final String WAIT = "Buy a larger machine";

    private final TestWorld world = TestWorld.automatic();
    private final StartOrder started = new StartOrder();

    private TracedDebate() {}

    /** Runs the solve and returns its spans; those with the same parent stand in the order of their starts. */
    static List<SpanData> spans() {
        TracedDebate debate = new TracedDebate();
        try (SdkTracerProvider provider = SdkTracerProvider.builder().addSpanProcessor(debate.started)
                .setClock(new SimulatedClock(debate.world, TestWorld.START)).build()) {
            SwarmResult result = debate.solve(OtelTracer.of(
                    OpenTelemetrySdk.builder().setTracerProvider(provider).build(), OtelSettings.defaults()));
            if (!result.failures().isEmpty()) {
                throw new IllegalStateException("the script is wrong: " + result.failures());
            }
            return debate.started.spans();
        }
    }

    private SwarmResult solve(OtelTracer tracer) {
        SwarmConfig config = SwarmConfig.of(List.of(scout(), critic(), operator())).withWorld(world)
                .withMemory(new RemoteMemory(world)).withTracer(tracer)
                .withSynthesizer(new ModelSynthesizer(ScriptedModel.named("large")
                        .answers(says("Shard by tenant, and move the three largest tenants first.")
                                .after(millis(1900)).costing(2310, 240))));
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(Task.of("Shard the database or buy time?"));
        }
    }

    private Agent scout() {
        Tool metrics = Tool.of("query_metrics", "Reads a metric of the database.", Map.of("metric", "its name"),
                _ -> {
                    boolean _ = world.await(new CompletableFuture<>(), millis(900));
                    return "writes double each month";
                });
        ScriptedModel model = ScriptedModel.named("large")
                .when(request -> request.turn() == 1 && request.input().toolResults().isEmpty())
                .answers(calls("query_metrics", JsonValue.of(Map.of("metric", JsonValue.of("writes"))))
                        .after(millis(1300)).costing(1180, 64))
                .answers(proposes("shard", SHARD).after(millis(1700)).costing(1420, 210),
                        votes(WAIT, Stance.DISAGREE).after(millis(1200)).costing(1810, 60),
                        finds("Six tables have no tenant").after(millis(1600)).costing(2240, 90));
        return agent("scout", "finds what matters", model, ToolRegistry.of(Set.of(metrics)));
    }

    private Agent critic() {
        ScriptedModel model = ScriptedModel.named("large")
                .answers(proposes("wait", WAIT).after(millis(2600)).costing(1190, 260),
                        votes(SHARD, Stance.DISAGREE).after(millis(1900)).costing(1790, 80),
                        votes(SHARD, Stance.AGREE).and(votes(WAIT, Stance.DISAGREE)).after(millis(2300))
                                .costing(2260, 120));
        return agent("critic", "looks for what is wrong", model, ToolRegistry.of(List.of()));
    }

    private Agent operator() {
        ScriptedModel model = ScriptedModel.named("small")
                .answers(fails(HarnessFailure.Kind.OVERLOADED, "busy").after(millis(400)),
                        finds("A larger machine lasts a year").after(millis(1100)).costing(1160, 90),
                        doubts(WAIT, "It is full within a year").after(millis(1500)).costing(1740, 70),
                        votes(SHARD, Stance.AGREE).after(millis(1000)).costing(2230, 50));
        return agent("operator", "runs the database",
                model.withRetries(new RetryPolicy(2, millis(500), millis(500), 0), world), ToolRegistry.of(List.of()));
    }

    private static Agent agent(String id, String role, Harness model, ToolRegistry tools) {
        return new ModelAgent(AgentProfile.of(id).withRole(role), model,
                ModelAgentConfig.defaults().without(ReactionStrategy.DEFER).withTools(tools));
    }

    private static Duration millis(int span) {
        return Duration.ofMillis(span);
    }
}
