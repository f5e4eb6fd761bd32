package dev.waggle.signal.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * A harness that follows the script of a test, within the deadline of the call and the contract of the port. As
 * thread-safe as its script.
 */
public final class ScriptedHarness implements Harness {

    private final Script script;
    private final List<HarnessInput> asked = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final HarnessCapabilities capabilities;

    private ScriptedHarness(Script script, HarnessCapabilities capabilities) {
        this.script = script;
        this.capabilities = capabilities;
    }

    /** Script of a run: it may answer in pieces through the run, wait with {@link #await}, and throw. */
    @FunctionalInterface
    public interface Script {
        HarnessOutput play(HarnessInput input, RunContext context, HarnessRun run)
                throws HarnessException, InterruptedException;
    }

    public static ScriptedHarness playing(Script script) {
        return new ScriptedHarness(script, new HarnessCapabilities(true, true, true, true));
    }

    /** The same script under other capabilities, and no calls yet. */
    public ScriptedHarness with(HarnessCapabilities other) {
        return new ScriptedHarness(script, other);
    }

    /** The same text for every call. */
    public static ScriptedHarness saying(String text) {
        return answering((input, context) -> text);
    }

    /** A text computed from the request, in one piece. */
    public static ScriptedHarness answering(BiFunction<HarnessInput, RunContext, String> answer) {
        return playing((input, context, run) -> {
            String text = answer.apply(input, context);
            run.text(text);
            return new HarnessOutput(text, List.of(), null, null, ModelStopReason.END);
        });
    }

    /** The same failure for every call, and no answer. */
    public static ScriptedHarness failing(HarnessFailure failure) {
        return playing((input, context, run) -> {
            throw new HarnessException(failure);
        });
    }

    /** The answer of a future that is completed later. */
    public static ScriptedHarness waitingFor(CompletableFuture<HarnessOutput> answer) {
        return playing((input, context, run) -> await(context, answer));
    }

    /** The next script for each run; the last one repeats. */
    public static ScriptedHarness inTurn(Script... scripts) {
        AtomicInteger next = new AtomicInteger();
        return playing((input, context, run) -> scripts[Math.min(next.getAndIncrement(), scripts.length - 1)]
                .play(input, context, run));
    }

    /** Returns the result of the future, no later than the deadline of the call. */
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
        return capabilities;
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

    /** Requests in the order in which the runs began. */
    public List<HarnessInput> asked() {
        synchronized (asked) {
            return List.copyOf(asked);
        }
    }

    /** Number of runs that began. */
    public int calls() {
        return asked().size();
    }

    /** Maximum number of runs at one time. */
    public int mostAtOnce() {
        return most.get();
    }

    /** A usage of these tokens. */
    public static TokenUsage usage(double input, double output) {
        return new TokenUsage(input, output, input + output);
    }

    /** A text with the usage of its call. */
    public static HarnessOutput output(String text, @Nullable TokenUsage usage) {
        return new HarnessOutput(text, List.of(), null, usage, ModelStopReason.END);
    }
}
