package dev.waggle.swarm.metric;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.CallTarget;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.call.ToolSession;

/**
 * Recorder of the metrics of one solve, by its events. The exceptions of the sink end here. Owned by the thread of the
 * solve.
 */
public final class MetricRecorder implements Consumer<SwarmEvent> {

    /** Maximum number of calls whose end is awaited at once; calls beyond it are not counted. */
    private static final int MAX_CALLS = 10_000;

    private static final String CHAT = "chat";
    private static final String INVOKE_AGENT = "invoke_agent";
    private static final double MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final MetricSink sink;
    /** Targets of the calls under way, by the ids of their starts. */
    private final Map<String, CallTarget> targets = new HashMap<>();
    /** Kinds of the failures of calls under way, by the ids of their starts. */
    private final Map<String, String> failures = new HashMap<>();

    public MetricRecorder(MetricSink sink) {
        this.sink = sink;
    }

    @Override
    public void accept(SwarmEvent event) {
        if (sink.equals(MetricSink.NONE)) {
            return;
        }
        switch (event) {
            case SwarmEvent.HarnessEmitted harness -> acceptHarness(harness.signal());
            case SwarmEvent.AgentFailed failed ->
                record(SwarmMetric.FAILED_TURNS, 1, Map.of(MetricLabel.AGENT, failed.failure().agentId()));
            case SwarmEvent.SolveCompleted completed -> acceptResult(completed.result());
            default -> {}
        }
    }

    /** Records a value; a sink that throws is reported to the log of the runtime. */
    public void record(SwarmMetric metric, double value, Map<MetricLabel, String> labels) {
        try {
            sink.record(metric, new MetricReading(value, labels));
        } catch (Throwable broken) {
            System.getLogger(MetricRecorder.class.getName()).log(System.Logger.Level.DEBUG, "the metric system failed",
                    broken);
        }
    }

    private void acceptHarness(Signal signal) {
        if (signal.type().equals(HarnessSignals.START)) {
            if (targets.size() < MAX_CALLS
                    && signal.extensions().get(HarnessRun.MODEL) instanceof JsonValue.Str(String model)) {
                targets.put(signal.id(), CallTarget.of(model));
            }
        } else if (signal.type().equals(HarnessSignals.ERROR)) {
            if (targets.containsKey(signal.links().cause())
                    && payload(signal) instanceof HarnessPayload.Error(String code, String _, boolean _)) {
                failures.put(String.valueOf(signal.links().cause()), code);
            }
        } else if (signal.type().equals(HarnessSignals.END)) {
            acceptEnd(signal);
        } else if (signal.type().equals(HarnessSignals.TOOL_RESULT)) {
            acceptTool(signal);
        }
    }

    private void acceptEnd(Signal signal) {
        String start = String.valueOf(signal.links().cause());
        CallTarget target = targets.remove(start);
        String failure = failures.remove(start);
        if (target == null || !(payload(signal) instanceof HarnessPayload.End(var output, double durationMs))) {
            return;
        }
        Map<MetricLabel, String> labels = labels(target);
        if (failure != null || output.stopReason() == ModelStopReason.ERROR) {
            labels.put(MetricLabel.ERROR, failure == null ? ModelStopReason.ERROR.wireName() : failure);
        }
        record(SwarmMetric.MODEL_DURATION, durationMs / MILLIS, labels);
        TokenUsage usage = output.usage();
        if (usage != null) {
            recordTokens("input", usage.inputTokens(), target);
            recordTokens("output", usage.outputTokens(), target);
        }
    }

    private void recordTokens(String type, double tokens, CallTarget target) {
        Map<MetricLabel, String> labels = labels(target);
        labels.put(MetricLabel.TOKEN_TYPE, type);
        record(SwarmMetric.TOKENS, tokens, labels);
    }

    private void acceptTool(Signal signal) {
        if (payload(signal) instanceof HarnessPayload.Result result
                && signal.extensions().get(ToolSession.DURATION) instanceof JsonValue.Num(BigDecimal millis)) {
            Map<MetricLabel, String> labels = new HashMap<>(Map.of(MetricLabel.TOOL, result.name()));
            if (result.error() != null) {
                labels.put(MetricLabel.ERROR, "tool_error");
            }
            record(SwarmMetric.TOOL_DURATION, millis.doubleValue() / MILLIS, labels);
        }
    }

    private void acceptResult(SwarmResult result) {
        String ending = result.ending().wireName();
        String decided = Boolean.toString(result.consensus().decided());
        Map<MetricLabel, String> byEnding = Map.of(MetricLabel.ENDING, ending);
        record(SwarmMetric.SOLVES, 1, Map.of(MetricLabel.ENDING, ending, MetricLabel.DECIDED, decided));
        record(SwarmMetric.SOLVE_DURATION, result.timing().total().toNanos() / 1e9, byEnding);
        record(SwarmMetric.ROUNDS, result.timing().roundsUsed(), byEnding);
        record(SwarmMetric.COST, result.cost().estimatedUsd(), byEnding);
        record(SwarmMetric.CONFIDENCE, result.confidence(), Map.of(MetricLabel.DECIDED, decided));
        result.replies().byModel().forEach(this::recordRepairs);
    }

    private void recordRepairs(String model, ReplyQuality.ModelReplies replies) {
        recordRepairs(model, "mended", replies.mended());
        recordRepairs(model, "asked_again", replies.repairs());
        recordRepairs(model, "refused", replies.refused());
    }

    private void recordRepairs(String model, String kind, int count) {
        if (count > 0) {
            Map<MetricLabel, String> labels = name(CallTarget.of(model));
            labels.put(MetricLabel.REPAIR, kind);
            record(SwarmMetric.REPAIRS, count, labels);
        }
    }

    private static HarnessPayload payload(Signal signal) {
        JsonValue data = signal.payload() instanceof Payload.Open open ? open.data() : null;
        return HarnessCodec.payload(signal.type(), data == null ? JsonValue.of(Map.of()) : data);
    }

    private static Map<MetricLabel, String> labels(CallTarget target) {
        Map<MetricLabel, String> labels = name(target);
        labels.put(MetricLabel.OPERATION, target instanceof CallTarget.AgentTarget ? INVOKE_AGENT : CHAT);
        labels.put(MetricLabel.PROVIDER, target.provider());
        return labels;
    }

    /** The label with the name of the model or of the remote agent; the map may be changed. */
    private static Map<MetricLabel, String> name(CallTarget target) {
        return new HashMap<>(switch (target) {
            case CallTarget.ModelTarget(_, String model) -> Map.of(MetricLabel.MODEL, model);
            case CallTarget.AgentTarget(String address) -> Map.of(MetricLabel.AGENT, address);
        });
    }
}
