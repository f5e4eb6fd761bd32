package dev.waggle.swarm.harness.call;

import java.util.Optional;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Consumer;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.session.CallTokenEstimator;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A harness that pays for calls by the meter of their context. It reserves the cost before a call, settles it after,
 * and caps the output at the reservation. A failed call is charged for its reported usage. Without a report, the tokens
 * received are estimated, and the tokens sent if the endpoint had accepted them: see {@link HarnessFailure#charge}. A
 * call that is refused payment ends as a failed run. Of nested metered harnesses the outer one pays, so no call is paid
 * twice.
 */
public final class MeteredHarness extends ForwardingHarness {

    /** Failure of an interrupted call, which throws no {@link HarnessException}. */
    private static final HarnessFailure INTERRUPTED = HarnessFailure.of(HarnessFailure.Kind.CANCELLED,
            "the call was cancelled");

    private final CallTokenEstimator estimates = new CallTokenEstimator();

    public MeteredHarness(Harness harness) {
        super(harness);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        double in = estimates.of(input, context.replySchema());
        CallMeter.Reservation reservation;
        try {
            CallMeter meter = pricing().map(context.meter()::withPricing).orElse(context.meter());
            reservation = meter.reserve(model(), in, input.maxTokens(), context.deadline());
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
        OutputListener listener = new OutputListener(reservation, context.sink());
        HarnessOutput output = null;
        HarnessFailure failure = INTERRUPTED;
        try {
            output = inner.run(limited(input, reservation.maxOutputTokens()),
                    context.withSink(listener).withMeter(new PaidMeter(context.meter(), listener))
                            .withAnswers(paid(context.answers(), in)));
            estimates.record(in, output);
            return output;
        } catch (HarnessException failed) {
            failure = failed.failure();
            throw failed;
        } finally {
            TokenUsage reported = output == null ? failure.usage() : output.usage();
            TokenUsage usage = output == null
                    ? listener.charged(failure).charge(in, listener.outputTokens())
                    : reported == null ? estimate(in, listener, output) : reported;
            if (output == null && usage.totalTokens() == 0
                    && failure.kind() == HarnessFailure.Kind.UNKNOWN_SESSION) {
                reservation.release(); // Nothing was asked: the whole conversation follows as a call of its own.
            } else {
                reservation.settle(usage, !usage.equals(reported) && usage.totalTokens() > 0);
            }
        }
    }

    /** Account inside of a call that is paid: every reservation is granted, and output is covered by that of the call. */
    private record PaidMeter(CallMeter payer, OutputListener call) implements CallMeter {

        @Override
        public boolean lacksPrice(String model) {
            return payer.lacksPrice(model);
        }

        @Override
        public Reservation reserve(String model, double inputTokens, @Nullable Double longestOutput,
                Deadline deadline) throws HarnessException, InterruptedException {
            Reservation free = CallMeter.free().reserve(model, inputTokens, longestOutput, deadline);
            return new Reservation() {
                @Override
                public int maxOutputTokens() {
                    return free.maxOutputTokens();
                }

                @Override
                public void reportOutput(double outputTokens) {
                    free.reportOutput(outputTokens);
                }

                @Override
                public double coverOutput(double outputTokens) {
                    return call.coverOutput(outputTokens);
                }

                @Override
                public void settle(TokenUsage usage, boolean estimated) {
                    free.settle(usage, estimated);
                }
            };
        }

        @Override
        public double coverOutput(double outputTokens) {
            return call.coverOutput(outputTokens);
        }
    }

    /** The same answers, which note the start of a call when they hold none to its request. */
    private AnswerStore paid(AnswerStore answers, double in) {
        return answers.equals(AnswerStore.NONE) ? answers : new PaidAnswers(answers, in);
    }

    /** Answers of paid calls. The calls of metered harnesses inside are paid here and not noted again. */
    private final class PaidAnswers implements AnswerStore {

        private final AnswerStore answers;
        private final double in;

        PaidAnswers(AnswerStore answers, double in) {
            this.answers = answers;
            this.in = in;
        }

        @Override
        public Optional<JsonValue> poll(String request) {
            Optional<JsonValue> known = answers.poll(request);
            if (known.isEmpty()) {
                answers.start(new StartedCall(request, model(), in, pricing()));
            }
            return known;
        }

        @Override
        public void store(String request, JsonValue answer) {
            answers.store(request, answer);
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

    /** Estimate of the usage of an answered call, whether its text came in pieces or not; hidden output counts too. */
    private static TokenUsage estimate(double in, OutputListener call, HarnessOutput output) {
        double out = Math.max(TokenEstimator.ofStreamed(call.streamedBytes(), output), call.heardTokens());
        return new TokenUsage(in, out, in + out);
    }

    private static double bytes(Signal signal) {
        boolean delta = signal.type().equals(HarnessSignals.TEXT_DELTA)
                || signal.type().equals(HarnessSignals.THINKING_DELTA);
        return delta && signal.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj data
                && data.fields().get("content") instanceof JsonValue.Str text ? TokenEstimator.bytes(text.value()) : 0;
    }

    /** Listener that estimates the output of a call while it arrives. Signals come from any thread. */
    private static final class OutputListener implements Consumer<Signal> {

        private final CallMeter.Reservation reservation;
        private final Consumer<Signal> sink;
        private final DoubleAdder outputBytes = new DoubleAdder();
        private final DoubleAccumulator admitted = new DoubleAccumulator(Math::max, 0);
        private volatile boolean chargeable;

        OutputListener(CallMeter.Reservation reservation, Consumer<Signal> sink) {
            this.reservation = reservation;
            this.sink = sink;
        }

        @Override
        public void accept(Signal signal) {
            double bytes = bytes(signal);
            if (bytes > 0) {
                outputBytes.add(bytes);
                reservation.reportOutput(outputTokens());
            }
            if (signal.type().equals(HarnessSignals.ERROR)) {
                chargeable = signal.extensions().get(HarnessRun.CHARGEABLE) instanceof JsonValue.Bool(var it) && it;
            }
            sink.accept(signal);
        }

        /** Covers output as the client hears it, the arguments of calls too, which no signal tells before the end. */
        double coverOutput(double outputTokens) {
            double covered = reservation.coverOutput(outputTokens);
            admitted.accumulate(covered);
            reservation.reportOutput(outputTokens());
            return covered;
        }

        /** Tokens that were covered as they were heard. */
        double heardTokens() {
            return admitted.get();
        }

        double streamedBytes() {
            return outputBytes.sum();
        }

        double outputTokens() {
            return Math.max(TokenEstimator.ofBytes(outputBytes.sum()), admitted.get());
        }

        /** The failure, chargeable also if only its run knows that the endpoint had accepted the request. */
        HarnessFailure charged(HarnessFailure failure) {
            return chargeable
                    ? new HarnessFailure(failure.kind(), failure.message(), failure.retryAfter(), true,
                            failure.usage())
                    : failure;
        }
    }
}
