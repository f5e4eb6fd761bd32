package dev.waggle.signal.connectivity.layer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ClosedSignalRetention;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.ConvergenceRole;
import dev.waggle.signal.connectivity.CrowdedSource;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.OpenSignalLimit.OverflowPolicy;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.ThreadStats;
import dev.waggle.signal.log.MemoryJournal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Limits by count and bytes against sums that are made anew from a list, over random operations of every kind. */
class LimitModelTest {

    /** The size of a signal besides its characters. */
    private static final long BASE = 350;

    @Test
    void theLimitsFollowTheSumOfWhatIsThere() {
        for (long seed = 0; seed < 24; seed++) {
            new Run(seed, 1_200).play();
        }
    }

    @Test
    @Tag("long")
    void theLimitsFollowTheSumOfWhatIsThereInManyRuns() {
        for (long seed = 1_000; seed < 1_150; seed++) {
            new Run(seed, 2_500).play();
        }
    }

    /** A signal of the model. */
    private static final class Known {

        private final ConnectivitySignal first;
        private final boolean duty;
        private final long birth;
        private SignalState state;
        private boolean acknowledged;

        Known(ConnectivitySignal first, boolean duty, long birth) {
            this.first = first;
            this.duty = duty;
            this.birth = birth;
            this.state = first.state();
        }

        boolean isOpen() {
            return !state.isTerminal();
        }

        boolean waits() {
            return duty && isOpen() && !acknowledged;
        }

        long bytes() {
            return size(first.source(), first.summary(), first.details());
        }
    }

    private static long size(EmitSignalInput input) {
        return size(Objects.requireNonNull(input.source()), Objects.requireNonNull(input.summary()), input.details());
    }

    private static long size(String source, String summary, @Nullable String details) {
        return BASE + 2L * (source.length() + summary.length() + (details == null ? 0 : details.length()));
    }

    private static final class Run {

        private final String as;
        private final int steps;
        private final Random random;
        private final OpenSignalLimit limit;
        private final ClosedSignalRetention retention;
        private final MemoryJournal journal = new MemoryJournal();
        private final ConnectivityLayerConfig config;
        private final LayerFixture stage;
        private final Map<String, Known> known = new HashMap<>();
        private final List<Known> all = new ArrayList<>();
        /** Closed signals, by their ends. */
        private final List<Known> closed = new ArrayList<>();
        private final List<String> ids = new ArrayList<>(List.of("sig_none"));
        private final List<String> events = new ArrayList<>();
        private long step;
        private int evictions;
        private int refusals;

        Run(long seed, int steps) {
            as = "seed " + seed;
            this.steps = steps;
            random = new Random(seed);
            limit = new OpenSignalLimit(random.nextInt(1, 25), random.nextInt(900, 12_000),
                    pick(List.of(OverflowPolicy.values())));
            retention = switch (random.nextInt(3)) {
                case 0 -> new ClosedSignalRetention(random.nextInt(6), Long.MAX_VALUE);
                case 1 -> new ClosedSignalRetention(1_000, random.nextInt(9_000));
                default -> new ClosedSignalRetention(random.nextInt(40), random.nextInt(30_000));
            };
            config = ConnectivityLayerConfig.defaults().withOpenLimit(limit).withClosedRetention(retention)
                    .withLedger(FactLedger.of(journal));
            stage = new LayerFixture(config);
            if (random.nextBoolean()) {
                stage.layer.onSignal((signal, event) -> events.add(signal.id() + " " + event));
            }
        }

        void play() {
            for (int i = 0; i < steps; i++) {
                switch (random.nextInt(12)) {
                    case 0 -> advance();
                    case 1, 2 -> resolve(pick(ids));
                    case 3 -> acknowledge(pick(ids));
                    case 4 -> {
                        if (random.nextInt(60) == 0) {
                            closeThread();
                        }
                    }
                    default -> emit();
                }
                check(i);
                if (i % 200 == 199) {
                    checkRestored(config, retention);
                    ClosedSignalRetention other = new ClosedSignalRetention(random.nextInt(30),
                            random.nextInt(20_000));
                    checkRestored(config.withClosedRetention(other).withOpenLimit(
                            new OpenSignalLimit(random.nextInt(1, 4), 1_000, OverflowPolicy.REFUSE)), other);
                }
            }
            assertThat(stage.failures).as(as).isEmpty();
            assertThat(evictions + refusals).as(as).isPositive();
        }

        private void emit() {
            EmitSignalInput input = input();
            String replaces = input.replaces();
            Known replaced = replaces == null ? null : known.get(replaces);
            boolean isRefused = replaces != null && (replaced == null || !replaced.isOpen());
            Optional<Known> repeated = repeated(input);
            boolean isPlain = !isRefused && repeated.isEmpty();
            Known evicted = isPlain ? candidate(input, replaced) : null;
            boolean isFull = isPlain && evicted == null && !fits(input, replaced);
            events.clear();
            EmitReceipt receipt;
            try {
                receipt = stage.layer.emit(input);
            } catch (CapacityException full) {
                assertThat(isFull).as("%s: %s", as, full.getMessage()).isTrue();
                refusals++;
                return;
            } catch (ConnectivityException refused) {
                assertThat(isRefused).as("%s: %s", as, refused.getMessage()).isTrue();
                return;
            }
            assertThat(isRefused || isFull).as("%s, %s is stored, full: %s", as, input, isFull).isFalse();
            assertThat(receipt.suppressed()).as(as).isEqualTo(repeated.isPresent());
            if (repeated.isPresent()) {
                assertThat(receipt.signal().id()).as(as).isEqualTo(repeated.get().first.id());
                return;
            }
            boolean inherits = replaced != null && replaced.waits();
            if (replaced != null) {
                end(replaced, SignalState.SUPERSEDED);
            }
            if (evicted != null) {
                evictions++;
                end(evicted, SignalState.EXPIRED);
            }
            ConnectivitySignal signal = receipt.signal();
            Known added = new Known(signal, inherits || signal.priority() == Priority.CRITICAL, step);
            known.put(signal.id(), added);
            all.add(added);
            ids.add(signal.id());
            if (signal.state() == SignalState.ACTIVE) {
                List<String> expected = Stream.of(Optional.ofNullable(evicted).map(one -> one.first.id() + " EXPIRED"),
                        Optional.ofNullable(replaced).map(one -> one.first.id() + " SUPERSEDED"),
                        Optional.of(signal.id() + " " + SignalEvent.EMITTED)).flatMap(Optional::stream).toList();
                assertThat(events).as(as).isEqualTo(expected);
            }
        }

        private boolean fits(EmitSignalInput input, @Nullable Known replaced) {
            long added = size(input)
                    - (replaced == null ? 0 : replaced.bytes());
            boolean hasPlace = replaced != null || open().size() < limit.max();
            return hasPlace && (openBytes() + added <= limit.maxBytes() || added <= 0);
        }

        /** The signal that has to expire: oldest of the lowest priority, not blocking, waiting or more urgent. */
        private @Nullable Known candidate(EmitSignalInput input, @Nullable Known replaced) {
            if (fits(input, replaced) || replaced != null || limit.whenFull() == OverflowPolicy.REFUSE) {
                return null;
            }
            Known spare = null;
            for (Known one : open()) {
                if (!one.waits() && one.first.signalClass().convergence() != ConvergenceRole.BLOCKING
                        && (spare == null || one.first.priority().compareTo(spare.first.priority()) < 0)) {
                    spare = one;
                }
            }
            long need = openBytes() + size(input) - limit.maxBytes();
            return spare == null || spare.first.priority().compareTo(Objects.requireNonNull(input.priority())) > 0
                    || spare.bytes() < need
                            ? null : spare;
        }

        private void resolve(String id) {
            Known one = known.get(id);
            boolean isFine = one != null && ((one.state == SignalState.RESOLVED && isRetained(one))
                    || (one.isOpen() && !one.waits()));
            assertThat(succeeds(() -> stage.layer.resolve(id))).as(as).isEqualTo(isFine);
            if (one != null && isFine && one.isOpen()) {
                end(one, SignalState.RESOLVED);
            }
        }

        private void acknowledge(String id) {
            Known one = known.get(id);
            boolean isFine = one != null && isRetained(one) && (one.isOpen() || one.acknowledged);
            assertThat(succeeds(() -> stage.layer.acknowledge(id, "coordinator"))).as(as).isEqualTo(isFine);
            if (one != null && isFine) {
                one.acknowledged = true;
            }
        }

        private void advance() {
            step++;
            stage.layer.advanceStep("t1");
            for (Known one : open()) {
                Long expires = one.first.expiresAtStep();
                if (expires != null && Math.max(expires, one.birth + 1) <= step && !one.waits()) {
                    end(one, SignalState.EXPIRED);
                }
            }
        }

        private void closeThread() {
            stage.layer.closeThread("t1");
            known.clear();
            all.clear();
            closed.clear();
            step = 0;
        }

        private void end(Known one, SignalState state) {
            one.state = state;
            closed.add(one);
        }

        private void check(int i) {
            check(stage.layer, retention, as + ", step " + i);
        }

        private void checkRestored(ConnectivityLayerConfig other, ClosedSignalRetention limits) {
            List<String> reports = new ArrayList<>();
            DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(stage.clock,
                    other.withFailures((failure, where) -> reports.add(where + failure)), journal);
            assertThat(reports).as(as).isEmpty();
            check(restored, limits, as + ", restored with " + limits);
        }

        private void check(DefaultConnectivityLayer layer, ClosedSignalRetention limits, String when) {
            List<Known> kept = retained(limits);
            List<ConnectivitySignal> dump = LayerFixture.dump(layer, "t1");
            assertThat(dump.stream().map(ConnectivitySignal::id)).as(when)
                    .isEqualTo(kept.stream().map(one -> one.first.id()).toList());
            for (int i = 0; i < dump.size(); i++) {
                assertThat(dump.get(i).acknowledged()).as(when).isEqualTo(kept.get(i).acknowledged);
                assertThat(layer.get(dump.get(i).id())).as(when).contains(dump.get(i));
            }
            ThreadStats stats = layer.stats("t1");
            assertThat(stats.open()).as(when).isEqualTo(open().size());
            assertThat(stats.total()).as(when).isEqualTo(all.size());
            assertThat(stats.forgotten()).as(when).isEqualTo(all.size() - kept.size());
            assertThat(stats.waiting()).as(when).isEqualTo((int) all.stream().filter(Known::waits).count());
            for (SignalState state : SignalState.values()) {
                assertThat(stats.signals().get(state)).as(when)
                        .isEqualTo((int) all.stream().filter(one -> one.state == state).count());
            }
            assertThat(layer.awaitingAcknowledgement("t1").stream().map(ConnectivitySignal::id)).as(when)
                    .isEqualTo(all.stream().filter(Known::waits).map(one -> one.first.id()).toList());
            checkConvergence(layer.convergence("t1"), when);
            checkCrowds(layer, when);
        }

        private void checkConvergence(Convergence found, String when) {
            Map<String, Known> latest = new HashMap<>();
            for (Known one : open()) {
                if (one.first.messageClass() == MessageClass.CONFIDENCE) {
                    latest.put(one.first.source(), one);
                }
            }
            boolean isBlocked = open().stream()
                    .anyMatch(one -> one.first.signalClass().equals(SignalClass.CONFLICT_ACTIVE)
                            || one.first.messageClass() == MessageClass.ESCALATION);
            boolean isUnsure = latest.values().stream()
                    .anyMatch(one -> one.first.signalClass().convergence() != ConvergenceRole.NEUTRAL);
            assertThat(found.converged()).as("%s: %s", when, found).isEqualTo(!isBlocked && !isUnsure);
        }

        private void checkCrowds(DefaultConnectivityLayer layer, String when) {
            Map<String, Integer> counts = new HashMap<>();
            for (Known one : open()) {
                if (one.first.messageClass() != MessageClass.HANDOFF) {
                    counts.merge(one.first.source(), 1, Integer::sum);
                }
            }
            counts.values().removeIf(count -> count <= CrowdedSource.GUIDELINE);
            Map<String, Integer> found = new HashMap<>();
            layer.crowdedSources("t1").forEach(crowd -> found.put(crowd.source(), crowd.open()));
            assertThat(found).as(when).isEqualTo(counts);
        }

        /** Open signals, and of the closed ones the longest end within both limits; in the order of emission. */
        private List<Known> retained(ClosedSignalRetention limits) {
            int from = closed.size();
            long bytes = 0;
            while (from > 0 && closed.size() - from < limits.maxCount()
                    && bytes + closed.get(from - 1).bytes() <= limits.maxBytes()) {
                from--;
                bytes += closed.get(from).bytes();
            }
            List<Known> lost = closed.subList(0, from);
            return all.stream().filter(one -> one.isOpen() || !lost.contains(one)).toList();
        }

        private boolean isRetained(Known one) {
            return retained(retention).contains(one);
        }

        private List<Known> open() {
            return all.stream().filter(Known::isOpen).toList();
        }

        private long openBytes() {
            return open().stream().mapToLong(Known::bytes).sum();
        }

        private EmitSignalInput input() {
            SignalClass signalClass = pick(List.of(SignalClass.values()));
            String source = random.nextInt(3) == 0 ? "crowd" : "s" + random.nextInt(6);
            EmitSignalInput input = LayerFixture.saying(
                    "summary " + random.nextInt(3) + "é".repeat(random.nextInt(2) * 50),
                    LayerFixture.with(pick(List.of(Priority.values())), LayerFixture.to(
                            pick(List.of(Audience.RoleName.values())),
                            LayerFixture.from(source, LayerFixture.input(signalClass)))));
            if (random.nextInt(3) == 0) {
                input = input.replacing(
                        pick(random.nextBoolean() ? ids : ids.subList(Math.max(0, ids.size() - 8), ids.size())));
            }
            if (random.nextInt(3) == 0) {
                input = input.expiringAtStep(Math.max(0, step + random.nextInt(8) - 3));
            }
            return random.nextInt(2) == 0 ? input.withDetails("d".repeat(random.nextInt(1_500))) : input;
        }

        /** The oldest open signal of this step with the same key that is at least as urgent. */
        private Optional<Known> repeated(EmitSignalInput input) {
            return input.replaces() != null || input.priority() == Priority.CRITICAL ? Optional.empty()
                    : open().stream().filter(one -> one.birth == step && one.first.source().equals(input.source())
                            && one.first.signalClass().equals(input.signalClass())
                            && one.first.audience() == input.audience()
                            && one.first.priority().compareTo(Objects.requireNonNull(input.priority())) >= 0
                            && (input.messageClass() != MessageClass.ESCALATION
                                    || one.first.summary().equals(input.summary())))
                            .findFirst();
        }

        private <T> T pick(List<T> items) {
            return items.get(random.nextInt(items.size()));
        }

        private static boolean succeeds(Runnable change) {
            try {
                change.run();
                return true;
            } catch (ConnectivityException refused) {
                return false;
            }
        }
    }
}
