package dev.waggle.signal.bus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.proposal;
import static dev.waggle.signal.Samples.said;
import static dev.waggle.signal.Samples.vote;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Publishing, subscribing, and the calls of subscribers and observer in their order. */
class DeliveryTest {

    private static final Draft FINDING = Draft.of(new Payload.Discovery("finding", null, 0.5), 0.6);

    private final BusFixture stage = new BusFixture();

    /** Scenario A1. */
    @Test
    void onlySubscribersOfTheTypeAreCalledOnceWithThatSignal() {
        List<Signal> heard = new ArrayList<>();
        Signal signal = discovery("d1", "x");
        stage.bus.subscribe("a", List.of(DISCOVERY), heard::add);
        stage.listen("b", PROPOSAL);

        stage.bus.publish(signal);

        assertThat(heard).singleElement().isSameAs(signal);
        assertThat(stage.heard()).isEmpty();
    }

    /** A2, A5: no subscriber is called, nothing is stored, nothing is thrown, and the loss is reported. */
    @Test
    void anExpiredSignalIsDroppedAndThatIsTold() {
        stage.listen("a", DISCOVERY);
        Signal old = said("old", "x", Samples.T.minusMillis(60_001), FINDING);

        PublishReceipt receipt = stage.bus.publish(old);

        assertThat(receipt).isEqualTo(new PublishReceipt.Expired(old));
        assertThat(stage.bus.getHistory()).isEmpty();
        assertThat(stage.journalIds()).isEmpty();
        assertThat(stage.events).containsExactly("dropped old EXPIRED");
    }

    /** Scenario A3. */
    @Test
    void aSignalExactlyAtItsLimitIsAccepted() {
        stage.listen("a", DISCOVERY);

        stage.bus.publish(said("edge", "x", Samples.T.minusMillis(60_000), FINDING));

        assertThat(stage.heard()).containsExactly("a heard edge");
    }

    /** Scenario A4. */
    @Test
    void aSpanOfItsOwnGoesBeforeTheDefault() {
        Draft brief = FINDING.withTtl(Duration.ofSeconds(5));
        Draft lasting = FINDING.withTtl(Duration.ofMinutes(2));

        stage.bus.publish(said("brief-at-limit", "x", Samples.T.minusMillis(5000), brief));
        stage.bus.publish(said("brief-over", "x", Samples.T.minusMillis(5001), brief));
        stage.bus.publish(said("lasting", "x", Samples.T.minusMillis(60_001), lasting));

        assertThat(stage.historyIds()).containsExactly("brief-at-limit", "lasting");
    }

    /** Scenario A16. */
    @Test
    void unsubscribingEndsAllSubscriptionsOfThatOneOnly() {
        stage.listen("a", DISCOVERY, VOTE);
        stage.listen("b", DISCOVERY, VOTE);

        stage.bus.unsubscribe("a");
        stage.bus.unsubscribe("nobody");
        stage.bus.publish(discovery("d1", "x"));
        stage.bus.publish(vote("v1", "x", "p"));

        assertThat(stage.heard()).containsExactly("b heard d1", "b heard v1");
    }

    /** Scenario A17. */
    @Test
    void closingForgetsHistoryConflictsAndSubscribers() {
        stage.listen("a", PROPOSAL);
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(proposal("p2", "y", "two"));
        stage.events.clear();

        stage.bus.close();

        assertThat(stage.bus.getHistory()).isEmpty();
        assertThat(stage.bus.historySize()).isZero();
        assertThat(stage.bus.getConflicts()).isEmpty();
        assertThat(stage.journalIds()).as("the journal stays").hasSize(3).startsWith("p1", "p2");
        assertThatIllegalStateException().isThrownBy(() -> stage.bus.publish(proposal("p3", "z", "three")));
        assertThat(stage.events).isEmpty();
    }

    /** Scenario A18. */
    @Test
    void aClosedBusRefusesToPublishAndSubscribe() {
        stage.bus.close();
        assertThatCode(stage.bus::close).doesNotThrowAnyException();

        assertThatIllegalStateException().isThrownBy(() -> stage.bus.publish(discovery("d1", "x")))
                .withMessage("the bus is closed");
        assertThatIllegalStateException()
                .isThrownBy(() -> stage.bus.publish(said("old", "x", Samples.T.minusSeconds(61), FINDING)))
                .withMessage("the bus is closed");
        assertThatIllegalStateException().isThrownBy(() -> stage.listen("a", DISCOVERY))
                .withMessage("the bus is closed");
        assertThat(stage.events).isEmpty();
        assertThatCode(() -> stage.bus.unsubscribe("a")).doesNotThrowAnyException();
        assertThat(stage.bus.getHistory()).isEmpty();
        assertThat(stage.journalIds()).isEmpty();
    }

    /** Scenarios A19 and A20. */
    @Test
    void aThrowingSubscriberDoesNotHarmTheOthers() {
        stage.act("x", signal -> {
            throw new IllegalArgumentException("broken");
        }, DISCOVERY);
        stage.listen("y", DISCOVERY);

        assertThatCode(() -> stage.bus.publish(discovery("d1", "z"))).doesNotThrowAnyException();

        assertThat(stage.events).containsExactly("x heard d1", "failed signal-bus.deliver.x: broken", "y heard d1",
                "delivered d1 to y", "emitted d1");
    }

    /** A19 for any {@code Throwable}, not exceptions only. */
    @Test
    void anErrorOfASubscriberDoesNotHarmTheOthers() {
        stage.act("x", signal -> {
            stage.bus.publish(vote("v1", "x", "p"));
            throw new StackOverflowError("too deep");
        }, DISCOVERY);
        stage.listen("y", DISCOVERY, VOTE);

        assertThatCode(() -> stage.bus.publish(discovery("d1", "z"))).doesNotThrowAnyException();

        assertThat(stage.events).containsExactly("x heard d1", "failed signal-bus.deliver.x: too deep", "y heard d1",
                "delivered d1 to y", "emitted d1", "y heard v1", "delivered v1 to y", "emitted v1");
    }

    /** Scenario A21. */
    @Test
    void aRivalProposalIsToldAsConflictThenDeliveredThenEmitted() {
        stage.listen("a", PROPOSAL);
        stage.listen("b", PROPOSAL);
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.events.clear();

        stage.bus.publish(proposal("p2", "y", "two"));

        String conflict = stage.historyIds().getLast();
        assertThat(stage.events).containsExactly("conflict p1 p2", "a heard p2", "delivered p2 to a", "b heard p2",
                "delivered p2 to b", "emitted p2", "emitted " + conflict);
    }

    /** A25: an entry of the specification is a subscriber and a callback. Of one object, the second adds no call. */
    @Test
    void aCallbackThatIsSubscribedTwiceIsCalledOnce() {
        Consumer<Signal> callback = signal -> stage.events.add("a heard " + signal.id());
        BusSubscription first = stage.bus.subscribe("a", List.of(DISCOVERY, DISCOVERY), callback);
        stage.listen("b", DISCOVERY);
        stage.bus.subscribe("a", List.of(DISCOVERY, VOTE), callback);

        stage.bus.publish(discovery("d1", "x"));
        first.close();
        stage.bus.publish(discovery("d2", "x"));
        stage.bus.publish(vote("v1", "x", "p"));

        assertThat(stage.heard()).as("the earlier subscription gives the place while it lasts")
                .containsExactly("a heard d1", "b heard d1", "b heard d2", "a heard d2", "a heard v1");
    }

    /** A25, the set of entries of the specification: a second subscription adds. */
    @Test
    void twoCallbacksOfOneSubscriberAreBothCalledInTheirPlaces() {
        stage.listen("a", DISCOVERY, VOTE);
        stage.listen("b", DISCOVERY);
        stage.bus.subscribe("a", List.of(DISCOVERY), signal -> stage.events.add("new a heard " + signal.id()));

        stage.bus.publish(discovery("d1", "x"));
        stage.bus.publish(vote("v1", "x", "p"));

        assertThat(stage.heard()).containsExactly("a heard d1", "b heard d1", "new a heard d1", "a heard v1");
        assertThat(stage.bus.counts().delivered()).isEqualTo(4);
    }

    @Test
    void oneCallbackOfTwoSubscribersIsCalledForEach() {
        List<Signal> heard = new ArrayList<>();
        Consumer<Signal> callback = heard::add;
        stage.bus.subscribe("a", List.of(DISCOVERY), callback);
        stage.bus.subscribe("b", List.of(DISCOVERY), callback);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(heard).hasSize(2);
    }

    /** A34: each of the eleven types, and custom ones, is read back as it was published. */
    @Test
    void everyTypeReachesItsSubscribersAndIsReadBackUnchanged() {
        List<Signal> all = Samples.oneOfEach();
        List<Signal> heard = new ArrayList<>();
        stage.bus.subscribe("a", all.stream().map(Signal::type).toList(), heard::add);

        all.forEach(stage.bus::publish);

        assertThat(heard).isEqualTo(all);
        assertThat(stage.bus.getHistory()).isEqualTo(all);
        assertThat(stage.journal.read(1, 100)).extracting(LogEntry::signal).isEqualTo(all);
    }

    @Test
    void aWordOfAnotherFamilyIsAnotherType() {
        stage.listen("a", SignalType.custom("vote"));

        stage.bus.publish(vote("v1", "x", "p"));

        assertThat(stage.heard()).isEmpty();
    }

    @Test
    void anEmitterHearsItselfWhenItSubscribed() {
        stage.listen("x", DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.heard()).containsExactly("x heard d1");
    }

    @Test
    void whoeverSubscribesLaterHearsNothingOfThePast() {
        stage.bus.publish(discovery("d1", "x"));
        stage.listen("a", DISCOVERY);

        assertThat(stage.heard()).isEmpty();
    }

    @Test
    void theLogSaysWhoEmittedWhenAndInWhichOrder() {
        stage.world.advance(Duration.ofSeconds(3));
        Instant now = stage.world.now();
        Signal anonymous = Signal.of(FINDING, new Stamp("d2", new Source.None(), now, Scope.NONE));
        Emission emission = new Emission("host", 4);

        assertThat(stage.bus.publish(discovery("d1", "x")))
                .isEqualTo(new PublishReceipt.Published(new LogEntry(1, now, Emission.by("x"), discovery("d1", "x")),
                        null));
        assertThat(stage.bus.publish(anonymous))
                .isEqualTo(new PublishReceipt.Published(new LogEntry(2, now, Emission.by("unknown"), anonymous), null));
        assertThat(stage.bus.publish(discovery("d3", "x"), emission))
                .isEqualTo(new PublishReceipt.Published(new LogEntry(3, now, emission, discovery("d3", "x")), null));
    }

    @Test
    void whatASubscriberReadsIsInTheLogAlready() {
        List<String> read = new ArrayList<>();
        stage.act("a", signal -> {
            read.addAll(stage.journalIds());
            read.addAll(stage.historyIds());
        }, DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(read).containsExactly("d1", "d1");
    }

    @Test
    void whatTheJournalRefusesNobodyIsTold() {
        List<String> told = new ArrayList<>();
        FullDisk journal = new FullDisk();
        SignalBus bus = new SignalBus(new ManualWorld(Samples.T, 1), BusConfig.defaults(), journal,
                new BusObserver() {
                    @Override
                    public void emitted(Signal signal) {
                        told.add("emitted " + signal.id());
                    }

                    @Override
                    public void conflict(ConflictPair pair) {
                        told.add("conflict");
                    }
                });
        bus.subscribe("a", List.of(PROPOSAL), signal -> told.add("a heard " + signal.id()));
        bus.publish(proposal("p1", "x", "one"));
        told.clear();

        journal.isFull = true;
        assertThatThrownBy(() -> bus.publish(proposal("p2", "y", "two"))).isInstanceOf(UncheckedIOException.class);
        assertThat(told).isEmpty();
        assertThat(bus.getHistory()).extracting(Signal::id).containsExactly("p1");
        assertThat(bus.getConflicts()).isEmpty();

        journal.isFull = false;
        bus.publish(proposal("p3", "x", "three"));
        assertThat(told).as("the bus goes on").containsExactly("a heard p3", "emitted p3");
    }

    @Test
    void anObserverThatThrowsIsToldItsOwnFailureAndStopsNothing() {
        List<String> told = new ArrayList<>();
        SignalBus bus = new SignalBus(new ManualWorld(Samples.T, 1), BusConfig.defaults(), stage.journal,
                new BusObserver() {
                    @Override
                    public void delivered(Signal signal, String subscriber) {
                        throw new IllegalStateException("delivered " + subscriber);
                    }

                    @Override
                    public void emitted(Signal signal) {
                        throw new IllegalStateException("emitted");
                    }

                    @Override
                    public void failed(Throwable error, String context) {
                        told.add(context + ": " + error.getMessage());
                    }
                });
        bus.subscribe("a", List.of(DISCOVERY), signal -> told.add("a heard " + signal.id()));
        bus.subscribe("b", List.of(DISCOVERY), signal -> told.add("b heard " + signal.id()));

        bus.publish(discovery("d1", "x"));

        assertThat(told).containsExactly("a heard d1", "signal-bus.observer: delivered a", "b heard d1",
                "signal-bus.observer: delivered b", "signal-bus.observer: emitted");
    }

    @Test
    void anObserverThatThrowsWhatItWasToldStopsNothing() {
        SignalBus bus = new SignalBus(stage.world, BusConfig.defaults(), stage.journal, new BusObserver() {
            @Override
            public void failed(Throwable error, String context) {
                throw (IllegalArgumentException) error;
            }
        });
        bus.subscribe("x", List.of(DISCOVERY), signal -> {
            throw new IllegalArgumentException("broken");
        });
        List<Signal> heard = new ArrayList<>();
        bus.subscribe("y", List.of(DISCOVERY), heard::add);

        assertThatCode(() -> bus.publish(discovery("d1", "z"))).doesNotThrowAnyException();

        assertThat(heard).hasSize(1);
    }

    @Test
    void aSilentObserverLetsEverythingPass() {
        SignalBus bus = new SignalBus(stage.world, BusConfig.defaults(), stage.journal, BusObserver.SILENT);
        bus.subscribe("a", List.of(PROPOSAL), signal -> {
            throw new IllegalArgumentException("broken");
        });

        bus.publish(proposal("p1", "x", "one"));
        bus.publish(proposal("p2", "y", "two"));
        bus.publish(said("old", "x", Samples.T.minusSeconds(61), FINDING));

        assertThat(bus.getHistory()).extracting(Signal::id).hasSize(3).startsWith("p1", "p2");
    }

    /** A journal whose disk can be full. */
    private static final class FullDisk implements Journal {

        private final List<LogEntry> entries = new ArrayList<>();
        private boolean isFull;

        @Override
        public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
            if (isFull) {
                throw new UncheckedIOException(new IOException("no space left on device"));
            }
            LogEntry entry = new LogEntry(entries.size() + 1L, recordedAt, emission, signal);
            entries.add(entry);
            return entry;
        }

        @Override
        public List<LogEntry> read(long fromSequence, int limit) {
            return entries;
        }

        @Override
        public void close() {
            isFull = true;
        }
    }
}
