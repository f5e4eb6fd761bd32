package dev.waggle.lab.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.ManualWorld;

/**
 * Measurement of a publisher's wait while a sweep runs. A history of 100,000, half of it over, is swept by one thread
 * while another publishes. The baseline is the same publisher without a sweep. Prints percentiles of one publish.
 */
public final class SweepPause {

    private static final int RETAINED = 100_000;
    private static final int PUBLISHED = 40_000;
    private static final int WARMUPS = 10;
    private static final Duration BRIEF = Duration.ofSeconds(1);

    private final ManualWorld world = new ManualWorld(Instant.ofEpochSecond(1_700_000_000), 1);
    private final SignalBus bus = new SignalBus(world, BusConfig.defaults().withMaxHistorySize(2 * RETAINED)
            .withDefaultTtl(Duration.ofDays(1)).withSweepInterval(Duration.ZERO), Journal.silent(), BusObserver.SILENT);
    private long lastNumber;
    private long sweptInAll;

    private SweepPause() {}

    /**
     * Measures.
     *
     * @param args how many sweeps, 50 unless given
     */
    public static void main(String[] args) throws InterruptedException {
        new SweepPause().run(args.length == 0 ? 50 : Integer.parseInt(args[0]));
    }

    private void run(int sweeps) throws InterruptedException {
        bus.subscribe("a", List.of(SignalType.DISCOVERY), signal -> {
        });
        for (int i = 0; i < WARMUPS; i++) {
            round(true);
        }
        sweptInAll = 0;
        long[] calm = new long[0];
        long[] swept = new long[0];
        for (int i = 0; i < sweeps; i++) {
            calm = joined(calm, round(false));
            swept = joined(swept, round(true));
        }
        System.out.printf(Locale.ROOT, "%d sweeps, %d signals each%n", sweeps, sweptInAll / sweeps);
        print("no sweep runs", calm);
        print("a sweep runs", swept);
    }

    /** The times of the publishes of one round, in nanoseconds. */
    private long[] round(boolean isSwept) throws InterruptedException {
        for (int i = 0; i < RETAINED / 2; i++) {
            bus.publish(signal(BRIEF));
            bus.publish(signal(Duration.ofHours(1)));
        }
        world.advance(BRIEF.plusMillis(1));
        CountDownLatch start = new CountDownLatch(1);
        Thread sweeper = Thread.ofPlatform().start(() -> {
            start.countDown();
            sweptInAll += isSwept ? bus.sweep() : 0;
        });
        start.await();
        long[] times = new long[PUBLISHED];
        int count = 0;
        while (count < PUBLISHED && (sweeper.isAlive() || !isSwept)) {
            Signal signal = signal(Duration.ofHours(1));
            long begin = System.nanoTime();
            bus.publish(signal);
            times[count++] = System.nanoTime() - begin;
        }
        sweeper.join();
        world.advance(Duration.ofHours(2));
        bus.sweep();
        return Arrays.copyOf(times, count);
    }

    private Signal signal(Duration ttl) {
        lastNumber++;
        return Signal.of(Draft.of(new Payload.Discovery("finding", null, 0.5), 0.5).withTtl(ttl),
                new Stamp("sig-" + lastNumber, Source.agent("agent-" + lastNumber % 10), world.now(), Scope.NONE));
    }

    private static long[] joined(long[] one, long[] other) {
        long[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private static void print(String label, long[] times) {
        Arrays.sort(times);
        System.out.printf(Locale.ROOT, "%-14s %9d publishes  p50 %.1f us  p99 %.1f us  p99.9 %.1f us  max %.1f us%n",
                label,
                times.length, at(times, 0.5), at(times, 0.99), at(times, 0.999), at(times, 1));
    }

    private static double at(long[] sorted, double share) {
        int place = (int) Math.min(sorted.length - 1L, Math.round(share * (sorted.length - 1)));
        return sorted.length == 0 ? 0 : sorted[place] / 1000.0;
    }
}
