package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.pattern.Pattern;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.proposal;
import static dev.waggle.signal.Samples.said;
import static dev.waggle.signal.Samples.vote;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/** Detectors of conflicts that a user supplies. */
class CustomConflictTest {

    /** Votes of two sources for one proposal, with opposite stances. */
    private static final ConflictDetector OPPOSITE_VOTES = (signal, retained) -> signal
            .payload() instanceof Payload.Vote vote
                    ? retained.oldest(SignalFilter.ofTypes(SignalType.VOTE), 100).stream()
                            .filter(other -> other.payload() instanceof Payload.Vote before
                                    && before.proposalId().equals(vote.proposalId())
                                    && before.stance() != vote.stance())
                            .findFirst()
                    : Optional.empty();

    @Test
    void aDetectorOfTheUserDecidesWhatContradictsWhat() {
        BusFixture stage = with(OPPOSITE_VOTES);
        stage.bus.subscribe("watcher", Payload.Conflict.class,
                (signal, conflict) -> stage.events.add(conflict.description()));
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(proposal("p2", "y", "two"));
        stage.bus.publish(vote("v1", "x", "one"));
        PublishReceipt receipt = stage.bus.publish(against("v2", "y", "one"));

        assertThat(stage.events).contains("conflict v1 v2", "vote v2 by y contradicts vote v1 by x")
                .doesNotContain("conflict p1 p2");
        assertThat(stage.bus.getConflicts()).singleElement()
                .satisfies(pair -> assertThat(pair.joins("v1", "v2")).isTrue());
        assertThat(receipt).isInstanceOfSatisfying(PublishReceipt.Published.class,
                published -> assertThat(published.conflict()).isNotNull());
        assertThat(stage.bus.resolveConflict("v2", "v1")).isTrue();
        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    @Test
    void aConflictEndsWhenOneOfItsSignalsLeavesHistory() {
        BusFixture stage = new BusFixture(
                BusConfig.defaults().withMaxHistorySize(3).withConflictDetector(() -> OPPOSITE_VOTES));
        stage.bus.publish(vote("v1", "x", "one"));
        stage.bus.publish(against("v2", "y", "one"));
        assertThat(stage.bus.getConflicts()).hasSize(1);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    @Test
    void aDetectorSeesTheRetainedSignalsWithoutTheNewOneAndIsToldWhatLeaves() {
        List<String> seen = new ArrayList<>();
        BusFixture stage = new BusFixture(BusConfig.defaults().withMaxHistorySize(2)
                .withSweepInterval(Duration.ZERO).withConflictDetector(() -> new ConflictDetector() {
                    @Override
                    public Optional<Signal> check(Signal signal, RetainedSignals retained) {
                        assertThat(retained.isExpired(signal)).isFalse();
                        seen.add(signal.id() + " at " + Duration.between(Samples.T, retained.now()).toSeconds()
                                + " beside " + ids(retained.oldest(SignalFilter.ALL, 10)) + ", oldest "
                                + ids(retained.oldest(SignalFilter.ofTypes(SignalType.DISCOVERY, SignalType.VOTE), 1)));
                        return Optional.empty();
                    }

                    @Override
                    public void forget(Signal signal) {
                        seen.add("without " + signal.id());
                    }
                }));
        stage.bus.publish(discovery("d1", "x"));
        stage.bus.publish(vote("v1", "x", "p"));
        stage.bus.publish(discovery("d2", "x"));
        stage.world.advance(Duration.ofSeconds(61));
        stage.bus.publish(said("d3", "x", stage.world.now(),
                Draft.of(new Payload.Discovery("finding", null, 0.5), 0.6)));

        assertThat(seen).containsExactly("d1 at 0 beside [], oldest []", "v1 at 0 beside [d1], oldest [d1]",
                "without d1", "d2 at 0 beside [v1], oldest [v1]", "without v1", "d3 at 61 beside [], oldest []");
    }

    @Test
    void aDetectorThatThrowsLosesNoSignalAndIsReported() {
        BusFixture stage = with((signal, retained) -> {
            throw new StackOverflowError("detector of " + signal.id());
        });
        stage.listen("a", SignalType.DISCOVERY);

        PublishReceipt receipt = stage.bus.publish(discovery("d1", "x"));

        assertThat(receipt).isInstanceOf(PublishReceipt.Published.class);
        assertThat(stage.events).containsExactly("a heard d1", "delivered d1 to a", "emitted d1",
                "failed signal-bus.conflict-detector: detector of d1");
        assertThat(stage.journalIds()).containsExactly("d1");
        assertThat(stage.historyIds()).containsExactly("d1");
    }

    @Test
    void failuresWhileSignalsLeaveTravelWithTheNextPublish() {
        BusFixture stage = with(new ConflictDetector() {
            @Override
            public Optional<Signal> check(Signal signal, RetainedSignals retained) {
                return Optional.empty();
            }

            @Override
            public void forget(Signal signal) {
                throw new IllegalStateException("forget " + signal.id());
            }
        });
        for (int i = 0; i < 30; i++) {
            stage.bus.publish(discovery("d" + i, "x"));
        }
        stage.world.advance(Duration.ofSeconds(61));

        assertThat(stage.bus.sweep()).isEqualTo(30);
        assertThat(stage.failures()).isEmpty();
        Draft later = Draft.of(new Payload.Discovery("finding", null, 0.5), 0.6);
        stage.bus.publish(said("later", "x", stage.world.now(), later));
        stage.bus.publish(said("last", "x", stage.world.now(), later));

        assertThat(stage.failures()).containsExactly("failed signal-bus.conflict-detector: forget d0");
    }

    @Test
    void aRivalThatHistoryDoesNotRetainIsAFailureAndNoConflict() {
        BusFixture stage = with((signal, retained) -> Optional.of(discovery("stranger", "y")));

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.failures()).singleElement().asString()
                .contains("returned signal stranger, which history does not retain");
        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    @Test
    void aDetectorMayReadTheBusAndMayNotChangeIt() {
        List<SignalBus> made = new ArrayList<>();
        List<String> read = new ArrayList<>();
        List<Runnable> changes = List.of(() -> made.getFirst().publish(discovery("more", "x")),
                () -> made.getFirst().subscribe("a", Pattern.of("**"), signal -> {
                }), () -> made.getFirst().sweep(), () -> made.getFirst().close(), () -> made.getFirst().deliver(),
                () -> made.getFirst().hold(SignalFilter.ALL), () -> made.getFirst().resolveConflict("a", "b"));
        List<Runnable> left = new ArrayList<>(changes);
        BusFixture stage = with((signal, retained) -> {
            read.add(made.getFirst().getHistory().size() + " of " + made.getFirst().historySize());
            left.removeFirst().run();
            return Optional.empty();
        });
        made.add(stage.bus);

        for (int i = 0; i < changes.size(); i++) {
            stage.bus.publish(discovery("d" + i, "x"));
        }

        assertThat(read).hasSize(changes.size()).startsWith("0 of 0", "1 of 1");
        assertThat(stage.failures()).hasSize(changes.size())
                .allMatch(failure -> failure.contains("a conflict detector must not change its bus"));
        assertThat(stage.journalIds()).hasSize(changes.size());
    }

    @Test
    void theDefaultDetectorCanBePartOfAnother() {
        BusFixture stage = new BusFixture(BusConfig.defaults().withConflictDetector(() -> {
            ConflictDetector rivals = BusConfig.defaults().conflictDetector().get();
            return new ConflictDetector() {
                @Override
                public Optional<Signal> check(Signal signal, RetainedSignals retained) {
                    return rivals.check(signal, retained).or(() -> OPPOSITE_VOTES.check(signal, retained));
                }

                @Override
                public void forget(Signal signal) {
                    rivals.forget(signal);
                }
            };
        }));
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(proposal("p2", "y", "two"));
        stage.bus.publish(vote("v1", "x", "one"));
        stage.bus.publish(against("v2", "y", "one"));

        assertThat(stage.events).contains("conflict p1 p2", "conflict v1 v2");
    }

    @Test
    void aConfigurationStatesItsDetector() {
        assertThat(BusConfig.defaults().withDetectConflicts(false).detectConflicts()).isFalse();
        assertThat(BusConfig.defaults().withConflictDetector(() -> OPPOSITE_VOTES).detectConflicts()).isTrue();
        assertThat(BusConfig.defaults().withDetectConflicts(false).withDetectConflicts(true))
                .isEqualTo(BusConfig.defaults());
        assertThatNullPointerException()
                .isThrownBy(() -> SignalBus.create(BusConfig.defaults().withConflictDetector(() -> null)))
                .withMessage("conflictDetector supplied no detector");
        List<ConflictDetector.RetainedSignals> kept = new ArrayList<>();
        BusFixture stage = with((signal, retained) -> {
            kept.add(retained);
            return Optional.empty();
        });
        stage.bus.publish(discovery("d1", "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> kept.getFirst().oldest(SignalFilter.ALL, -1))
                .withMessage("atMost must be at least 0, got -1");
    }

    private static BusFixture with(ConflictDetector detector) {
        return new BusFixture(
                BusConfig.defaults().withSweepInterval(Duration.ZERO).withConflictDetector(() -> detector));
    }

    private static Signal against(String id, String agent, String proposalId) {
        return said(id, agent, Draft.of(new Payload.Vote(proposalId, Payload.Stance.DISAGREE, null, 1), 0.8));
    }

    private static List<String> ids(List<Signal> signals) {
        return signals.stream().map(Signal::id).toList();
    }
}
