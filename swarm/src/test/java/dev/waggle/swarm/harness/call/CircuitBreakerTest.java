package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreaker.Permit;
import dev.waggle.swarm.harness.call.CircuitBreaker.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class CircuitBreakerTest {

    private static final HarnessFailure OVERLOADED = HarnessFailure.of(Kind.OVERLOADED, "503 from openai");

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final CircuitBreaker breaker = new CircuitBreaker("openai", BreakerPolicy.DEFAULTS, world);

    @Test
    void i3FiveFailuresInARowOpenTheCircuitAndTheRefusalSaysHowLong() {
        fail(4);
        assertThat(breaker.remainingWait()).isZero();
        fail(1);
        world.advance(Duration.ofMillis(500));
        Rejection refused = refused();
        assertThat(refused.remaining()).isEqualTo(Duration.ofMillis(29_500));
        assertThat(refused.message())
                .isEqualTo("the endpoint openai failed too often, it is not asked for another 30 s;"
                        + " its last failure: 503 from openai");
    }

    @Test
    void aSuccessInBetweenBeginsTheCountAnew() {
        fail(4);
        pass().succeeded();
        fail(4);
        assertThat(breaker.remainingWait()).isZero();
    }

    @Test
    void i5ExactlyOneOfManyAtOncePassesAsTheProbe() throws Exception {
        fail(5);
        world.advance(Duration.ofSeconds(30));
        int callers = 16;
        CountDownLatch together = new CountDownLatch(callers);
        List<CircuitBreaker.Decision> entries = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<CircuitBreaker.Decision>> asked = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                asked.add(threads.submit(() -> {
                    together.countDown();
                    together.await();
                    return breaker.acquire();
                }));
            }
            for (Future<CircuitBreaker.Decision> entry : asked) {
                entries.add(entry.get());
            }
        }
        assertThat(entries).filteredOn(Permit.class::isInstance).hasSize(1);
        assertThat(entries).filteredOn(Rejection.class::isInstance).hasSize(callers - 1)
                .allSatisfy(entry -> assertThat(((Rejection) entry).remaining()).isPositive());
    }

    @Test
    void i5ASuccessfulProbeClosesTheCircuit() {
        probe().succeeded();
        fail(4);
        assertThat(breaker.remainingWait()).isZero();
    }

    @Test
    void i5AFailedProbeOpensTheCircuitForThirtySecondsAgain() {
        probe().failed(OVERLOADED);
        assertThat(breaker.remainingWait()).isEqualTo(Duration.ofSeconds(30));
        world.advance(Duration.ofSeconds(30));
        pass().succeeded();
        assertThat(breaker.remainingWait()).isZero();
    }

    @Test
    void aCancelledProbeLeavesItsPlaceToTheNextCallerOnly() {
        probe().release();
        Permit next = pass();
        assertThat(refused().message()).contains("one call is looking whether it is back");
        next.succeeded();
        assertThat(breaker.remainingWait()).isZero();
    }

    @Test
    void aLateAnswerOfACallFromBeforeIsNotTheAnswerOfTheProbe() {
        Permit slow = pass();
        Permit slower = pass();
        Permit probe = probe();
        slow.succeeded();
        assertThat(breaker.remainingWait()).isPositive();
        slower.failed(OVERLOADED);
        assertThat(breaker.remainingWait()).isLessThan(Duration.ofSeconds(30));
        probe.succeeded();
        assertThat(breaker.remainingWait()).isZero();
    }

    @Test
    void aProbeThatWasGivenUpHasNoSayLater() {
        Permit first = probe();
        first.release();
        Permit second = pass();
        first.failed(OVERLOADED);
        first.succeeded();
        second.succeeded();
        assertThat(breaker.remainingWait()).isZero();
    }

    @Test
    void aPassCountsOnce() {
        Permit permit = pass();
        for (int i = 0; i < 10; i++) {
            permit.failed(OVERLOADED);
        }
        assertThat(breaker.remainingWait()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void onlyWhatAnotherAttemptCouldMendCounts(Kind kind) {
        for (int i = 0; i < 5; i++) {
            pass().failed(HarnessFailure.of(kind, "no"));
        }
        boolean counts = HarnessFailure.of(kind, "no").recoverable() && kind != Kind.RATE_LIMITED;
        assertThat(breaker.remainingWait().isPositive()).isEqualTo(counts);
    }

    @Test
    void callsThatWereUnderWayTogetherFailOnce() {
        List<Permit> together = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            together.add(pass());
        }
        together.forEach(permit -> permit.failed(OVERLOADED));
        assertThat(breaker.remainingWait()).as("one moment of trouble").isZero();
        fail(3);
        assertThat(breaker.remainingWait()).isZero();
        fail(1);
        assertThat(breaker.remainingWait()).as("the fifth one after the other").isPositive();
    }

    @Test
    void aBadRequestNeitherCountsNorClearsTheCount() {
        fail(4);
        pass().failed(HarnessFailure.of(Kind.BAD_REQUEST, "no"));
        assertThat(breaker.remainingWait()).isZero();
        fail(1);
        assertThat(breaker.remainingWait()).isPositive();
    }

    @Test
    void aHugeFailureIsCutInTheRefusal() {
        for (int i = 0; i < 5; i++) {
            pass().failed(HarnessFailure.of(Kind.OVERLOADED, "x".repeat(1_000_000)));
        }
        assertThat(refused().message()).hasSizeLessThan(500);
    }

    @Test
    void eachEndpointHasACircuitOfItsOwn() {
        CircuitBreakerRegistry breakers = new CircuitBreakerRegistry(new BreakerPolicy(1, Duration.ofSeconds(30)),
                world);
        CircuitBreaker openai = breakers.of("openai");
        ((Permit) openai.acquire()).failed(OVERLOADED);
        assertThat(breakers.of("openai")).isSameAs(openai);
        assertThat(breakers.of("openai").remainingWait()).isPositive();
        assertThat(breakers.of("ollama").remainingWait()).isZero();
    }

    @Test
    void endpointsAreNamedAndNotEndless() {
        CircuitBreakerRegistry breakers = new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, world);
        assertThatIllegalArgumentException().isThrownBy(() -> breakers.of(" ")).withMessageContaining("blank");
        for (int i = 0; i < 1_000; i++) {
            breakers.of("endpoint " + i);
        }
        assertThatIllegalStateException().isThrownBy(() -> breakers.of("one more")).withMessageContaining("one more")
                .withMessageContaining("Maybe");
        assertThat(breakers.of("endpoint 0").endpoint()).isEqualTo("endpoint 0");
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            pass().failed(OVERLOADED);
        }
    }

    /** Opens the circuit and returns its probe. */
    private Permit probe() {
        fail(5);
        world.advance(Duration.ofSeconds(30));
        return pass();
    }

    private Permit pass() {
        return (Permit) breaker.acquire();
    }

    private Rejection refused() {
        return (Rejection) breaker.acquire();
    }
}
