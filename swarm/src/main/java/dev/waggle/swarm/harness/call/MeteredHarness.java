package dev.waggle.swarm.harness.call;

import java.util.concurrent.atomic.DoubleAdder;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.CallTokenEstimator;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A harness that pays for calls by the meter of their context. It reserves the cost before a call, settles it after,
 * and caps the output at the reservation. A failed call is charged for its reported usage; without a report, the
 * tokens sent and received are estimated. A call that is refused payment ends as a failed run. Of nested metered
 * harnesses the outer one pays, so no call is paid twice.
 */
public final class MeteredHarness extends ForwardingHarness {

    private final CallTokenEstimator estimates = new CallTokenEstimator();

    public MeteredHarness(Harness harness) {
        super(harness);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        double in = estimates.of(input, context.replySchema());
        CallMeter.Reservation reservation;
        try {
            reservation = context.meter().reserve(model(), in, input.maxTokens(), context.deadline());
        } catch (HarnessException refused) {
            return HarnessRun.of(this, input, context.withAnswers(AnswerStore.NONE), run -> {
                throw refused;
            });
        } catch (InterruptedException stopped) {
            return HarnessRun.of(this, input, context.withAnswers(AnswerStore.NONE), run -> {
                throw stopped;
            });
        }
        return run(input, in, context, reservation);
    }

    private HarnessOutput run(HarnessInput input, double in, RunContext context, CallMeter.Reservation reservation)
            throws HarnessException, InterruptedException {
        DoubleAdder outputBytes = new DoubleAdder();
        RunContext listening = context.withSink(signal -> {
            double bytes = bytes(signal);
            if (bytes > 0) {
                outputBytes.add(bytes);
                reservation.reportOutput(TokenEstimator.ofBytes(outputBytes.sum()));
            }
            context.sink().accept(signal);
        }).withMeter(CallMeter.free());
        HarnessOutput output = null;
        try {
            output = inner.run(limited(input, reservation.maxOutputTokens()), listening);
            estimates.record(in, output);
            return output;
        } finally {
            TokenUsage usage = output == null ? null : output.usage();
            if (usage != null) {
                reservation.settle(usage, false);
            } else {
                TokenUsage estimate = estimate(in, outputBytes.sum(), output);
                reservation.settle(estimate, estimate.totalTokens() > 0);
            }
        }
    }

    /** The same input with an output limit that fits; unchanged if it fits already or nothing is limited. */
    private static HarnessInput limited(HarnessInput input, int max) {
        Double maxTokens = input.maxTokens();
        boolean fits = maxTokens == null ? max == Integer.MAX_VALUE : maxTokens <= max;
        return fits
                ? input
                : new HarnessInput(input.system(), input.messages(), input.tools(), input.toolResults(),
                        input.sessionId(), (double) max, input.temperature());
    }

    /** Estimate of a call's usage. A failure before any output costs nothing, because providers charge for answers. */
    private static TokenUsage estimate(double request, double outputBytes, @Nullable HarnessOutput output) {
        double out = TokenEstimator.ofBytes(output == null ? outputBytes : Math.max(outputBytes, bytes(output)));
        double in = output != null || outputBytes > 0 ? request : 0;
        return new TokenUsage(in, out, in + out);
    }

    private static double bytes(Signal signal) {
        boolean delta = signal.type().equals(HarnessSignals.TEXT_DELTA)
                || signal.type().equals(HarnessSignals.THINKING_DELTA);
        return delta && signal.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj data
                && data.fields().get("content") instanceof JsonValue.Str text ? TokenEstimator.bytes(text.value()) : 0;
    }

    /** Size of text and tool calls, whether they came in pieces or not. */
    private static double bytes(HarnessOutput output) {
        double all = TokenEstimator.bytes(output.content());
        for (ToolCall call : output.toolCalls()) {
            all += TokenEstimator.bytes(JsonLine.of(HarnessCodec.encode(call)));
        }
        return all;
    }
}
