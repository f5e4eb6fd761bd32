package dev.waggle.signal.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * A harness that does what a test says, within the deadline of the call and the words of the port. Thread-safe as its
 * script is.
 */
public final class ScriptedHarness implements Harness {

    private final Script script;
    private final List<HarnessInput> asked = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private ScriptedHarness(Script script) {
        this.script = script;
    }

    /** What a run does: it may speak in pieces through the run, wait with {@link #await}, and throw. */
    @FunctionalInterface
    public interface Script {
        HarnessOutput play(HarnessInput input, RunContext context, HarnessRun run)
                throws HarnessException, InterruptedException;
    }

    public static ScriptedHarness playing(Script script) {
        return new ScriptedHarness(script);
    }

    /** The same text for everybody. */
    public static ScriptedHarness saying(String text) {
        return answering((input, context) -> text);
    }

    /** A text by what is asked; it comes as one piece. */
    public static ScriptedHarness answering(BiFunction<HarnessInput, RunContext, String> answer) {
        return playing((input, context, run) -> {
            String text = answer.apply(input, context);
            run.text(text);
            return new HarnessOutput(text, List.of(), null, null, ModelStopReason.END);
        });
    }

    /** No answer, ever. */
    public static ScriptedHarness failing(HarnessFailure failure) {
        return playing((input, context, run) -> {
            throw new HarnessException(failure);
        });
    }

    /** The answer that somebody gives later. */
    public static ScriptedHarness waitingFor(CompletableFuture<HarnessOutput> answer) {
        return playing((input, context, run) -> await(context, answer));
    }

    /** Each run plays the next script; the last one goes on. */
    public static ScriptedHarness inTurn(Script... scripts) {
        AtomicInteger next = new AtomicInteger();
        return playing((input, context, run) -> scripts[Math.min(next.getAndIncrement(), scripts.length - 1)]
                .play(input, context, run));
    }

    /** What comes of the future, no later than the deadline of the call. */
    public static <T> T await(RunContext context, CompletableFuture<T> future)
            throws HarnessException, InterruptedException {
        if (!context.world().await(future, context.deadline().remaining())) {
            throw HarnessException.of(HarnessFailure.Kind.DEADLINE, "the script waited until the deadline");
        }
        return future.join();
    }

    @Override
    public String type() {
        return "scripted";
    }

    @Override
    public String displayName() {
        return "Scripted";
    }

    @Override
    public String model() {
        return "scripted:test";
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, true, true, true);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        synchronized (asked) {
            asked.add(input);
        }
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            return HarnessRun.of(this, input, context, run -> script.play(input, context, run));
        } finally {
            running.decrementAndGet();
        }
    }

    /** What was asked, in the order in which the runs began. */
    public List<HarnessInput> asked() {
        synchronized (asked) {
            return List.copyOf(asked);
        }
    }

    /** How many runs began. */
    public int calls() {
        return asked().size();
    }

    /** The most runs that were going on at once. */
    public int mostAtOnce() {
        return most.get();
    }

    /** A usage of these tokens. */
    public static TokenUsage usage(double input, double output) {
        return new TokenUsage(input, output, input + output);
    }

    /** A text with what it cost. */
    public static HarnessOutput output(String text, @Nullable TokenUsage usage) {
        return new HarnessOutput(text, List.of(), null, usage, ModelStopReason.END);
    }
}
