package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.history.store.SignalHistory;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** History is bounded by bytes as well as by count, with one rule for the signals that leave. */
class HistoryBytesTest {

    @Test
    void theOldestLeaveUntilTheNewOneFits() {
        BusFixture stage = bytes(4 * size(1_000));
        for (int i = 0; i < 4; i++) {
            stage.bus.publish(sized(stage, "s" + i, "a", 1_000));
        }
        stage.bus.publish(sized(stage, "large", "a", 2_300));

        assertThat(stage.historyIds()).containsExactly("s2", "s3", "large");
        assertThat(stage.events).containsSubsequence("evicted s0", "evicted s1", "emitted large");
        assertThat(stage.bus.counts().evicted()).isEqualTo(2);
    }

    @Test
    void aSignalLargerThanTheLimitIsRetainedAlone() {
        BusFixture stage = bytes(1);
        stage.bus.publish(sized(stage, "s0", "a", 10));
        stage.bus.publish(sized(stage, "s1", "a", 10));

        assertThat(stage.historyIds()).containsExactly("s1");
    }

    @Test
    void expiredSignalsLeaveBeforeOthers() {
        BusFixture stage = bytes(3 * size(1_000) + 100);
        stage.bus.publish(sized(stage, "old", "a", 1_000));
        stage.bus.publish(Samples.said("brief", "a", stage.world.now(), draft(1_000).withTtl(Duration.ofSeconds(1))));
        stage.bus.publish(sized(stage, "s1", "a", 1_000));
        stage.world.advance(Duration.ofSeconds(2));
        stage.bus.publish(sized(stage, "s2", "a", 1_000));

        assertThat(stage.historyIds()).containsExactly("old", "s1", "s2");
        assertThat(stage.events).contains("expired brief");
    }

    @Test
    void whatIsHeldIsNotEvictedAndMoreIsRefusedThen() {
        BusFixture stage = bytes(3 * size(1_000));
        HistoryHold hold = stage.bus.hold(SignalFilter.ALL.withSource("held"));
        stage.bus.publish(sized(stage, "h0", "held", 1_000));
        stage.bus.publish(sized(stage, "s0", "a", 1_000));
        stage.bus.publish(sized(stage, "h1", "held", 1_000));
        stage.bus.publish(sized(stage, "h2", "held", 1_000));
        assertThat(stage.historyIds()).containsExactly("h0", "h1", "h2");

        assertThatExceptionOfType(BusFullException.class)
                .isThrownBy(() -> stage.bus.publish(sized(stage, "s1", "a", 1)))
                .withMessageContaining("maxHistoryBytes");
        assertThat(stage.journalIds()).doesNotContain("s1");
        hold.close();
        stage.bus.publish(sized(stage, "s2", "a", 1_000));
        assertThat(stage.historyIds()).containsExactly("h1", "h2", "s2");
    }

    @Test
    void aLimitBelowOneIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> BusConfig.defaults().withMaxHistoryBytes(0))
                .withMessage("maxHistoryBytes must be at least 1, got 0");
        assertThat(BusConfig.defaults().maxHistoryBytes()).isEqualTo(256L << 20);
    }

    /** Random sizes, expiries and sweeps, against a list that drops expired signals first, then its oldest. */
    @Test
    void whatStaysIsWhatASimpleListWouldKeep() {
        for (long seed = 0; seed < 60; seed++) {
            RandomGenerator random = new ManualWorld(Samples.T, seed).random("bytes");
            long max = random.nextLong(size(1), 8 * size(3_000));
            int count = random.nextInt(1, 20);
            BusFixture stage = new BusFixture(BusConfig.defaults().withMaxHistoryBytes(max).withMaxHistorySize(count)
                    .withSweepInterval(Duration.ZERO).withDetectConflicts(false));
            List<Signal> model = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                if (random.nextInt(6) == 0) {
                    stage.world.advance(Duration.ofSeconds(random.nextInt(15)));
                    stage.bus.sweep();
                    model.removeIf(signal -> isExpired(stage, signal));
                }
                Draft draft = draft(random.nextInt(3_000));
                Signal signal = Samples.said("s" + i, "a", stage.world.now(),
                        random.nextBoolean() ? draft : draft.withTtl(Duration.ofSeconds(random.nextInt(1, 30))));
                stage.bus.publish(signal);
                while (!model.isEmpty() && (model.size() >= count
                        || bytes(model) + SignalHistory.sizeOf(signal) > max)) {
                    model.removeFirst();
                }
                model.add(signal);

                assertThat(stage.bus.getHistory()).as("seed %d", seed).isEqualTo(model);
                assertThat(bytes(model)).isLessThanOrEqualTo(Math.max(max, SignalHistory.sizeOf(signal)));
            }
        }
    }

    private static boolean isExpired(BusFixture stage, Signal signal) {
        return signal.lifetime() instanceof Lifetime.Ttl ttl
                ? signal.time().plus(ttl.span()).isBefore(stage.world.now())
                : signal.time().plusSeconds(60).isBefore(stage.world.now());
    }

    private static long bytes(List<Signal> signals) {
        return signals.stream().mapToLong(SignalHistory::sizeOf).sum();
    }

    private static BusFixture bytes(long max) {
        return new BusFixture(BusConfig.defaults().withMaxHistoryBytes(max).withSweepInterval(Duration.ZERO)
                .withDetectConflicts(false));
    }

    private static long size(int characters) {
        return SignalHistory.sizeOf(Samples.said("s0", "a", Samples.T, draft(characters)));
    }

    private static Signal sized(BusFixture stage, String id, String agent, int characters) {
        return Samples.said(id, agent, stage.world.now(), draft(characters));
    }

    private static Draft draft(int characters) {
        return Draft.of(new Payload.Discovery("f" + "x".repeat(characters), null, 0.5), 0.6);
    }
}
