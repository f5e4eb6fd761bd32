package dev.waggle.journal.signals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxOverflowPolicy;
import dev.waggle.journal.inbox.InboxStatus;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.inbox.UnknownAgentException;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** The scenarios "Delivery" of durable-signals. */
class DeliveryTest {

    private static final int ROOM = 10;

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder, InboxConfig.defaults().withMaxWaiting(ROOM));
    }

    @AfterEach
    void close() {
        service.close();
    }

    /** Scenario 32 of durable signals. */
    @Test
    void reachesExactlyThoseWhoSubscribed() {
        service.subscribe("ada", "build:*:done");
        service.subscribe("bob", "build:*:done", false);
        service.subscribe("eve", "other:*");
        service.signals.generate("build:alpha:done");

        assertThat(service.drain("ada")).singleElement().extracting(InboxItem::silent).isEqualTo(true);
        assertThat(service.drain("bob")).singleElement().extracting(InboxItem::silent).isEqualTo(false);
        assertThat(service.drain("eve")).isEmpty();
        assertThat(service.drain("nobody")).isEmpty();
    }

    @Test
    void aSubscriptionSpeaksOfWhatComesAfterItWhateverTheClocksSay() {
        service.signals.generate("a");
        service.subscribe("ada", "*");
        service.signals.generate("b");
        service.crash();
        service.signals.generate("c");

        assertThat(service.typesFor("ada")).containsExactly("b", "c");
    }

    @Test
    void whatOthersAppendToTheLogIsDeliveredToo() {
        service.subscribe("ada", "*");
        LogEntry said = service.signals.generate("a").entry();
        service.drain("ada");
        service.signals.log().append(said.signal(), Emission.by("bus"), RestartableService.START);

        assertThat(service.typesFor("ada")).containsExactly("a");
    }

    @Test
    void anAgentReceivesWhatAnotherSourceOfItsNameEmits() {
        Source webhook = new Source.Webhook(null);
        service.subscribe("webhook", "*");
        service.signals.generate("called", webhook, null, Emission.of(webhook));
        service.signals.generate("mine", null, null, Emission.of(Source.agent("webhook")));
        service.signals.generate("too", null, null, new Emission("webhook", 1));

        assertThat(service.typesFor("webhook")).containsExactly("called");
    }

    /** Scenario 35 of durable signals. */
    @Test
    void whatIsUnsubscribedWhileItWaitsDoesNotCome() {
        service.subscribe("ada", "*");
        service.signals.generate("a");
        service.unsubscribe("ada", "*");

        assertThat(service.drain("ada")).isEmpty();
    }

    /** Scenario 36 of durable signals. */
    @Test
    void theSilenceOfTheMomentOfDeliveryCounts() {
        service.subscribe("ada", "*");
        service.signals.generate("a");
        assertThat(service.inbox("ada").needsReaction()).isFalse();
        service.subscribe("ada", "*", false);

        assertThat(service.inbox("ada").needsReaction()).isTrue();
        assertThat(service.drain("ada")).singleElement().extracting(InboxItem::silent).isEqualTo(false);
        assertThat(service.inbox("ada").needsReaction()).isFalse();
    }

    /** durable-signals 37: the new subscription lies behind what waits, also after a crash. */
    @Test
    void whatIsSubscribedAnewWhileItWaitsDoesNotCome() {
        service.subscribe("ada", "*");
        service.signals.generate("a");
        service.unsubscribe("ada", "*");
        service.subscribe("ada", "*");
        service.signals.generate("b");

        service.crash();
        assertThat(service.typesFor("ada")).containsExactly("b");
    }

    /** Scenario 38 of durable signals. */
    @Test
    void comesOnceAndNamesAllPatternsThatMatch() {
        service.subscribe("ada", "build:*");
        service.subscribe("ada", "*:done", false);
        service.subscribe("ada", "x:*");
        service.signals.generate("build:done");
        service.signals.generate("build:x");

        List<InboxItem> items = service.drain("ada");
        assertThat(items).extracting(InboxItem::patterns)
                .containsExactly(List.of("build:*", "*:done"), List.of("build:*"));
        assertThat(items).extracting(InboxItem::silent).containsExactly(false, true);
    }

    /**
     * Scenarios 39 and 44 of durable signals. An agent's own signals are those whose emission names it; a mere claim
     * hides nothing.
     */
    @Test
    void whatAnAgentSaidItselfComesOnlyIfItWants() {
        service.subscribe("ada", "*");
        service.inboxes().subscribe(SubscriptionRequest.of("bob", "*").withOwn(true));
        service.signals.generate("claimed", Source.agent("ada"), null);
        service.signals.generate("disguised", null, null, new Emission("ada", 1));
        service.signals.generate("mine", Source.agent("bob"), null, new Emission("bob", 1));

        assertThat(service.typesFor("ada")).containsExactly("claimed", "mine");
        assertThat(service.typesFor("bob")).containsExactly("claimed", "disguised", "mine");
    }

    /** Scenario 40 of durable signals. */
    @Test
    void wakesASleepingAgentOnceForAllThatArrives() throws Exception {
        service.subscribe("ada", "*");
        Semaphore woken = new Semaphore(0);
        AtomicInteger wakes = new AtomicInteger();
        Runnable remover = service.inboxes().attachWake("ada", () -> {
            wakes.incrementAndGet();
            woken.release();
        });
        service.signals.generate("a");
        service.signals.generate("b");
        woken.acquire();
        service.signals.generate("c");
        assertThat(service.typesFor("ada")).containsExactly("a", "b", "c");
        assertThat(wakes).hasValue(1);

        service.signals.generate("d");
        woken.acquire();
        assertThat(wakes).hasValue(2);
        assertThat(service.inbox("ada").drain(1)).hasSize(1);
        remover.run();
        service.signals.generate("e");
        Semaphore again = new Semaphore(0);
        service.inboxes().attachWake("ada", again::release);
        again.acquire();
        assertThat(wakes).hasValue(2);
        assertThat(service.typesFor("ada")).containsExactly("e");
    }

    @Test
    void anAgentHasOneWakeAndMustBeKnown() {
        assertThatExceptionOfType(UnknownAgentException.class)
                .isThrownBy(() -> service.inboxes().attachWake("ada", () -> {}));
        service.inboxes().registerAgent("ada");
        service.inboxes().attachWake("ada", () -> {});
        assertThatIllegalStateException().isThrownBy(() -> service.inboxes().attachWake("ada", () -> {}))
                .withMessageContaining("has a wake already");
    }

    /** durable-signals 8, 41: the failure is a dead letter that is still reported after a restart. */
    @Test
    void aWakeThatThrowsHarmsNobodyElse() throws Exception {
        service.subscribe("ada", "*");
        service.subscribe("bob", "*");
        CountDownLatch told = new CountDownLatch(1);
        service.inboxes().attachWake("ada", () -> {
            throw new IllegalStateException("gone");
        });
        service.inboxes().attachWake("bob", told::countDown);
        service.signals.generate("a");
        told.await();
        // The record is written by the thread of the wake, some time after the failure.
        while (service.inboxes().deadLetterCount() == 0) {
            Thread.onSpinWait();
        }
        service.crash();

        assertThat(service.typesFor("bob")).containsExactly("a");
        assertThat(service.typesFor("ada")).containsExactly("a");
        assertThat(service.inboxes().deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.agentId()).isEqualTo("ada");
            assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.WAKE_FAILED);
            assertThat(letter.from()).isEqualTo(1);
            assertThat(letter.detail()).contains("gone");
        });
        assertThat(service.failures).anySatisfy(failure -> assertThat(failure).hasMessage("gone"));
    }

    /** Scenario 42 of durable signals. */
    @Test
    void everythingThatWaitedOrWasNotAcknowledgedComesAfterACrash() {
        service.subscribe("ada", "*");
        List<Long> numbers = IntStream.range(0, 5)
                .mapToObj(i -> service.signals.generate("n" + i).entry().sequence())
                .toList();
        service.inbox("ada").drain(3);
        service.inbox("ada").acknowledge(numbers.get(1));

        service.crash();
        assertThat(service.typesFor("ada")).containsExactly("n2", "n3", "n4");
        service.inbox("ada").acknowledge(numbers.get(4));
        service.crash();
        assertThat(service.drain("ada")).isEmpty();
    }

    @Test
    void acknowledgesWhatWaitsAndRefusesWhatIsNotThere() {
        service.subscribe("ada", "*");
        service.signals.generate("a");
        service.signals.generate("b");
        service.inbox("ada").acknowledge(1);
        service.inbox("ada").acknowledge(0);

        assertThat(service.typesFor("ada")).containsExactly("b");
        assertThatIllegalArgumentException().isThrownBy(() -> service.inbox("ada").acknowledge(3))
                .withMessageContaining("up to 3").withMessageContaining("up to 2");
        assertThatIllegalArgumentException().isThrownBy(() -> service.inbox("ada").drain(-1));
    }

    /** durable-signals 45: a full inbox leaves the rest to the log and loses nothing. */
    @Test
    void aFullInboxKeepsTheRestInTheLog() {
        service.subscribe("ada", "n:*");
        IntStream.range(0, 5 * ROOM).forEach(i -> {
            service.signals.generate("n:" + i);
            service.signals.generate("other");
        });

        InboxStatus status = service.inboxes().status("ada").orElseThrow();
        assertThat(status.waiting()).isEqualTo(ROOM);
        assertThat(status.isSpilled()).isTrue();
        assertThat(status.spilled()).isEqualTo(4 * ROOM);
        List<String> all = IntStream.range(0, 5 * ROOM).mapToObj(i -> "n:" + i).toList();
        assertThat(RestartableService.types(service.inbox("ada").drain(ROOM + 3))).isEqualTo(all.subList(0, ROOM + 3));
        service.signals.generate("n:last");
        assertThat(service.typesFor("ada")).startsWith(all.get(ROOM + 3)).endsWith("n:last").hasSize(4 * ROOM - 2);
        service.crash();
        assertThat(service.typesFor("ada")).startsWith(all.getFirst()).hasSize(5 * ROOM + 1);
        assertThat(service.inboxes().deadLetters()).isEmpty();
    }

    @Test
    void somethingThatCallsIsHeardAlsoBehindAFullInbox() {
        service.subscribe("ada", "n:*");
        service.subscribe("ada", "loud", false);
        IntStream.range(0, 3 * ROOM).forEach(i -> service.signals.generate("n:" + i));
        assertThat(service.inbox("ada").needsReaction()).isFalse();
        service.signals.generate("loud");
        assertThat(service.inbox("ada").needsReaction()).isTrue();
        service.subscribe("ada", "loud", true);
        assertThat(service.inbox("ada").needsReaction()).isFalse();
        service.subscribe("ada", "n:*", false);
        assertThat(service.inbox("ada").needsReaction()).isTrue();
    }

    /** durable-signals 45, the other policy: the oldest make room, and a record says so, also after a crash. */
    @Test
    void aFullInboxMayDropTheOldestAndSaysSo() {
        service.close();
        service = new RestartableService(folder.resolve("dropping"),
                InboxConfig.defaults().withMaxWaiting(ROOM).withOverflow(InboxOverflowPolicy.DROP_OLDEST));
        service.subscribe("ada", "n:*");
        IntStream.range(0, 3 * ROOM).forEach(i -> service.signals.generate("n:" + i));

        assertThat(service.inboxes().status("ada").orElseThrow().dropped()).isEqualTo(2 * ROOM);
        assertThat(lost()).isEqualTo(2 * ROOM);
        List<String> newest = IntStream.range(2 * ROOM, 3 * ROOM).mapToObj(i -> "n:" + i).toList();
        service.reopen();
        assertThat(lost()).isEqualTo(2 * ROOM);
        assertThat(service.typesFor("ada")).isEqualTo(newest);
        service.crash();
        assertThat(service.typesFor("ada")).isEqualTo(newest);
        assertThat(lost()).isEqualTo(2 * ROOM);
    }

    /** Numbers that a loss of power took back are assigned again, and subscriptions receive their signals. */
    @Test
    void aLogThatLostItsEndDoesNotSilenceSubscriptions() throws Exception {
        service.signals.generate("lost");
        service.subscribe("ada", "*");
        service.signals.close();
        Files.delete(service.data().resolve("signals/events.jsonl"));
        service.reopen();
        service.signals.generate("first");
        service.crash();

        assertThat(service.typesFor("ada")).containsExactly("first");
    }

    /** Progress without mail is recorded now and then, so that a restart after a crash reads only the rest. */
    @Test
    void aRestartDoesNotReadWhatNobodyWaitsFor() {
        service.subscribe("ada", "n:*");
        IntStream.rangeClosed(1, 10_000).forEach(i -> service.signals.generate("other"));
        while (service.inboxes().status("ada").orElseThrow().acknowledged() == 0) {
            Thread.onSpinWait();
        }
        service.crash();

        assertThat(service.inboxes().status("ada").orElseThrow().acknowledged()).isEqualTo(10_000);
        service.signals.generate("n:a");
        assertThat(service.typesFor("ada")).containsExactly("n:a");
    }

    private long lost() {
        return service.inboxes().deadLetters().stream().mapToLong(DeadLetter::count).sum();
    }
}
