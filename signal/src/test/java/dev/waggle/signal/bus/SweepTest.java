package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.proposal;
import static dev.waggle.signal.Samples.said;
import static dev.waggle.signal.Samples.vote;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Removals from history, their causes, and their reports to the observer. */
class SweepTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final BusFixture stage = new BusFixture(BusConfig.defaults().withSweepInterval(Duration.ZERO));

    /** Scenario A27: a sweep removes exactly the expired signals. */
    @Test
    void aSweepRemovesExactlyWhatIsOverAndTellsEachOnce() {
        stage.bus.publish(shortLived("s1"));
        stage.bus.publish(discovery("d1", "x"));
        stage.bus.publish(shortLived("s2"));
        stage.bus.publish(discovery("d2", "x"));
        stage.events.clear();
        stage.world.advance(Duration.ofMillis(5001));

        assertThat(stage.bus.sweep()).isEqualTo(2);

        assertThat(stage.events).containsExactly("expired s1", "expired s2");
        assertThat(stage.historyIds()).containsExactly("d1", "d2");
        assertThat(stage.bus.sweep()).isZero();
        assertThat(stage.events).hasSize(2);
        assertThat(stage.bus.counts().swept()).isEqualTo(2);
    }

    /** A27: the limit itself still counts. */
    @Test
    void atItsLastMillisecondASignalIsNotOver() {
        stage.bus.publish(shortLived("s1"));
        stage.world.advance(Duration.ofSeconds(5));

        assertThat(stage.bus.sweep()).isZero();
        assertThat(stage.historyIds()).containsExactly("s1");
    }

    /** Scenario A28. */
    @Test
    void withAnIntervalWhatIsOverLeavesByItself() throws Exception {
        ManualWorld world = new ManualWorld(Samples.T, 1);
        CountDownLatch gone = new CountDownLatch(1);
        BusConfig config = BusConfig.defaults().withSweepInterval(Duration.ofMillis(50));
        try (SignalBus bus = new SignalBus(world, config, new MemoryJournal(), new BusObserver() {
            @Override
            public void expired(Signal signal) {
                gone.countDown();
            }
        })) {
            bus.publish(shortLived("s1"));
            world.advance(Duration.ofMillis(5001));
            while (!gone.await(5, TimeUnit.MILLISECONDS)) {
                world.advance(Duration.ofMillis(50));
            }
            assertThat(bus.historySize()).isZero();
        }
    }

    /** Scenario A28. */
    @Test
    void withoutAnIntervalNothingLeavesByItself() {
        stage.bus.publish(discovery("d1", "x"));
        stage.world.advance(Duration.ofDays(1));

        assertThat(stage.bus.historySize()).isEqualTo(1);
        assertThat(stage.events).noneMatch(event -> event.startsWith("expired"));
    }

    /** Scenario A29. */
    @Test
    void whatIsOverButNotSweptIsNeitherShownNorARival() {
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.world.advance(Duration.ofMillis(60_001));

        stage.bus.publish(said("p2", "y", stage.world.now(),
                Draft.of(new Payload.Proposal("two", "content", ""), 0.5)));

        assertThat(stage.historyIds()).containsExactly("p2");
        assertThat(stage.bus.latest(SignalFilter.ALL, 5)).extracting(Signal::id).containsExactly("p2");
        assertThat(stage.bus.getConflicts()).isEmpty();
        assertThat(stage.bus.historySize()).as("it is still there for the sweep").isEqualTo(2);
        assertThat(stage.bus.sweep()).isEqualTo(1);
    }

    /** A29: an expired signal makes room before one that is not. */
    @Test
    void whatAnswersHideAlreadyIsTheFirstToMakeRoom() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(2).withSweepInterval(Duration.ZERO));
        small.bus.publish(discovery("d1", "x"));
        small.bus.publish(shortLived("s1"));
        small.world.advance(Duration.ofMillis(5001));
        assertThat(small.historyIds()).containsExactly("d1");
        small.events.clear();

        small.bus.publish(discovery("d2", "x"));

        assertThat(small.events).containsExactly("expired s1", "emitted d2");
        assertThat(small.historyIds()).containsExactly("d1", "d2");
    }

    /** A30: a publisher waits for a few removals at most, so it gets its turn in the middle of a large sweep. */
    @Test
    void aLargeSweepLeavesEverythingElseInPlace() {
        BusFixture large = new BusFixture(
                BusConfig.defaults().withMaxHistorySize(100_000).withSweepInterval(Duration.ZERO));
        for (int i = 0; i < 50_000; i++) {
            large.bus.publish(shortLived("s" + i));
            large.bus.publish(discovery("d" + i, "x"));
        }
        large.world.advance(Duration.ofMillis(5001));
        large.events.clear();

        assertThat(large.bus.sweep()).isEqualTo(50_000);

        assertThat(large.events).hasSize(50_000).first().isEqualTo("expired s0");
        assertThat(large.bus.historySize()).isEqualTo(50_000);
        assertThat(large.bus.latest(SignalFilter.ofTypes(SignalType.DISCOVERY).withSource("x"), 2))
                .extracting(Signal::id).containsExactly("d49999", "d49998");
    }

    /** Scenarios A5, A7 and A26. */
    @Test
    void everyLossIsToldAndCounted() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(3).withSweepInterval(Duration.ZERO));
        small.bus.publish(discovery("s1", "x"));
        small.bus.publish(said("s2", "y", Draft.of(new Payload.Discovery("f", null, 0.5), 0.5).inReplyTo("s1")));
        small.bus.publish(discovery("s3", "x"));
        small.bus.publish(discovery("s4", "x"));
        small.bus.publish(discovery("s4", "x"));
        small.bus.publish(said("old", "x", Samples.T.minus(MINUTE.multipliedBy(2)),
                Draft.of(new Payload.Discovery("f", null, 0.5), 0.5)));

        assertThat(small.events).contains("evicted s1", "dropped s4 DUPLICATE", "dropped old EXPIRED");
        assertThat(small.bus.counts())
                .isEqualTo(new BusCounts(4, 0, 0, 0, 0, 1, 0, 1, 1, 0));
        assertThat(small.bus.getHistory(SignalFilter.ALL.withReplyTo("s1"))).extracting(Signal::id)
                .containsExactly("s2");
    }

    /** Scenario A26. */
    @Test
    void aSignalPublishedTwiceIsStoredAndDeliveredOnce() {
        stage.listen("a", SignalType.DISCOVERY);
        Signal signal = discovery("d1", "x");
        stage.bus.publish(signal);

        PublishReceipt again = stage.bus.publish(discovery("d1", "impostor"));

        assertThat(again).isEqualTo(new PublishReceipt.Duplicate(discovery("d1", "impostor"), signal));
        assertThat(stage.heard()).containsExactly("a heard d1");
        assertThat(stage.journalIds()).containsExactly("d1");
    }

    @Test
    void whatIsHeldStaysAndTheRestMakesRoom() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(3).withSweepInterval(Duration.ZERO));
        HistoryHold hold = small.bus.hold(SignalFilter.ofTypes(SignalType.VOTE));
        small.bus.publish(vote("v1", "x", "p"));
        for (int i = 0; i < 10; i++) {
            small.bus.publish(discovery("d" + i, "x"));
        }
        assertThat(small.historyIds()).containsExactly("v1", "d8", "d9");

        hold.close();
        hold.close();
        small.bus.publish(discovery("d10", "x"));

        assertThat(small.historyIds()).containsExactly("d8", "d9", "d10");
    }

    @Test
    void aHistoryFullOfHeldSignalsRefusesMoreAndSaysSo() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(2).withSweepInterval(Duration.ZERO));
        small.bus.hold(SignalFilter.ALL);
        small.bus.publish(vote("v1", "x", "p"));
        small.bus.publish(vote("v2", "x", "p"));

        assertThatExceptionOfType(BusFullException.class).isThrownBy(() -> small.bus.publish(discovery("d1", "x")))
                .withMessageContaining("signal d1 was not published").withMessageContaining("2 signals that are held");

        assertThat(small.journalIds()).containsExactly("v1", "v2");
        assertThat(small.events).endsWith("dropped d1 FULL");
        assertThat(small.bus.counts().droppedFull()).isEqualTo(1);
    }

    @Test
    void whatIsOverMakesRoomBeforeWhatIsNotWhetherOrNotSomebodyAsked() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(2).withSweepInterval(Duration.ZERO));
        small.bus.publish(discovery("d1", "x"));
        small.bus.publish(shortLived("s1"));
        small.world.advance(Duration.ofMillis(5001));

        small.bus.publish(discovery("d2", "x"));

        assertThat(small.historyIds()).containsExactly("d1", "d2");
    }

    @Test
    void whatIsHeldAndOverMakesRoom() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(2).withSweepInterval(Duration.ZERO));
        small.bus.hold(SignalFilter.ALL);
        small.bus.publish(shortLived("s1"));
        small.bus.publish(shortLived("s2"));
        small.world.advance(Duration.ofMillis(5001));

        small.bus.publish(discovery("d1", "x"));

        assertThat(small.historyIds()).containsExactly("d1");
    }

    @Test
    void aHoldCoversWhatIsThere() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(2).withSweepInterval(Duration.ZERO));
        small.bus.publish(vote("v1", "x", "p"));
        small.bus.hold(SignalFilter.ofTypes(SignalType.VOTE));
        small.bus.publish(discovery("d1", "x"));
        small.bus.publish(discovery("d2", "x"));

        assertThat(small.historyIds()).containsExactly("v1", "d2");
    }

    /** Scenario A29. */
    @Test
    void conflictsOfSignalsThatAreOverAreNotListed() {
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(proposal("p2", "y", "two"));
        stage.world.advance(Duration.ofMillis(60_001));

        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    @Test
    void aConflictWithoutRoomIsToldAsDropped() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(2).withSweepInterval(Duration.ZERO));
        small.bus.hold(SignalFilter.ALL);
        small.bus.publish(proposal("p1", "x", "one"));
        small.bus.publish(proposal("p2", "y", "two"));

        assertThat(small.events).last().asString().startsWith("dropped sig_").endsWith(" FULL");
        assertThat(small.historyIds()).containsExactly("p1", "p2");
    }

    /** Scenario B8. */
    @Test
    void conflictsOfSignalsThatLeftAreForgotten() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(10).withSweepInterval(Duration.ZERO));
        for (int i = 0; i < 1000; i++) {
            small.bus.publish(proposal("p" + i, "agent-" + i, "proposal-" + i));
        }

        List<String> retained = small.historyIds();
        assertThat(small.bus.getConflicts()).hasSizeLessThanOrEqualTo(10)
                .allSatisfy(pair -> assertThat(retained).contains(pair.signalA().id(), pair.signalB().id()));
        assertThat(small.bus.counts().conflicts()).isEqualTo(999);
    }

    @Test
    void theConflictSignalFollowsItsProposalInTheLogAndIsHeard() {
        List<Signal> heard = new ArrayList<>();
        stage.bus.subscribe("judge", List.of(SignalType.PROPOSAL, SignalType.CONFLICT), heard::add);
        Signal earlier = proposal("p1", "x", "one");
        stage.bus.publish(earlier);

        PublishReceipt receipt = stage.bus.publish(proposal("p2", "y", "two"));

        assertThat(heard).extracting(signal -> signal.type().text()).containsExactly("proposal", "proposal",
                "conflict");
        Signal conflict = heard.getLast();
        assertThat(conflict.source().label()).isEqualTo("bus");
        assertThat(conflict.confidence()).isEqualTo(1);
        assertThat(conflict.payload()).isEqualTo(new Payload.Conflict("p1", "p2", "two by y contradicts one by x"));
        assertThat(stage.journalIds()).containsExactly("p1", "p2", conflict.id());
        assertThat(stage.historyIds()).containsExactly("p1", "p2", conflict.id());
        assertThat(receipt).isInstanceOfSatisfying(PublishReceipt.Published.class,
                published -> assertThat(published.conflict()).isNotNull()
                        .satisfies(entry -> assertThat(entry.signal()).isEqualTo(conflict)));
    }

    @Test
    void theConflictIsInTheLogBeforeItsProposalIsDelivered() {
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.act("a", signal -> stage.events.add("log has " + stage.journalIds().size()), SignalType.PROPOSAL);

        stage.bus.publish(proposal("p2", "y", "two"));

        assertThat(stage.events).contains("log has 3");
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        BusConfig defaults = BusConfig.defaults();

        assertThatIllegalArgumentException().isThrownBy(() -> defaults.withSweepInterval(Duration.ofMillis(-1)))
                .withMessageContaining("sweepInterval must not be negative, got PT-0.001S");
        assertThatIllegalArgumentException().isThrownBy(() -> defaults.withMaxWaiting(0))
                .withMessage("maxWaiting must be at least 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.bus.subscribe(" ", List.of(SignalType.VOTE), signal -> {
                })).withMessage("subscriber must be a name of 1 to 512 characters, got \" \"");
        assertThatIllegalArgumentException().isThrownBy(() -> stage.bus.latest(SignalFilter.ALL, -1))
                .withMessage("atMost must be at least 0, got -1");
    }

    private static Signal shortLived(String id) {
        return said(id, "x", Draft.of(new Payload.Discovery("passing", null, 0.3), 0.4)
                .withTtl(Duration.ofSeconds(5)));
    }
}
