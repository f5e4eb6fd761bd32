package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ResilientHarnessTest {

    private static final HarnessInput ASK = HarnessInput.of(List.of(Message.user("why?")));
    private static final ScriptedHarness.Script OVERLOADED = fails(Kind.OVERLOADED);

    private final LeapingWorld world = new LeapingWorld();
    private final List<Signal> told = Collections.synchronizedList(new ArrayList<>());
    private final RunContext context = RunContext.of(RunContext.Caller.of("ada", 1), world, told::add);
    private final CircuitBreakerRegistry breakers = new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, world);

    @Test
    void i1AModelThatFailsTwiceAnswersAtTheThirdAttempt() throws Exception {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED, OVERLOADED, says("because"));
        assertThat(resilient(model).run(ASK, context).content()).isEqualTo("because");
        assertThat(world.waits()).hasSize(2);
        assertThat(world.waits().get(0)).isBetween(Duration.ofMillis(800), Duration.ofMillis(1_200));
        assertThat(world.waits().get(1)).isBetween(Duration.ofMillis(1_600), Duration.ofMillis(2_400));
        assertThat(model.asked()).containsExactly(ASK, ASK, ASK);
    }

    @Test
    void eachAttemptIsARunOfItsOwn() throws Exception {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED, says("because"));
        resilient(model).run(ASK, context);
        assertThat(words()).containsExactly("harness:start", "harness:error", "harness:end", "harness:start",
                "text:delta", "text:complete", "harness:end");
    }

    @Test
    void i2EndlessFailureEndsAfterTheRetriesAndNoWaitIsTooLong() {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED);
        RetryPolicy patient = new RetryPolicy(20, Duration.ofSeconds(1), Duration.ofSeconds(10), 0.2);
        CircuitBreaker tolerant = new CircuitBreaker("m", new BreakerPolicy(1_000, Duration.ofSeconds(30)), world);
        HarnessException failed = failure(new ResilientHarness(model, patient, tolerant), context);
        assertThat(model.calls()).isEqualTo(21);
        assertThat(world.waits()).hasSize(20)
                .allSatisfy(wait -> assertThat(wait).isLessThanOrEqualTo(Duration.ofSeconds(12)));
        assertThat(failed.failure().kind()).isEqualTo(Kind.OVERLOADED);
        assertThat(failed).hasMessage("no luck (tried 21 times)");
    }

    @Test
    void i3AnOpenCircuitFailsAtOnceWithoutTheModelAndSaysHowLongToWait() {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED);
        CircuitBreaker breaker = breakers.of("m");
        ResilientHarness once = new ResilientHarness(model, RetryPolicy.NEVER, breaker);
        for (int i = 0; i < 5; i++) {
            failure(once, context);
        }
        told.clear();
        HarnessFailure refused = failure(new ResilientHarness(model, RetryPolicy.DEFAULTS, breaker), context).failure();
        assertThat(model.calls()).isEqualTo(5);
        assertThat(world.waits()).isEmpty();
        assertThat(refused.kind()).isEqualTo(Kind.CIRCUIT_OPEN);
        assertThat(refused.message()).contains("endpoint m", "30 s", "no luck");
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(words()).as("the transcript has the refusal").containsExactly("harness:start", "harness:error",
                "harness:end");
    }

    @Test
    void i4NoFurtherAttemptOnceTheCircuitIsOpen() {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED);
        RetryPolicy six = new RetryPolicy(6, Duration.ofSeconds(1), Duration.ofSeconds(10), 0.2);
        CircuitBreaker three = new CircuitBreaker("m", new BreakerPolicy(3, Duration.ofSeconds(30)), world);
        HarnessException failed = failure(new ResilientHarness(model, six, three), context);
        assertThat(model.calls()).isEqualTo(3);
        assertThat(world.waits()).hasSize(2);
        assertThat(three.remainingWait()).isEqualTo(Duration.ofSeconds(30));
        assertThat(failed.failure().kind()).isEqualTo(Kind.OVERLOADED);
        assertThat(failed).hasMessageContaining("no luck").hasMessageContaining("30 s");
    }

    @Test
    void i4OthersMayOpenTheCircuitDuringAWait() {
        CircuitBreaker breaker = breakers.of("m");
        ScriptedHarness others = ScriptedHarness.inTurn(OVERLOADED);
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED);
        world.whenever(() -> {
            for (int i = 0; i < 4; i++) {
                failure(new ResilientHarness(others, RetryPolicy.NEVER, breaker), context);
            }
        });
        HarnessException failed = failure(new ResilientHarness(model, RetryPolicy.DEFAULTS, breaker), context);
        assertThat(model.calls()).isEqualTo(1);
        assertThat(failed.failure().kind()).isEqualTo(Kind.CIRCUIT_OPEN);
    }

    @Test
    void i5FiveCallersAtOnceAfterThirtySecondsAskTheModelOnce() throws Exception {
        CircuitBreaker breaker = breakers.of("m");
        for (int i = 0; i < 5; i++) {
            failure(new ResilientHarness(ScriptedHarness.inTurn(OVERLOADED), RetryPolicy.NEVER, breaker), context);
        }
        world.advance(Duration.ofSeconds(30));
        CountDownLatch refused = new CountDownLatch(4);
        ScriptedHarness back = ScriptedHarness.inTurn((_, _, _) -> {
            refused.await(); // The probe answers when the four others have been refused.
            return HarnessOutput.of("back");
        });
        AtomicInteger answers = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                callers.add(threads.submit(() -> {
                    try {
                        new ResilientHarness(back, RetryPolicy.DEFAULTS, breaker).run(ASK, context);
                        answers.incrementAndGet();
                    } catch (HarnessException sentAway) {
                        assertThat(sentAway.failure().kind()).isEqualTo(Kind.CIRCUIT_OPEN);
                        refused.countDown();
                    }
                    return null;
                }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        }
        assertThat(answers).hasValue(1);
        assertThat(back.calls()).isEqualTo(1);
        assertThat(breaker.remainingWait()).as("success closes").isZero();
    }

    @ParameterizedTest
    @EnumSource(
            names = {"AUTHENTICATION", "BAD_REQUEST", "UNKNOWN_MODEL", "REFUSED", "MALFORMED", "TOO_LARGE", "DEADLINE",
                "CANCELLED", "BUDGET", "DEPARTED", "FAILED"})
    void i6WhatAnotherAttemptCannotMendIsNotTriedAgain(Kind kind) {
        ScriptedHarness model = ScriptedHarness.inTurn(fails(kind));
        HarnessException failed = failure(resilient(model), context);
        assertThat(model.calls()).isEqualTo(1);
        assertThat(world.waits()).isEmpty();
        assertThat(failed).hasMessage("no luck");
        assertThat(failed.failure().kind()).isEqualTo(kind);
    }

    @Test
    void i6ARateLimitIsWaitedForAsLongAsItAsks() throws Exception {
        HarnessFailure limited = new HarnessFailure(Kind.RATE_LIMITED, "slowly", Duration.ofSeconds(17));
        ScriptedHarness model = ScriptedHarness.inTurn(fails(limited), says("fine"));
        assertThat(resilient(model).run(ASK, context).content()).isEqualTo("fine");
        assertThat(world.waits()).containsExactly(Duration.ofSeconds(17));
    }

    @Test
    void i7OneEndpointThatIsDownDoesNotStopTheOthersAndComesBack() throws Exception {
        ScriptedHarness down = ScriptedHarness.inTurn(OVERLOADED, OVERLOADED, OVERLOADED, OVERLOADED, OVERLOADED,
                says("back"));
        ScriptedHarness up = ScriptedHarness.inTurn(says("here"));
        Harness a = new ResilientHarness(down, RetryPolicy.NEVER, breakers.of("down"));
        Harness b = new ResilientHarness(up, RetryPolicy.NEVER, breakers.of("up"));
        for (int round = 0; round < 6; round++) {
            failure(a, context);
            assertThat(b.run(ASK, context).content()).isEqualTo("here");
        }
        assertThat(down.calls()).isEqualTo(5);
        world.advance(Duration.ofSeconds(30));
        assertThat(a.run(ASK, context).content()).isEqualTo("back");
        assertThat(up.calls()).isEqualTo(6);
    }

    @Test
    void i8EachAttemptIsPaidForItselfAndNothingStaysSetAside() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED,
                (_, _, _) -> new HarnessOutput("yes", List.of(), null,
                        new TokenUsage(10, 5, 15), null));
        CallMeter account = budget.account("ada");
        resilient(new MeteredHarness(model)).run(ASK, context.withMeter(account));
        assertThat(budget.cost().total().calls()).isEqualTo(2);
        assertThat(budget.cost().tokens()).isEqualTo(15);
    }

    @Test
    void i9AWaitThatWouldReachTheDeadlineIsNotWaited() {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED);
        HarnessException failed = failure(resilient(model), context.within(Duration.ofSeconds(2)));
        assertThat(model.calls()).as("the wait of a second fits, that of two does not").isEqualTo(2);
        assertThat(world.waits()).hasSize(1);
        assertThat(failed.failure().kind()).isEqualTo(Kind.OVERLOADED);
        assertThat(failed).hasMessageContaining("no luck").hasMessageContaining("not tried again");
    }

    @Test
    void i9ARateLimitThatLastsLongerThanTheSolveFailsAtOnce() {
        HarnessFailure limited = new HarnessFailure(Kind.RATE_LIMITED, "slowly", Duration.ofSeconds(Long.MAX_VALUE));
        ScriptedHarness model = ScriptedHarness.inTurn(fails(limited));
        HarnessException failed = failure(resilient(model), context.within(Duration.ofMinutes(2)));
        assertThat(model.calls()).isEqualTo(1);
        assertThat(world.waits()).isEmpty();
        assertThat(failed.failure().kind()).isEqualTo(Kind.RATE_LIMITED);
    }

    @Test
    void anInterruptEndsAWait() {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> resilient(model).run(ASK, context)).isInstanceOf(InterruptedException.class);
        assertThat(model.calls()).isEqualTo(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aCancelledProbeLeavesItsPlace() throws Exception {
        CircuitBreaker one = new CircuitBreaker("m", new BreakerPolicy(1, Duration.ofSeconds(30)), world);
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED, (_, _, _) -> {
            throw new InterruptedException();
        }, says("back"));
        Harness harness = new ResilientHarness(model, RetryPolicy.NEVER, one);
        failure(harness, context);
        world.advance(Duration.ofSeconds(30));
        assertThatThrownBy(() -> harness.run(ASK, context)).isInstanceOf(InterruptedException.class);
        assertThat(harness.run(ASK, context).content()).isEqualTo("back");
    }

    @Test
    void aHarnessThatBreaksTheContractTakesNoPlaceEither() {
        CircuitBreaker one = new CircuitBreaker("m", new BreakerPolicy(1, Duration.ofSeconds(30)), world);
        failure(new ResilientHarness(ScriptedHarness.inTurn(OVERLOADED), RetryPolicy.NEVER, one), context);
        world.advance(Duration.ofSeconds(30));
        RunContext broken = context.withSink(_ -> {
            throw new IllegalStateException("full");
        });
        Harness harness = new ResilientHarness(ScriptedHarness.inTurn(OVERLOADED), RetryPolicy.NEVER, one);
        assertThatThrownBy(() -> harness.run(ASK, broken)).isInstanceOf(IllegalStateException.class);
        assertThat(one.remainingWait()).isZero();
    }

    @Test
    void agentsThatFailTogetherComeBackOneByOneAndAlwaysAtTheSameTimes() {
        List<Duration> first = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            LeapingWorld again = new LeapingWorld();
            for (String agent : List.of("ada", "bob", "cleo", "dan")) {
                CircuitBreaker breaker = new CircuitBreaker("m", BreakerPolicy.DEFAULTS, again);
                failure(new ResilientHarness(ScriptedHarness.inTurn(OVERLOADED), RetryPolicy.DEFAULTS, breaker),
                        RunContext.of(RunContext.Caller.of(agent, 1), again, told::add));
            }
            if (run == 0) {
                first.addAll(again.waits());
            }
            assertThat(again.waits()).hasSize(12).doesNotHaveDuplicates().isEqualTo(first);
        }
    }

    @Test
    void itLooksLikeTheHarnessInside() {
        ScriptedHarness model = ScriptedHarness.inTurn(OVERLOADED);
        Harness harness = resilient(model);
        assertThat(harness.type()).isEqualTo(model.type());
        assertThat(harness.model()).isEqualTo(model.model());
        assertThat(harness.displayName()).isEqualTo(model.displayName());
        assertThat(harness.capabilities()).isEqualTo(model.capabilities());
    }

    private static ScriptedHarness.Script fails(Kind kind) {
        return fails(HarnessFailure.of(kind, "no luck"));
    }

    private static ScriptedHarness.Script fails(HarnessFailure failure) {
        return (_, _, _) -> {
            throw new HarnessException(failure);
        };
    }

    private static ScriptedHarness.Script says(String text) {
        return (_, _, run) -> {
            run.text(text);
            return HarnessOutput.of(text);
        };
    }

    private Harness resilient(Harness model) {
        return new ResilientHarness(model, RetryPolicy.DEFAULTS, breakers.of("m"));
    }

    private static HarnessException failure(Harness harness, RunContext context) {
        return catchThrowableOfType(HarnessException.class, () -> harness.run(ASK, context));
    }

    private List<String> words() {
        return told.stream().map(signal -> signal.type().text()).toList();
    }
}
