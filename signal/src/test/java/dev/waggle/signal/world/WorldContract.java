package dev.waggle.signal.world;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Contract of every world. */
public interface WorldContract {

    /** A world with that seed. */
    World world(long seed);

    @Test
    default void theSameSeedAndPurposeGiveTheSameNumbers() {
        assertThat(numbers(world(7).random("agent-1"))).isEqualTo(numbers(world(7).random("agent-1")));
        assertThat(world(7).seed()).isEqualTo(7);
    }

    @Test
    default void askingAgainForAPurposeStartsItsNumbersAgain() {
        World world = world(7);
        List<Long> first = numbers(world.random("agent-1"));

        assertThat(numbers(world.random("agent-1"))).isEqualTo(first);
    }

    @Test
    default void purposesDoNotDisturbEachOther() {
        World world = world(7);
        RandomGenerator one = world.random("agent-1");
        RandomGenerator other = world.random("agent-2");
        long firstOfOne = one.nextLong();
        other.nextLong();
        world.nextId("sig");
        world.fork("agent-1").random("agent-1").nextLong();

        assertThat(List.of(firstOfOne, one.nextLong())).isEqualTo(numbers(world(7).random("agent-1")).subList(0, 2));
    }

    @Test
    default void otherPurposesSeedsAndForksGiveOtherNumbers() {
        Set<List<Long>> streams = new HashSet<>();
        for (long seed = -5; seed < 5; seed++) {
            for (String name : List.of("", "agent-1", "agent-2", "agent-11", "tnega")) {
                streams.add(numbers(world(seed).random(name)));
                streams.add(numbers(world(seed).fork(name).random("agent-1")));
                streams.add(numbers(world(seed).fork(name).fork(name).random("agent-1")));
            }
        }

        assertThat(streams).hasSize(150);
    }

    /** Near seeds and names of one letter, as small experiments have them, must not share numbers. */
    @Test
    default void nearSeedsAndShortNamesGiveOtherNumbers() {
        Set<Long> first = new HashSet<>();
        for (long seed = 0; seed < 64; seed++) {
            for (char name = 'a'; name <= 'z'; name++) {
                first.add(world(seed).random(String.valueOf(name)).nextLong());
            }
        }

        assertThat(first).hasSize(64 * 26);
    }

    @Test
    default void aForkDependsOnTheSeedAndItsNameOnly() {
        World early = world(7);
        World late = world(7);
        late.fork("other").nextId("sig");
        late.random("other").nextLong();

        assertThat(late.fork("a").seed()).isEqualTo(early.fork("a").seed()).isNotEqualTo(early.seed());
        assertThat(numbers(late.fork("a").random("b"))).isEqualTo(numbers(early.fork("a").random("b")));
        assertThat(late.fork("a").seed()).isNotEqualTo(late.fork("b").seed());
    }

    @Test
    default void idsNeverGoBackwards() {
        World world = world(7);
        String last = world.nextId("sig");
        for (int i = 0; i < 1000; i++) {
            String next = world.nextId("sig");
            assertThat(next).isGreaterThan(last).startsWith("sig_").hasSize(30);
            last = next;
        }
    }

    @Test
    default void theStopwatchNeverStepsBack() {
        World world = world(7);
        long first = world.nanos();

        assertThat(world.nanos() - first).isNotNegative();
    }

    @Test
    default void awaitAnswersAtOnceWhenTheFutureIsDone() throws InterruptedException {
        World world = world(7);

        assertThat(world.await(CompletableFuture.completedFuture("yes"), Duration.ofDays(1))).isTrue();
        assertThat(world.await(CompletableFuture.completedFuture("yes"), Duration.ZERO)).isTrue();
        assertThat(world.await(CompletableFuture.failedFuture(new IllegalStateException("no")), Duration.ofDays(1)))
                .isTrue();
    }

    @Test
    default void awaitAnswersAtOnceWhenTheFutureIsCancelled() throws InterruptedException {
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        cancelled.cancel(false);

        assertThat(world(7).await(cancelled, Duration.ofDays(1))).isTrue();
    }

    @Test
    default void awaitTakesTheLongestTimes() throws InterruptedException {
        for (Duration longest : List.of(Duration.ofNanos(Long.MAX_VALUE), ChronoUnit.FOREVER.getDuration())) {
            World world = world(7);
            CompletableFuture<String> future = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> future.complete("yes"));

            assertThat(world.await(future, longest)).isTrue();
        }
    }

    @Test
    default void awaitDoesNotWaitWithoutTime() throws InterruptedException {
        CompletableFuture<String> future = new CompletableFuture<>();

        assertThat(world(7).await(future, Duration.ZERO)).isFalse();
        assertThat(world(7).await(future, Duration.ofSeconds(-1))).isFalse();
        assertThat(future).isNotDone();
    }

    @Test
    default void awaitUntilAMomentThatHasPassedDoesNotWait() throws InterruptedException {
        World world = world(7);

        assertThat(world.awaitUntil(new CompletableFuture<>(), world.nanos())).isFalse();
        assertThat(world.awaitUntil(new CompletableFuture<>(), world.nanos() - 1)).isFalse();
        assertThat(world.awaitUntil(CompletableFuture.completedFuture("yes"), world.nanos() - 1)).isTrue();
    }

    @Test
    default void awaitEndsWhenTheFutureIsDone() throws InterruptedException {
        World world = world(7);
        CompletableFuture<String> future = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> future.complete("yes"));

        assertThat(world.await(future, Duration.ofDays(1))).isTrue();
    }

    @Test
    default void awaitEndsWhenTheWaiterIsInterrupted() {
        CompletableFuture<String> future = new CompletableFuture<>();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> world(7).await(future, Duration.ofDays(1)));
        assertThat(Thread.interrupted()).isFalse();
        assertThat(future).isNotDone();
    }

    private static List<Long> numbers(RandomGenerator random) {
        return random.longs(4).boxed().toList();
    }
}
