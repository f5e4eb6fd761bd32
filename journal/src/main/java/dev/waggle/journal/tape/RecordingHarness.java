package dev.waggle.journal.tape;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;

/**
 * Harness that stores its calls in a {@link RecordingFile}, each with all its attempts, before the answer is returned.
 * A failure without signals, as of a call that was refused before it began, gets its signals here. Thread-safe.
 */
final class RecordingHarness extends ForwardingHarness {

    private final RecordingFile file;

    RecordingHarness(Harness harness, RecordingFile file) {
        super(harness);
        this.file = file;
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        CallSignals signals = new CallSignals();
        RunContext listening = context.withSink(signal -> {
            signals.add(signal);
            context.sink().accept(signal);
        });
        try {
            return inner.run(input, listening);
        } catch (HarnessException failed) {
            if (!signals.isLastFailure(failed.failure())) {
                return HarnessRun.of(this, input, listening, _ -> {
                    throw failed;
                });
            }
            throw failed;
        } finally {
            file.append(context.caller().emission(), signals.all());
        }
    }

    /** Signals of one call, without pieces. */
    private static final class CallSignals {

        private final List<Signal> signals = new ArrayList<>();

        synchronized void add(Signal signal) {
            if (!signal.type().equals(HarnessSignals.TEXT_DELTA)
                    && !signal.type().equals(HarnessSignals.THINKING_DELTA)) {
                signals.add(signal);
            }
        }

        synchronized List<Signal> all() {
            return List.copyOf(signals);
        }

        /** True if the last attempt ended with that failure. */
        synchronized boolean isLastFailure(HarnessFailure failure) {
            for (Signal signal : signals.reversed()) {
                if (signal.type().equals(HarnessSignals.ERROR)) {
                    return signal.payload() instanceof Payload.Open open
                            && open.data() instanceof JsonValue.Obj(var fields)
                            && JsonValue.of(failure.kind().wireName()).equals(fields.get("code"));
                }
            }
            return false;
        }
    }
}
