package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxOverflowPolicy;
import dev.waggle.journal.inbox.InboxStatus;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Bookkeeping of the runtime does not reach agents of a solve by a wildcard, and reaches every other reader. */
class BookkeepingTest {

    private static final Emission RUNTIME = Emission.by("orchestrator");

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder);
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void aWildcardOfAnAgentInASolveDoesNotMeetBookkeeping() {
        service.subscribe("ann", "*:*", false);
        record("run:opened");
        service.signals.generate("build:done");
        record("turn:taken");

        assertThat(inSolve("ann").needsReaction()).isTrue();
        assertThat(RestartableService.types(inSolve("ann").drain(9))).containsExactly("build:done");
        assertThat(inSolve("ann").needsReaction()).isFalse();
    }

    @Test
    void aProductsOwnSignalOfTheSameTypeArrives() {
        service.subscribe("ann", "*:*");
        service.signals.generate("run:finished", null, null, Emission.by("cli"));

        assertThat(RestartableService.types(inSolve("ann").drain(9))).containsExactly("run:finished");
    }

    @Test
    void aPatternThatNamesTheFirstSegmentGetsItByThatPatternOnly() {
        service.subscribe("ann", "*:*", false);
        service.subscribe("ann", "run:*");
        record("run:opened");

        assertThat(inSolve("ann").needsReaction()).isFalse();
        assertThat(inSolve("ann").drain(9)).singleElement().returns(List.of("run:*"), InboxItem::patterns)
                .returns(true, InboxItem::silent);
    }

    @Test
    void aSubscriptionMayAskForIt() {
        service.inboxes().subscribe(SubscriptionRequest.of("ann", "*:*").withBookkeeping(true));
        record("run:opened");

        assertThat(inSolve("ann").drain(9)).singleElement().returns(true, InboxItem::bookkeeping);
    }

    @Test
    void readersOutsideOfASolveMeetEverythingInTheOrderOfTheLog() {
        service.subscribe("auditor", "*:*", false);
        service.signals.generate("a:1");
        record("run:opened");
        service.signals.generate("a:2");
        record("run:closed");

        assertThat(service.inbox("auditor").needsReaction()).isTrue();
        assertThat(RestartableService.types(service.inbox("auditor").drain(9))).containsExactly("a:1", "run:opened",
                "a:2", "run:closed");
    }

    @Test
    void bookkeepingAloneCallsAReaderOutsideOfASolve() {
        service.subscribe("auditor", "*:*", false);
        record("run:opened");

        assertThat(inSolve("auditor").needsReaction()).isFalse();
        assertThat(service.inbox("auditor").needsReaction()).isTrue();
        assertThat(RestartableService.types(service.inbox("auditor").drain(9))).containsExactly("run:opened");
    }

    @Test
    void theFlagOutlivesARestartAndARenewalThatDoesNotNameIt() {
        service.inboxes().subscribe(SubscriptionRequest.of("ann", "*:*").withBookkeeping(true));
        service.subscribe("ann", "*:*", false);
        service.subscribe("bob", "*:*");
        service.reopen();

        assertThat(service.inboxes().subscriptions()).extracting(Subscription::bookkeeping)
                .containsExactly(true, false);
    }

    @Test
    void theStateAtDeliveryCountsForEntriesThatWereHidden() {
        service.subscribe("ann", "*:*");
        record("run:opened");
        service.signals.generate("a:1");
        service.inboxes().subscribe(SubscriptionRequest.of("ann", "*:*").withBookkeeping(true));

        assertThat(RestartableService.types(inSolve("ann").drain(9))).containsExactly("run:opened", "a:1");
    }

    @Test
    void tenThousandEntriesOccupyNoRoomAndDropNoMail() {
        service.close();
        service = new RestartableService(folder.resolve("full"),
                InboxConfig.defaults().withMaxWaiting(10).withOverflow(InboxOverflowPolicy.DROP_OLDEST));
        service.subscribe("ann", "*:*", false);
        service.signals.generate("a:1");
        for (int i = 0; i < 10_000; i++) {
            record("turn:taken");
        }
        service.signals.generate("a:2");

        assertThat(service.inboxes().status("ann")).hasValueSatisfying(status -> assertThat(status)
                .returns(2, InboxStatus::waiting).returns(0L, InboxStatus::dropped)
                .returns(false, InboxStatus::isSpilled));
        assertThat(RestartableService.types(inSolve("ann").drain(100))).containsExactly("a:1", "a:2");
        assertThat(inSolve("ann").needsReaction()).isFalse();
    }

    @Test
    void whatASolveSkippedIsSettledForTheNextStart() {
        service.subscribe("ann", "*:*", false);
        record("run:opened");
        assertThat(inSolve("ann").drain(9)).isEmpty();
        service.reopen();

        assertThat(service.inbox("ann").drain(9)).isEmpty();
    }

    @Test
    void mailBehindAFullInboxIsFoundAmongBookkeeping() {
        service.close();
        service = new RestartableService(folder.resolve("spilled"),
                InboxConfig.defaults().withMaxWaiting(2).withOverflow(InboxOverflowPolicy.SPILL));
        service.subscribe("ann", "*:*", false);
        for (int i = 0; i < 5; i++) {
            record("run:opened");
            service.signals.generate("a:" + i);
        }

        assertThat(RestartableService.types(inSolve("ann").drain(3))).containsExactly("a:0", "a:1", "a:2");
        assertThat(inSolve("ann").needsReaction()).isTrue();
        assertThat(RestartableService.types(inSolve("ann").drain(9))).containsExactly("a:3", "a:4");
    }

    private void record(String type) {
        service.signals.generate(type, null, null, RUNTIME);
    }

    private Inbox inSolve(String agent) {
        return service.inboxes().inboxInSolve(agent);
    }
}
