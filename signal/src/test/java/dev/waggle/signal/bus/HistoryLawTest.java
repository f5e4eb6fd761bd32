package dev.waggle.signal.bus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The law of history: every answer equals a plain scan of a plain list. It holds for any order of publishing, evicting,
 * holding, sweeping and querying.
 */
class HistoryLawTest {

    private static final List<SignalType> TYPES = List.of(SignalType.DISCOVERY, SignalType.VOTE, SignalType.DOUBT,
            SignalType.custom("team:note"));
    private static final Duration DEFAULT_TTL = Duration.ofSeconds(60);
    private static final int STEPS = 1500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyAnswerEqualsAScan(long seed) {
        ManualWorld world = new ManualWorld(Samples.T, seed);
        RandomGenerator random = world.random("history");
        int max = random.nextInt(1, 120);
        BusFixture stage = new BusFixture(BusConfig.defaults().withMaxHistorySize(max).withDefaultTtl(DEFAULT_TTL)
                .withDetectConflicts(false).withSweepInterval(Duration.ZERO));
        Scan scan = new Scan(max);
        HistoryHold hold = null;
        for (int step = 0; step < STEPS; step++) {
            String at = "seed " + seed + ", step " + step;
            Instant now = stage.world.now();
            switch (random.nextInt(12)) {
                case 0 -> stage.world.advance(Duration.ofMillis(random.nextInt(20_000)));
                case 1 -> {
                    scan.sweep(now);
                    stage.bus.sweep();
                }
                case 2 -> {
                    if (hold == null) {
                        hold = stage.bus.hold(SignalFilter.ofTypes(SignalType.VOTE));
                        scan.hold();
                    } else {
                        hold.close();
                        hold = null;
                        scan.release();
                    }
                }
                case 3, 4, 5 -> {
                    SignalFilter filter = filter(random, now);
                    int limit = random.nextInt(8);
                    scan.hide(now);
                    List<Signal> expected = scan.select(filter);

                    assertThat(stage.bus.getHistory(filter)).as(at).isEqualTo(expected);
                    assertThat(stage.bus.latest(filter, limit)).as(at)
                            .isEqualTo(expected.reversed().stream().limit(limit).toList());
                }
                default -> {
                    Signal signal = signal(step, random, now);
                    boolean isTaken = scan.canTakeOne(now);
                    if (signal.lifetime().isExpired(signal.time(), now, DEFAULT_TTL)) {
                        assertThat(stage.bus.publish(signal)).as(at).isInstanceOf(PublishReceipt.Expired.class);
                    } else if (isTaken) {
                        stage.bus.publish(signal);
                        scan.add(signal, now);
                    }
                }
            }
            assertThat(stage.bus.historySize()).as(at).isEqualTo(scan.size()).isLessThanOrEqualTo(max);
        }
        scan.hide(stage.world.now());
        assertThat(stage.bus.getHistory()).isEqualTo(scan.select(SignalFilter.ALL));
    }

    private static Signal signal(int number, RandomGenerator random, Instant now) {
        SignalType type = TYPES.get(random.nextInt(TYPES.size()));
        Draft draft = switch (type.text()) {
            case "discovery" -> Draft.of(new Payload.Discovery("finding", null, 0.5), random.nextInt(11) / 10.0);
            case "vote" -> Draft.of(new Payload.Vote("p", Payload.Stance.AGREE, null, 1), random.nextInt(11) / 10.0);
            case "doubt" -> Draft.of(new Payload.Doubt("s", "why", Payload.Severity.LOW), random.nextInt(11) / 10.0);
            default -> Draft.custom(type.text(), Payload.Open.text("note"));
        };
        if (random.nextBoolean()) {
            draft = draft.inReplyTo("s" + random.nextInt(number + 1));
        }
        draft = switch (random.nextInt(4)) {
            case 0 -> draft.withTtl(Duration.ofMillis(random.nextInt(90_000)));
            case 1 -> new Draft(draft.id(), draft.type(), draft.payload(), draft.links(), draft.grading(),
                    Lifetime.unlimited(), draft.audience(), draft.extensions());
            default -> draft;
        };
        Instant time = switch (random.nextInt(8)) {
            case 0 -> now.minusMillis(random.nextInt(70_000));
            case 1 -> now.plusMillis(random.nextInt(100_000));
            default -> now;
        };
        return Signal.of(draft, new Stamp("s" + number, Source.agent("agent-" + random.nextInt(4)), time, Scope.NONE));
    }

    private static SignalFilter filter(RandomGenerator random, Instant now) {
        SignalFilter filter = SignalFilter.ALL;
        if (random.nextInt(3) == 0) {
            Set<SignalType> types = new HashSet<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                types.add(TYPES.get(random.nextInt(TYPES.size())));
            }
            filter = filter.withTypes(types);
        }
        filter = random.nextInt(3) == 0 ? filter.withSource("agent-" + random.nextInt(5)) : filter;
        filter = random.nextInt(4) == 0 ? filter.withSince(now.minusMillis(random.nextInt(80_000))) : filter;
        filter = random.nextInt(4) == 0 ? filter.withUntil(now.plusMillis(random.nextInt(90_000) - 60_000)) : filter;
        filter = random.nextInt(6) == 0 ? filter.withReplyTo("s" + random.nextInt(200)) : filter;
        return random.nextInt(4) == 0 ? filter.withMinConfidence(random.nextInt(11) / 10.0) : filter;
    }

    /** Model of the history without regard to speed. */
    private static final class Scan {

        private final int max;
        private final List<Signal> shown = new ArrayList<>();
        private final Set<String> held = new HashSet<>();
        private boolean holdsVotes;
        private int hidden;

        Scan(int max) {
            this.max = max;
        }

        int size() {
            return shown.size() + hidden;
        }

        boolean canTakeOne(Instant now) {
            boolean hasOver = shown.stream().anyMatch(one -> one.lifetime().isExpired(one.time(), now, DEFAULT_TTL));
            return size() < max || hidden > 0 || hasOver
                    || shown.stream().anyMatch(signal -> !held.contains(signal.id()));
        }

        void add(Signal signal, Instant now) {
            if (size() == max && hidden == 0) {
                hideOne(now);
            }
            if (size() == max && hidden > 0) {
                hidden--;
            } else if (size() == max) {
                shown.remove(shown.stream().filter(one -> !held.contains(one.id())).findFirst().orElseThrow());
            }
            shown.add(signal);
            if (holdsVotes && signal.type().equals(SignalType.VOTE)) {
                held.add(signal.id());
            }
        }

        /** Hides one expired signal. The choice among several makes no difference: no answer shows any of them. */
        private void hideOne(Instant now) {
            shown.stream().filter(one -> one.lifetime().isExpired(one.time(), now, DEFAULT_TTL)).findFirst()
                    .ifPresent(one -> {
                        shown.remove(one);
                        hidden++;
                    });
        }

        void hold() {
            holdsVotes = true;
            shown.stream().filter(one -> one.type().equals(SignalType.VOTE)).forEach(one -> held.add(one.id()));
        }

        void release() {
            holdsVotes = false;
            held.clear();
        }

        void hide(Instant now) {
            int before = shown.size();
            shown.removeIf(signal -> signal.lifetime().isExpired(signal.time(), now, DEFAULT_TTL));
            hidden += before - shown.size();
        }

        void sweep(Instant now) {
            hide(now);
            hidden = 0;
        }

        List<Signal> select(SignalFilter filter) {
            return Collections.unmodifiableList(shown.stream().filter(filter::matches).toList());
        }
    }
}
