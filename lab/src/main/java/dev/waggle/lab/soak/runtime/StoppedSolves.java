package dev.waggle.lab.soak.runtime;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.ScriptedDeliberators;

/**
 * Solves that are stopped. An interrupt or the end of their swarm comes at a random moment, a deadline while models are
 * silent. Others are stopped by a budget, or by models that fail. Each ends as documented, and soon.
 */
final class StoppedSolves implements SoakWork {

    private static final String QUESTION = "Keep the old archive or move it?";
    private static final FakeAnswer.Pace SLOW = new FakeAnswer.Pace(Duration.ofMillis(1), Duration.ofNanos(300_000));
    private static final Set<SolveEnding> CANCELLED_OR_DONE = Set.of(LoopStop.CANCELLED, LoopStop.CONSENSUS);
    /** On a busy machine no agent may have joined after half of the time, and then every turn has failed. */
    private static final Set<SolveEnding> TIMEOUT_OR_LATE = Set.of(LoopStop.TIMEOUT, LoopStop.FAILURE);
    private static final int MAX_MILLIS = 60;
    private static final long BUDGET = 3_000;
    /** The promise of docs/security.md. */
    private static final double OVER_BUDGET = 1.1;
    private static final long WAIT_SECONDS = 60;

    @Override
    public String name() {
        return "stops";
    }

    @Override
    public void round(RandomGenerator random) throws Exception {
        switch (random.nextInt(5)) {
            case 0 -> interrupt(random);
            case 1 -> closeSwarm(random);
            case 2 -> deadline(random);
            case 3 -> budget(random);
            default -> failure(random);
        }
    }

    private static void interrupt(RandomGenerator random) throws Exception {
        try (FakeProvider provider = FakeProvider.open(random, StoppedSolves::slow);
                Swarm swarm = provider.team().build()) {
            FutureTask<SwarmResult> solve = new FutureTask<>(() -> swarm.solve(QUESTION));
            Thread caller = Thread.ofVirtual().name("soak caller").start(solve);
            Thread.sleep(random.nextInt(MAX_MILLIS));
            caller.interrupt();
            require(CANCELLED_OR_DONE, solve.get(WAIT_SECONDS, TimeUnit.SECONDS), "after an interrupt");
        }
    }

    private static void closeSwarm(RandomGenerator random) throws Exception {
        try (FakeProvider provider = FakeProvider.open(random, StoppedSolves::slow)) {
            Swarm swarm = provider.team().build();
            FutureTask<SwarmResult> solve = new FutureTask<>(() -> swarm.solve(QUESTION));
            Thread _ = Thread.ofVirtual().name("soak caller").start(solve);
            Thread.sleep(1 + random.nextInt(MAX_MILLIS));
            swarm.close();
            require(CANCELLED_OR_DONE, solve.get(WAIT_SECONDS, TimeUnit.SECONDS), "after its swarm was closed");
        } catch (ExecutionException late) {
            SoakFailureException.unless(late.getCause() instanceof IllegalStateException, // Closed before it began.
                    () -> "a solve of a closed swarm failed: " + late.getCause());
        }
    }

    private static void deadline(RandomGenerator random) {
        int frames = random.nextInt(4) - 1;
        try (FakeProvider provider = FakeProvider.open(random,
                request -> new FakeAnswer.Fault.Stalls(ScriptedDeliberators.answer(request), frames));
                Swarm swarm = provider.team().timeout(Duration.ofMillis(50 + random.nextInt(MAX_MILLIS))).build()) {
            require(TIMEOUT_OR_LATE, swarm.solve(QUESTION), "at its deadline");
        }
    }

    private static void budget(RandomGenerator random) {
        try (FakeProvider provider = FakeProvider.open(random, ScriptedDeliberators::answer);
                Swarm swarm = provider.team().budgetTokens(BUDGET + random.nextInt((int) BUDGET)).build()) {
            SwarmResult result = swarm.solve(QUESTION);
            SoakFailureException.unless(result.cost().tokens() <= OVER_BUDGET * 2 * BUDGET,
                    () -> "a solve cost " + result.cost().tokens() + " tokens, more than its budget");
        }
    }

    /** Every model fails in the same way, so the solve does. */
    private static void failure(RandomGenerator random) {
        FakeAnswer.Fault fault = fault(random);
        try (FakeProvider provider = FakeProvider.open(random, _ -> fault);
                Swarm swarm = provider.team().timeout(Duration.ofSeconds(1)).budgetTokens(BUDGET).build()) {
            SwarmResult result = swarm.solve(QUESTION);
            SoakFailureException.unless(!result.consensus().decided(),
                    () -> "a solve whose models fail by " + fault + " decided " + result.answer());
        }
    }

    private static FakeAnswer.Fault fault(RandomGenerator random) {
        FakeAnswer.Says says = FakeAnswer.says("one two three four five six seven");
        return switch (random.nextInt(7)) {
            case 0 -> FakeAnswer.refuses(ProviderRefusal.RATE_LIMITED);
            case 1 -> new FakeAnswer.Fault.Truncated(says, 2);
            case 2 -> new FakeAnswer.Fault.EndsEarly(says, 2);
            case 3 -> new FakeAnswer.Fault.Resets();
            case 4 -> new FakeAnswer.Fault.NeverEnds("word ", Duration.ofMillis(1));
            case 5 -> new FakeAnswer.Fault.BadBytes();
            default -> FakeAnswer.htmlPage();
        };
    }

    private static FakeAnswer slow(FakeRequest request) {
        return ScriptedDeliberators.answer(request).at(SLOW);
    }

    private static void require(Set<SolveEnding> endings, SwarmResult result, String when) {
        SoakFailureException.unless(endings.contains(result.ending()),
                () -> "a solve ended " + when + " by " + result.endingDetail() + ", failures " + result.failures());
    }
}
