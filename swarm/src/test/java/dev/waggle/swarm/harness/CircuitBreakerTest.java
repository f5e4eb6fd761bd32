package dev.waggle.swarm.harness;

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
import dev.waggle.swarm.harness.CircuitBreaker.Pass;
import dev.waggle.swarm.harness.CircuitBreaker.Refused;
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
        assertThat(breaker.refusedFor()).isZero();
        fail(1);
        world.advance(Duration.ofMillis(500));
        Refused refused = refused();
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
        assertThat(breaker.refusedFor()).isZero();
    }

    @Test
    void i5ExactlyOneOfManyAtOncePassesAsTheProbe() throws Exception {
        fail(5);
        world.advance(Duration.ofSeconds(30));
        int callers = 16;
        CountDownLatch together = new CountDownLatch(callers);
        List<CircuitBreaker.Entry> entries = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<CircuitBreaker.Entry>> asked = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                asked.add(threads.submit(() -> {
                    together.countDown();
                    together.await();
                    return breaker.enter();
                }));
            }
            for (Future<CircuitBreaker.Entry> entry : asked) {
                entries.add(entry.get());
            }
        }
        assertThat(entries).filteredOn(Pass.class::isInstance).hasSize(1);
        assertThat(entries).filteredOn(Refused.class::isInstance).hasSize(callers - 1)
                .allSatisfy(entry -> assertThat(((Refused) entry).remaining()).isPositive());
    }

    @Test
    void i5ASuccessfulProbeClosesTheCircuit() {
        probe().succeeded();
        fail(4);
        assertThat(breaker.refusedFor()).isZero();
    }

    @Test
    void i5AFailedProbeOpensTheCircuitForThirtySecondsAgain() {
        probe().failed(OVERLOADED);
        assertThat(breaker.refusedFor()).isEqualTo(Duration.ofSeconds(30));
        world.advance(Duration.ofSeconds(30));
        pass().succeeded();
        assertThat(breaker.refusedFor()).isZero();
    }

    @Test
    void aCancelledProbeLeavesItsPlaceToTheNextCallerOnly() {
        probe().givenUp();
        Pass next = pass();
        assertThat(refused().message()).contains("one call is looking whether it is back");
        next.succeeded();
        assertThat(breaker.refusedFor()).isZero();
    }

    @Test
    void aLateAnswerOfACallFromBeforeIsNotTheAnswerOfTheProbe() {
        Pass slow = pass();
        Pass slower = pass();
        Pass probe = probe();
        slow.succeeded();
        assertThat(breaker.refusedFor()).isPositive();
        slower.failed(OVERLOADED);
        assertThat(breaker.refusedFor()).isLessThan(Duration.ofSeconds(30));
        probe.succeeded();
        assertThat(breaker.refusedFor()).isZero();
    }

    @Test
    void aProbeThatWasGivenUpHasNoSayLater() {
        Pass first = probe();
        first.givenUp();
        Pass second = pass();
        first.failed(OVERLOADED);
        first.succeeded();
        second.succeeded();
        assertThat(breaker.refusedFor()).isZero();
    }

    @Test
    void aPassCountsOnce() {
        Pass pass = pass();
        for (int i = 0; i < 10; i++) {
            pass.failed(OVERLOADED);
        }
        assertThat(breaker.refusedFor()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void onlyWhatAnotherAttemptCouldMendCounts(Kind kind) {
        for (int i = 0; i < 5; i++) {
            pass().failed(HarnessFailure.of(kind, "no"));
        }
        boolean counts = HarnessFailure.of(kind, "no").recoverable() && kind != Kind.RATE_LIMITED;
        assertThat(breaker.refusedFor().isPositive()).isEqualTo(counts);
    }

    @Test
    void callsThatWereUnderWayTogetherFailOnce() {
        List<Pass> together = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            together.add(pass());
        }
        together.forEach(pass -> pass.failed(OVERLOADED));
        assertThat(breaker.refusedFor()).as("one moment of trouble").isZero();
        fail(3);
        assertThat(breaker.refusedFor()).isZero();
        fail(1);
        assertThat(breaker.refusedFor()).as("the fifth one after the other").isPositive();
    }

    @Test
    void aBadRequestNeitherCountsNorClearsTheCount() {
        fail(4);
        pass().failed(HarnessFailure.of(Kind.BAD_REQUEST, "no"));
        assertThat(breaker.refusedFor()).isZero();
        fail(1);
        assertThat(breaker.refusedFor()).isPositive();
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
        CircuitBreakers breakers = new CircuitBreakers(new BreakerPolicy(1, Duration.ofSeconds(30)), world);
        CircuitBreaker openai = breakers.of("openai");
        ((Pass) openai.enter()).failed(OVERLOADED);
        assertThat(breakers.of("openai")).isSameAs(openai);
        assertThat(breakers.of("openai").refusedFor()).isPositive();
        assertThat(breakers.of("ollama").refusedFor()).isZero();
    }

    @Test
    void endpointsAreNamedAndNotEndless() {
        CircuitBreakers breakers = new CircuitBreakers(BreakerPolicy.DEFAULTS, world);
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

    /** The probe of a circuit that was opened for this. */
    private Pass probe() {
        fail(5);
        world.advance(Duration.ofSeconds(30));
        return pass();
    }

    private Pass pass() {
        return (Pass) breaker.enter();
    }

    private Refused refused() {
        return (Refused) breaker.enter();
    }
}
