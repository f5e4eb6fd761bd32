package dev.waggle.signal.harness;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.trace.CallTarget;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;

/** Span of a call of a model or of a remote agent, as a child of the current span. */
final class CallTrace {

    private CallTrace() {}

    /** A call of a model. */
    @FunctionalInterface
    interface ModelCall {
        HarnessOutput run() throws HarnessException, InterruptedException;
    }

    /** Makes the call within a span, which has its usage and its failure. */
    static HarnessOutput measure(Harness harness, HarnessInput input, RunContext context, ModelCall call)
            throws HarnessException, InterruptedException {
        TraceSpan parent = TraceSpan.current();
        if (parent == TraceSpan.NONE) {
            return call.run();
        }
        CallTarget target = CallTarget.of(harness.model());
        TraceSpan span = switch (target) {
            case CallTarget.ModelTarget(_, String model) -> parent.child(TraceSpanKind.MODEL_CALL, model);
            case CallTarget.AgentTarget(String address) -> parent.child(TraceSpanKind.AGENT_CALL, address);
        };
        try {
            begin(span, target, input, context);
            HarnessOutput output = span.<HarnessOutput, Exception>within(call::run);
            end(span, output);
            return output;
        } catch (HarnessException failed) {
            span.fail(failed.failure().kind().wireName(), failed.failure().message());
            throw failed;
        } catch (InterruptedException stopped) {
            span.fail(HarnessFailure.Kind.CANCELLED.wireName(), "the call was cancelled");
            throw stopped;
        } catch (RuntimeException | Error broken) {
            span.fail(broken.getClass().getName(), String.valueOf(broken.getMessage()));
            throw broken;
        } catch (Exception impossible) { // The call throws no other one; a lambda of two kinds has to name the wider one.
            throw new IllegalStateException(impossible);
        } finally {
            span.end();
        }
    }

    private static void begin(TraceSpan span, CallTarget target, HarnessInput input, RunContext context) {
        if (!span.isRecording()) {
            return;
        }
        span.set(TraceAttribute.PROVIDER, target.provider());
        switch (target) {
            case CallTarget.ModelTarget(_, String model) -> {
                span.set(TraceAttribute.MODEL, model);
                span.set(TraceAttribute.AGENT_ID, context.caller().emission().by());
            }
            case CallTarget.AgentTarget(String address) -> span.set(TraceAttribute.AGENT_ID, address);
        }
        String run = context.caller().scope().run();
        if (run != null) {
            span.set(TraceAttribute.RUN, run);
        }
        Double maxTokens = input.maxTokens();
        if (maxTokens != null) {
            span.set(TraceAttribute.MAX_TOKENS, maxTokens.longValue());
        }
        Double temperature = input.temperature();
        if (temperature != null) {
            span.set(TraceAttribute.TEMPERATURE, temperature);
        }
        if (span.recordsContent()) {
            String system = input.system();
            if (system != null) {
                span.set(TraceAttribute.SYSTEM_INSTRUCTIONS, JsonLine.of(HarnessCodec.traced(system)));
            }
            span.set(TraceAttribute.INPUT_MESSAGES, JsonLine.of(HarnessCodec.traced(input)));
        }
    }

    private static void end(TraceSpan span, HarnessOutput output) {
        if (!span.isRecording()) {
            return;
        }
        TokenUsage usage = output.usage();
        if (usage != null) {
            span.set(TraceAttribute.INPUT_TOKENS, (long) usage.inputTokens());
            span.set(TraceAttribute.OUTPUT_TOKENS, (long) usage.outputTokens());
            setPositive(span, TraceAttribute.CACHED_TOKENS, usage.cachedInputTokens());
            setPositive(span, TraceAttribute.CACHE_WRITE_TOKENS, usage.cacheWriteTokens());
            setPositive(span, TraceAttribute.REASONING_TOKENS, usage.reasoningTokens());
        }
        ModelStopReason stop = output.stopReason();
        if (stop != null) {
            span.set(TraceAttribute.FINISH_REASON, stop.wireName());
        }
        if (span.recordsContent()) {
            span.set(TraceAttribute.OUTPUT_MESSAGES, JsonLine.of(HarnessCodec.traced(output)));
        }
    }

    private static void setPositive(TraceSpan span, TraceAttribute attribute, double tokens) {
        if (tokens > 0) {
            span.set(attribute, (long) tokens);
        }
    }
}
