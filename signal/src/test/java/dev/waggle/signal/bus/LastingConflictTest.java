package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.waggle.signal.Samples.proposal;
import static org.assertj.core.api.Assertions.assertThat;

/** Conflicts outlive the oldest of several rivals. */
class LastingConflictTest {

    @Test
    void theOthersStillContradictEachOtherWhenTheOldestIsEvicted() {
        BusFixture stage = new BusFixture(BusConfig.defaults().withMaxHistorySize(5));
        stage.bus.publish(proposal("a", "x", "one"));
        stage.bus.publish(proposal("b", "y", "two"));
        stage.bus.publish(proposal("c", "z", "three")); // five with the two conflict signals
        assertThat(pairs(stage.bus)).containsExactly("a b", "a c");

        stage.bus.publish(Samples.discovery("d", "x"));

        assertThat(stage.historyIds()).doesNotContain("a");
        assertThat(pairs(stage.bus)).containsExactly("b c");
        assertThat(stage.bus.resolveConflict("a", "c")).isFalse();
        assertThat(stage.bus.resolveConflict("c", "b")).isTrue();
        assertThat(pairs(stage.bus)).isEmpty();
    }

    @Test
    void theOthersStillContradictEachOtherWhenTheOldestExpires() {
        BusFixture stage = new BusFixture(BusConfig.defaults().withSweepInterval(Duration.ZERO));
        stage.bus.publish(proposal("a", "x", "one"));
        stage.world.advance(Duration.ofSeconds(30));
        stage.bus.publish(at(stage, "b", "y", "two", null));
        stage.bus.publish(at(stage, "c", "z", "three", null));

        stage.world.advance(Duration.ofSeconds(31));
        assertThat(pairs(stage.bus)).containsExactly("b c");
        stage.bus.sweep();

        assertThat(pairs(stage.bus)).containsExactly("b c");
        assertThat(stage.bus.getConflicts().getFirst().detectedAt()).isEqualTo(Samples.T.plusSeconds(30));
    }

    /** It settles one pair of three: the two others have settled nothing. */
    @Test
    void aResolutionWithTheOldestSettlesNothingBetweenTheOthers() {
        BusFixture stage = new BusFixture(BusConfig.defaults().withMaxHistorySize(5));
        stage.bus.publish(proposal("a", "x", "one"));
        stage.bus.publish(proposal("b", "y", "two"));
        stage.bus.publish(proposal("c", "z", "three"));
        assertThat(stage.bus.resolveConflict("a", "c")).isTrue();
        assertThat(pairs(stage.bus)).containsExactly("a b");
        assertThat(stage.bus.resolveConflict("a", "c")).isFalse();

        stage.bus.publish(Samples.discovery("d", "x"));

        assertThat(pairs(stage.bus)).containsExactly("b c");
        assertThat(stage.bus.resolveConflict("b", "c")).isTrue();
        assertThat(pairs(stage.bus)).isEmpty();
        stage.bus.publish(Samples.discovery("e", "x"));
        stage.bus.publish(Samples.discovery("f", "x"));
        assertThat(stage.historyIds()).doesNotContain("b");
        assertThat(pairs(stage.bus)).isEmpty();
    }

    @Test
    void aFailingDetectorEndsNoConflict() {
        boolean[] fails = {false};
        ConflictDetector rivals = BusConfig.defaults().conflictDetector().get();
        BusFixture stage = new BusFixture(BusConfig.defaults().withMaxHistorySize(5)
                .withConflictDetector(() -> new ConflictDetector() {
                    @Override
                    public Optional<Signal> check(Signal signal, RetainedSignals retained) {
                        return rivals.check(signal, retained);
                    }

                    @Override
                    public Optional<Signal> nextRival(Signal signal, RetainedSignals retained) {
                        if (fails[0]) {
                            throw new IllegalStateException("next rival of " + signal.id());
                        }
                        return rivals.nextRival(signal, retained);
                    }

                    @Override
                    public void forget(Signal signal) {
                        rivals.forget(signal);
                    }
                }));
        stage.bus.publish(proposal("a", "x", "one"));
        stage.bus.publish(proposal("b", "y", "two"));
        stage.bus.publish(proposal("c", "z", "three"));
        stage.bus.publish(Samples.discovery("d", "x"));
        fails[0] = true;

        assertThat(pairs(stage.bus)).isEmpty();
        fails[0] = false;

        assertThat(pairs(stage.bus)).containsExactly("b c");
        stage.bus.publish(Samples.discovery("e", "x"));
        assertThat(stage.failures()).first().asString().contains("next rival of");
    }

    /** Random publishes, expiries, sweeps, holds and resolutions, against a scan of what the history still shows. */
    @ParameterizedTest
    @EnumSource
    void conflictsAreThoseOfAScanOfTheHistory(Detecting detecting) {
        for (long seed = 0; seed < 150; seed++) {
            new Run(seed, detecting).play();
        }
    }

    /** The detector of a run. */
    enum Detecting {
        /** The default. */
        RIVAL_PROPOSALS,
        /** A scan without an index, as users write. */
        SCAN,
        /** The default inside one that forwards only what it must. */
        WRAPPED;

        BusConfig in(BusConfig config) {
            return switch (this) {
                case RIVAL_PROPOSALS -> config;
                case SCAN -> config.withConflictDetector(() -> (signal, retained) -> oldestRival(signal,
                        retained.oldest(SignalFilter.ofTypes(SignalType.PROPOSAL), Integer.MAX_VALUE)));
                case WRAPPED -> config.withConflictDetector(() -> {
                    ConflictDetector rivals = BusConfig.defaults().conflictDetector().get();
                    return new ConflictDetector() {
                        @Override
                        public Optional<Signal> check(Signal signal, RetainedSignals retained) {
                            return rivals.check(signal, retained);
                        }

                        @Override
                        public void forget(Signal signal) {
                            rivals.forget(signal);
                        }
                    };
                });
            };
        }
    }

    /** One seeded run. */
    private static final class Run {

        private final String as;
        private final RandomGenerator random;
        private final BusFixture stage;
        /** Signals in conflict, in the order of publishing. */
        private final Map<String, Signal> contradicting = new LinkedHashMap<>();
        /** Resolved pairs. */
        private final Set<String> resolved = new HashSet<>();
        private final Set<HistoryHold> holds = new HashSet<>();
        private int count;

        Run(long seed, Detecting detecting) {
            as = detecting + ", seed " + seed;
            random = new ManualWorld(Samples.T, seed).random("lasting conflicts");
            stage = new BusFixture(detecting.in(BusConfig.defaults().withMaxHistorySize(random.nextInt(2, 14))
                    .withSweepInterval(Duration.ZERO).withDefaultTtl(Duration.ofSeconds(20))));
        }

        void play() {
            for (int i = 0; i < 80; i++) {
                switch (random.nextInt(10)) {
                    case 0 -> stage.world.advance(Duration.ofSeconds(random.nextInt(8)));
                    case 1 -> stage.bus.sweep();
                    case 2 -> resolve();
                    case 3 -> {
                        List.copyOf(holds).forEach(HistoryHold::close);
                        holds.clear();
                        if (random.nextInt(3) == 0) {
                            holds.add(stage.bus.hold(SignalFilter.ALL.withSource("agent-1")));
                        }
                    }
                    default -> publish();
                }
                assertThat(pairs(stage.bus)).as(as).isEqualTo(expected());
            }
        }

        private void publish() {
            String id = "s" + count++;
            String agent = "agent-" + random.nextInt(3);
            Duration ttl = random.nextInt(3) == 0 ? Duration.ofSeconds(random.nextInt(10)) : null;
            Signal signal = at(stage, id, agent, "proposal-" + random.nextInt(4), ttl);
            try {
                if (stage.bus.publish(signal) instanceof PublishReceipt.Published published
                        && published.conflict() != null) {
                    contradicting.put(id, signal);
                }
            } catch (BusFullException full) {
                // Everything is held: part of the run.
            }
        }

        /** A conflict is that of a signal that was in one, with its oldest rival among the earlier ones, unless resolved. */
        private List<String> expected() {
            List<Signal> shown = stage.bus.getHistory();
            List<String> pairs = new ArrayList<>();
            contradicting.forEach((id, later) -> {
                int place = shown.indexOf(later);
                oldestRival(later, place < 0 ? List.of() : shown.subList(0, place))
                        .map(rival -> rival.id() + " " + id).filter(pair -> !resolved.contains(pair))
                        .ifPresent(pairs::add);
            });
            return pairs;
        }

        private void resolve() {
            String one = "s" + random.nextInt(count + 1);
            String other = "s" + random.nextInt(count + 1);
            List<ConflictPair> open = stage.bus.getConflicts();
            if (!open.isEmpty() && random.nextBoolean()) {
                ConflictPair pair = open.get(random.nextInt(open.size()));
                one = pair.signalB().id();
                other = pair.signalA().id();
            }
            List<String> before = expected();
            boolean isOne = before.contains(one + " " + other);
            boolean isOther = before.contains(other + " " + one);

            assertThat(stage.bus.resolveConflict(one, other)).as(as).isEqualTo(isOne || isOther);

            if (isOne || isOther) {
                resolved.add(isOne ? one + " " + other : other + " " + one);
            }
        }
    }

    private static Optional<Signal> oldestRival(Signal signal, List<Signal> earlier) {
        return signal.payload() instanceof Payload.Proposal proposal
                ? earlier.stream().filter(other -> other.payload() instanceof Payload.Proposal its
                        && !other.source().equals(signal.source())
                        && !its.proposalId().equals(proposal.proposalId())).findFirst()
                : Optional.empty();
    }

    private static Signal at(BusFixture stage, String id, String agent, String proposalId, @Nullable Duration ttl) {
        Draft draft = Draft.of(new Payload.Proposal(proposalId, "text", "reasons"), 0.8);
        return Samples.said(id, agent, stage.world.now(), ttl == null ? draft : draft.withTtl(ttl));
    }

    private static List<String> pairs(SignalBus bus) {
        return bus.getConflicts().stream().map(pair -> pair.signalA().id() + " " + pair.signalB().id()).toList();
    }
}
