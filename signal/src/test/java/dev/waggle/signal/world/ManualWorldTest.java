package dev.waggle.signal.world;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.waggle.signal.Samples;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ManualWorldTest implements WorldContract {

    @Override
    public ManualWorld world(long seed) {
        return new ManualWorld(Samples.T, seed);
    }

    @Test
    void theClocksStandStillUntilTheyAreMoved() {
        ManualWorld world = world(7);
        long start = world.nanos();

        assertThat(world.now()).isEqualTo(Samples.T);
        world.advance(Duration.ofMillis(1500));
        world.advance(Duration.ZERO);

        assertThat(world.now()).isEqualTo(Samples.T.plusMillis(1500));
        assertThat(world.nanos() - start).isEqualTo(1_500_000_000L);
    }

    @Test
    void theClocksMoveForwardOnly() {
        assertThatIllegalArgumentException().isThrownBy(() -> world(7).advance(Duration.ofNanos(-1)))
                .withMessage("the clock moves forward only, got PT-0.000000001S");
    }

    @Test
    void theSameSeedGivesTheSameIds() {
        ManualWorld one = world(7);
        ManualWorld other = world(7);

        for (int i = 0; i < 100; i++) {
            assertThat(one.nextId("sig")).isEqualTo(other.nextId("sig"));
            one.advance(Duration.ofMillis(i % 3));
            other.advance(Duration.ofMillis(i % 3));
        }
        assertThat(one.nextId("sig")).isNotEqualTo(world(8).nextId("sig"));
        assertThat(one.fork("a").nextId("sig")).isEqualTo(other.fork("a").nextId("sig"))
                .isNotEqualTo(other.fork("b").nextId("sig"));
    }

    @Test
    void idsBeforeNineteenSeventyAreRandomToo() {
        ManualWorld early = new ManualWorld(Instant.EPOCH.minusSeconds(1), 7);
        ManualWorld other = new ManualWorld(Instant.EPOCH.minusSeconds(1), 8);

        String first = early.nextId("sig");
        assertThat(first).startsWith("sig_0000000000").isNotEqualTo(other.nextId("sig"));
        assertThat(early.nextId("sig")).isGreaterThan(first);
    }

    /** The precision of the real world and of every log, so that a signal survives its way through a file. */
    @Test
    void datesAreCutToMilliseconds() {
        ManualWorld world = new ManualWorld(Samples.T.plusNanos(999_999), 7);

        assertThat(world.now()).isEqualTo(Samples.T);
        world.advance(Duration.ofNanos(1));
        assertThat(world.now()).isEqualTo(Samples.T.plusMillis(1));
        assertThat(world.nanos()).isEqualTo(1);
    }

    @Test
    void awaitTakesTheLongestTimesOnAnOldClock() {
        ManualWorld world = world(7);
        world.advance(Duration.ofNanos(1));
        CompletableFuture<String> future = new CompletableFuture<>();
        CompletableFuture<Boolean> ending = new CompletableFuture<>();
        Thread waiter = Thread.ofVirtual()
                .start(() -> ending.complete(isDone(world, future, Duration.ofNanos(Long.MAX_VALUE))));

        while (waiter.getState() != Thread.State.WAITING && !ending.isDone()) {
            Thread.onSpinWait();
        }
        future.complete("yes");

        assertThat(ending.join()).isTrue();
    }

    @Test
    void forksShareTheClock() {
        ManualWorld world = world(7);
        World fork = world.fork("a").fork("b");
        world.advance(Duration.ofSeconds(9));

        assertThat(fork.now()).isEqualTo(world.now());
        assertThat(fork.nanos()).isEqualTo(world.nanos());
    }

    @Test
    void awaitEndsWhenTheClockIsMovedToTheLimit() {
        ManualWorld world = world(7);
        World fork = world.fork("a");
        CompletableFuture<String> never = new CompletableFuture<>();
        CompletableFuture<Long> waited = inBackground(() -> {
            long start = fork.nanos();
            assertThat(isDone(fork, never, Duration.ofSeconds(10))).isFalse();
            return fork.nanos() - start;
        });

        while (!waited.isDone()) {
            world.advance(Duration.ofSeconds(1));
        }

        assertThat(waited.join()).isGreaterThanOrEqualTo(10_000_000_000L);
        assertThat(never).isNotDone();
    }

    @Test
    void awaitDoesNotNeedTheClockWhenTheFutureIsDone() {
        ManualWorld world = world(7);
        CompletableFuture<String> future = new CompletableFuture<>();
        CompletableFuture<Boolean> waited = inBackground(() -> isDone(world, future, Duration.ofNanos(1)));

        future.completeExceptionally(new IllegalStateException("no"));

        assertThat(waited.join()).isTrue();
        assertThat(world.now()).isEqualTo(Samples.T);
    }

    @Test
    void severalWaitersEndTogether() {
        ManualWorld world = world(7);
        CompletableFuture<String> future = new CompletableFuture<>();
        CompletableFuture<Boolean> one = inBackground(() -> isDone(world, future, Duration.ofHours(1)));
        CompletableFuture<Boolean> other = inBackground(() -> isDone(world.fork("a"), future, Duration.ofHours(2)));

        future.complete("yes");

        assertThat(one.join()).isTrue();
        assertThat(other.join()).isTrue();
    }

    /** Were each wake-up one of all waiters, this would be a hundred million of them. */
    @Test
    void tenThousandWaitersEndOneAfterTheOther() {
        ManualWorld world = world(7);
        List<CompletableFuture<String>> futures = Stream.generate(CompletableFuture<String>::new).limit(10_000)
                .toList();
        List<CompletableFuture<Boolean>> waits = futures.stream()
                .map(future -> inBackground(() -> isDone(world, future, Duration.ofSeconds(10)))).toList();

        for (int i = 0; i < futures.size(); i++) {
            futures.get(i).complete("yes");
            assertThat(waits.get(i).join()).isTrue();
        }
    }

    @Test
    void awaitEndsWhenAWaitingThreadIsInterrupted() throws InterruptedException {
        CompletableFuture<Boolean> ending = new CompletableFuture<>();
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                ending.complete(world(7).await(new CompletableFuture<>(), Duration.ofDays(1)));
            } catch (InterruptedException interrupted) {
                ending.completeExceptionally(interrupted);
            }
        });

        waiter.interrupt();
        waiter.join();

        assertThatExceptionOfType(CompletionException.class).isThrownBy(ending::join)
                .withCauseInstanceOf(InterruptedException.class);
    }

    private static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, Thread::startVirtualThread);
    }

    private static boolean isDone(World world, CompletableFuture<?> future, Duration atMost) {
        try {
            return world.await(future, atMost);
        } catch (InterruptedException interrupted) {
            throw new AssertionError("nobody interrupts here", interrupted);
        }
    }
}
