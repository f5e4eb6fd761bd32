package dev.waggle.cli.models;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Harness that passes every call on unchanged and keeps what was seen of it. Thread-safe. */
final class CallWatch extends ForwardingHarness {

    /** Pieces between two reports of progress. */
    private static final int STEP = 10;

    private final List<WatchedCall> calls = new CopyOnWriteArrayList<>();
    private final Consumer<String> progress;

    /** @param progress receives a few words whenever something has come, on the thread of the call */
    CallWatch(Harness inner, Consumer<String> progress) {
        super(inner);
        this.progress = progress;
    }

    /** The finished calls so far, in the order of their ends. */
    List<WatchedCall> calls() {
        return List.copyOf(calls);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        CallClock clock = new CallClock(context.world(), !input.toolResults().isEmpty());
        RunContext watched = context.withSink(signal -> {
            clock.accept(signal);
            context.sink().accept(signal);
        });
        try {
            HarnessOutput output = inner.run(input, watched);
            calls.add(clock.call(output, null));
            return output;
        } catch (HarnessException failed) {
            calls.add(clock.call(null, failed.failure()));
            throw failed;
        } catch (InterruptedException stopped) {
            calls.add(clock.call(null,
                    HarnessFailure.of(HarnessFailure.Kind.CANCELLED, "there was no time left for the answer")));
            throw stopped;
        }
    }

    /** Times of one call. Signals of its attempts come one after the other. */
    private final class CallClock {

        private final World world;
        private final boolean hadResults;
        private final long begin;
        private int pieces;
        private boolean thought;
        private @Nullable Duration firstContent;

        CallClock(World world, boolean hadResults) {
            this.world = world;
            this.hadResults = hadResults;
            begin = world.nanos();
            progress.accept("waits for the first content");
        }

        synchronized void accept(Signal signal) {
            if (signal.type().equals(HarnessSignals.START)) {
                pieces = 0; // An attempt that failed may have brought some.
            } else if (signal.type().equals(HarnessSignals.THINKING_DELTA)) {
                thought = true;
                content("thinks");
            } else if (signal.type().equals(HarnessSignals.TEXT_DELTA)) {
                content("writes, " + ++pieces + " pieces");
            }
        }

        private void content(String words) {
            boolean isFirst = firstContent == null;
            if (isFirst) {
                firstContent = sinceBegin();
            }
            if (isFirst || pieces % STEP == 0) {
                progress.accept(words);
            }
        }

        synchronized WatchedCall call(@Nullable HarnessOutput output, @Nullable HarnessFailure failure) {
            return new WatchedCall(hadResults, pieces, thought, firstContent, sinceBegin(), output, failure);
        }

        private Duration sinceBegin() {
            return Duration.ofNanos(world.nanos() - begin);
        }
    }
}
