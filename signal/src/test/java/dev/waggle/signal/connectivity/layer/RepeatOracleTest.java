package dev.waggle.signal.connectivity.layer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ClosedSignalRetention;
import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.connectivity.SuppressionConfig.BroadcastPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Random emits against the rule of repeats, read off the stored signals one by one. */
class RepeatOracleTest {

    private static final Duration WINDOW = Duration.ofMillis(20);

    @Test
    void exactlyTheRepeatsOfOneKeyAreSwallowed() {
        for (long seed = 0; seed < 60; seed++) {
            boolean byTime = seed % 2 == 1;
            BroadcastPolicy broadcast = seed % 3 == 0 ? BroadcastPolicy.STRICT : BroadcastPolicy.STANDARD;
            new Run(seed, byTime, broadcast).play();
        }
    }

    /** One seeded run and the oracle's own clock and step. */
    private static final class Run {

        private final Random random;
        private final String as;
        private final boolean byTime;
        private final BroadcastPolicy broadcast;
        private final LayerFixture stage;
        private final Map<String, Long> births = new HashMap<>();
        private int routed;
        private long step;

        Run(long seed, boolean byTime, BroadcastPolicy broadcast) {
            this.random = new Random(seed);
            this.as = "seed " + seed;
            this.byTime = byTime;
            this.broadcast = broadcast;
            SuppressionConfig window = byTime ? new SuppressionConfig.ByTime(WINDOW) : SuppressionConfig.byStep();
            ConnectivityLayerConfig config = seed % 5 < 2 ? ConnectivityLayerConfig.defaults()
                    : ConnectivityLayerConfig.defaults().withClosedRetention(new ClosedSignalRetention(2, 2_000))
                            .withOpenLimit(new OpenSignalLimit(9, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST));
            stage = new LayerFixture(config.withSuppression(window).withBroadcast(broadcast)
                    .withHook(_ -> {
                        routed++;
                        return Optional.empty();
                    }));
        }

        void play() {
            for (int i = 0; i < 400; i++) {
                switch (random.nextInt(12)) {
                    case 0 -> {
                        step++;
                        stage.layer.advanceStep("t1");
                    }
                    case 1 -> stage.clock.move(random.nextInt(15));
                    case 2, 3 -> LayerFixture.dump(stage.layer, "t1").stream()
                            .filter(signal -> signal.isOpen()
                                    && !stage.layer.awaitingAcknowledgement("t1").contains(signal))
                            .findAny()
                            .ifPresent(signal -> stage.layer.resolve(signal.id()));
                    case 4 -> stage.layer.awaitingAcknowledgement("t1")
                            .forEach(signal -> stage.layer.acknowledge(signal.id(), "coordinator"));
                    default -> emit();
                }
            }
        }

        private void emit() {
            EmitSignalInput input = input();
            Optional<ConnectivitySignal> expected = LayerFixture.dump(stage.layer, "t1").stream()
                    .filter(stored -> swallows(stored, input)).findFirst();
            int routedBefore = routed;

            EmitReceipt receipt;
            try {
                receipt = stage.layer.emit(input);
            } catch (CapacityException full) {
                assertThat(expected).as(as + " " + input).isEmpty();
                return;
            }

            assertThat(receipt.suppressed()).as(as + " " + input).isEqualTo(expected.isPresent());
            expected.ifPresent(oldest -> assertThat(receipt.signal()).as(as).isEqualTo(oldest));
            boolean urgent = input.priority() == Priority.CRITICAL || input.messageClass() == MessageClass.ESCALATION;
            assertThat(routed - routedBefore).as(as).isEqualTo(urgent && !receipt.suppressed() ? 1 : 0);
            if (!receipt.suppressed()) {
                births.put(receipt.signal().id(), step);
            }
        }

        private boolean swallows(ConnectivitySignal stored, EmitSignalInput input) {
            boolean isInWindow = byTime
                    ? Duration.between(stored.emittedAt(), stage.clock.now()).compareTo(WINDOW) <= 0
                    : births.getOrDefault(stored.id(), -1L) == step;
            boolean isStrict = broadcast == BroadcastPolicy.STRICT && stored.audience() == Audience.RoleName.ALL;
            return input.replaces() == null && stored.isOpen() && stored.source().equals(input.source())
                    && stored.signalClass().equals(input.signalClass()) && stored.audience() == input.audience()
                    && input.priority() != Priority.CRITICAL && stored.priority().compareTo(input.priority()) >= 0
                    && (input.messageClass() != MessageClass.ESCALATION || stored.summary().equals(input.summary()))
                    && (isStrict || isInWindow);
        }

        private EmitSignalInput input() {
            SignalClass signalClass = pick(List.of(SignalClass.ATTENTION_RAISE, SignalClass.ESCALATION_UNCERTAINTY,
                    SignalClass.CONFIDENCE_LOW));
            EmitSignalInput input = LayerFixture.saying(pick(List.of("one", "two")),
                    LayerFixture.with(pick(List.of(Priority.values())), LayerFixture.to(
                            pick(List.of(Audience.RoleName.values())),
                            LayerFixture.from(pick(List.of("a", "b")), LayerFixture.input(signalClass)))));
            if (random.nextInt(3) == 0) {
                input = input.expiringAtStep(step + random.nextInt(3));
            }
            List<ConnectivitySignal> open = stage.layer.query(SignalQuery.of("t1"));
            if (random.nextInt(5) == 0 && !open.isEmpty()) {
                input = input.replacing(pick(open).id());
            }
            return random.nextInt(4) == 0 && signalClass != SignalClass.CONFIDENCE_LOW ? input.withConfidence(0.5)
                    : input;
        }

        private <T> T pick(List<T> items) {
            return items.get(random.nextInt(items.size()));
        }
    }
}
