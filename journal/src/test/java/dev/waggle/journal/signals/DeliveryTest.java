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

    private Office office;

    @BeforeEach
    void open() {
        office = new Office(folder, InboxConfig.defaults().withMaxWaiting(ROOM));
    }

    @AfterEach
    void close() {
        office.close();
    }

    /** durable-signals 32. */
    @Test
    void reachesExactlyThoseWhoSubscribed() {
        office.subscribe("ada", "build:*:done");
        office.subscribe("bob", "build:*:done", false);
        office.subscribe("eve", "other:*");
        office.signals.generate("build:alpha:done");

        assertThat(office.drain("ada")).singleElement().extracting(InboxItem::silent).isEqualTo(true);
        assertThat(office.drain("bob")).singleElement().extracting(InboxItem::silent).isEqualTo(false);
        assertThat(office.drain("eve")).isEmpty();
        assertThat(office.drain("nobody")).isEmpty();
    }

    @Test
    void aSubscriptionSpeaksOfWhatComesAfterItWhateverTheClocksSay() {
        office.signals.generate("a");
        office.subscribe("ada", "*");
        office.signals.generate("b");
        office.crash();
        office.signals.generate("c");

        assertThat(office.typesFor("ada")).containsExactly("b", "c");
    }

    @Test
    void whatOthersAppendToTheLogIsDeliveredToo() {
        office.subscribe("ada", "*");
        LogEntry said = office.signals.generate("a").entry();
        office.drain("ada");
        office.signals.log().append(said.signal(), Emission.by("bus"), Office.START);

        assertThat(office.typesFor("ada")).containsExactly("a");
    }

    /** durable-signals 35. */
    @Test
    void whatIsUnsubscribedWhileItWaitsDoesNotCome() {
        office.subscribe("ada", "*");
        office.signals.generate("a");
        office.unsubscribe("ada", "*");

        assertThat(office.drain("ada")).isEmpty();
    }

    /** durable-signals 36. */
    @Test
    void theSilenceOfTheMomentOfDeliveryCounts() {
        office.subscribe("ada", "*");
        office.signals.generate("a");
        assertThat(office.inbox("ada").needsReaction()).isFalse();
        office.subscribe("ada", "*", false);

        assertThat(office.inbox("ada").needsReaction()).isTrue();
        assertThat(office.drain("ada")).singleElement().extracting(InboxItem::silent).isEqualTo(false);
        assertThat(office.inbox("ada").needsReaction()).isFalse();
    }

    /** durable-signals 37: the new subscription lies behind what waits, also after a crash. */
    @Test
    void whatIsSubscribedAnewWhileItWaitsDoesNotCome() {
        office.subscribe("ada", "*");
        office.signals.generate("a");
        office.unsubscribe("ada", "*");
        office.subscribe("ada", "*");
        office.signals.generate("b");

        office.crash();
        assertThat(office.typesFor("ada")).containsExactly("b");
    }

    /** durable-signals 38. */
    @Test
    void comesOnceAndNamesAllPatternsThatMatch() {
        office.subscribe("ada", "build:*");
        office.subscribe("ada", "*:done", false);
        office.subscribe("ada", "x:*");
        office.signals.generate("build:done");
        office.signals.generate("build:x");

        List<InboxItem> items = office.drain("ada");
        assertThat(items).extracting(InboxItem::patterns)
                .containsExactly(List.of("build:*", "*:done"), List.of("build:*"));
        assertThat(items).extracting(InboxItem::silent).containsExactly(false, true);
    }

    /** durable-signals 39, 44: itself is who the emission names; what is only claimed hides nothing from anybody. */
    @Test
    void whatAnAgentSaidItselfComesOnlyIfItWants() {
        office.subscribe("ada", "*");
        office.inboxes().subscribe(SubscriptionRequest.of("bob", "*").withOwn(true));
        office.signals.generate("claimed", Source.agent("ada"), null);
        office.signals.generate("disguised", null, null, new Emission("ada", 1));
        office.signals.generate("mine", Source.agent("bob"), null, new Emission("bob", 1));

        assertThat(office.typesFor("ada")).containsExactly("claimed", "mine");
        assertThat(office.typesFor("bob")).containsExactly("claimed", "disguised", "mine");
    }

    /** durable-signals 40. */
    @Test
    void wakesASleepingAgentOnceForAllThatArrives() throws Exception {
        office.subscribe("ada", "*");
        Semaphore woken = new Semaphore(0);
        AtomicInteger wakes = new AtomicInteger();
        Runnable remover = office.inboxes().attachWake("ada", () -> {
            wakes.incrementAndGet();
            woken.release();
        });
        office.signals.generate("a");
        office.signals.generate("b");
        woken.acquire();
        office.signals.generate("c");
        assertThat(office.typesFor("ada")).containsExactly("a", "b", "c");
        assertThat(wakes).hasValue(1);

        office.signals.generate("d");
        woken.acquire();
        assertThat(wakes).hasValue(2);
        assertThat(office.inbox("ada").drain(1)).hasSize(1);
        remover.run();
        office.signals.generate("e");
        Semaphore again = new Semaphore(0);
        office.inboxes().attachWake("ada", again::release);
        again.acquire();
        assertThat(wakes).hasValue(2);
        assertThat(office.typesFor("ada")).containsExactly("e");
    }

    @Test
    void anAgentHasOneWakeAndMustBeKnown() {
        assertThatExceptionOfType(UnknownAgentException.class)
                .isThrownBy(() -> office.inboxes().attachWake("ada", () -> {}));
        office.inboxes().registerAgent("ada");
        office.inboxes().attachWake("ada", () -> {});
        assertThatIllegalStateException().isThrownBy(() -> office.inboxes().attachWake("ada", () -> {}))
                .withMessageContaining("has a wake already");
    }

    /** durable-signals 8, 41: the failure is a dead letter that a restart still tells of. */
    @Test
    void aWakeThatThrowsHarmsNobodyElse() throws Exception {
        office.subscribe("ada", "*");
        office.subscribe("bob", "*");
        CountDownLatch told = new CountDownLatch(1);
        office.inboxes().attachWake("ada", () -> {
            throw new IllegalStateException("gone");
        });
        office.inboxes().attachWake("bob", told::countDown);
        office.signals.generate("a");
        told.await();
        // The record is written by the thread of the wake, some time after the failure.
        while (office.inboxes().deadLetterCount() == 0) {
            Thread.onSpinWait();
        }
        office.crash();

        assertThat(office.typesFor("bob")).containsExactly("a");
        assertThat(office.typesFor("ada")).containsExactly("a");
        assertThat(office.inboxes().deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.agentId()).isEqualTo("ada");
            assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.WAKE_FAILED);
            assertThat(letter.from()).isEqualTo(1);
            assertThat(letter.detail()).contains("gone");
        });
        assertThat(office.failures).anySatisfy(failure -> assertThat(failure).hasMessage("gone"));
    }

    /** durable-signals 42. */
    @Test
    void everythingThatWaitedOrWasNotAcknowledgedComesAfterACrash() {
        office.subscribe("ada", "*");
        List<Long> numbers = IntStream.range(0, 5)
                .mapToObj(i -> office.signals.generate("n" + i).entry().sequence())
                .toList();
        office.inbox("ada").drain(3);
        office.inbox("ada").acknowledge(numbers.get(1));

        office.crash();
        assertThat(office.typesFor("ada")).containsExactly("n2", "n3", "n4");
        office.inbox("ada").acknowledge(numbers.get(4));
        office.crash();
        assertThat(office.drain("ada")).isEmpty();
    }

    @Test
    void acknowledgesWhatWaitsAndRefusesWhatIsNotThere() {
        office.subscribe("ada", "*");
        office.signals.generate("a");
        office.signals.generate("b");
        office.inbox("ada").acknowledge(1);
        office.inbox("ada").acknowledge(0);

        assertThat(office.typesFor("ada")).containsExactly("b");
        assertThatIllegalArgumentException().isThrownBy(() -> office.inbox("ada").acknowledge(3))
                .withMessageContaining("up to 3").withMessageContaining("up to 2");
        assertThatIllegalArgumentException().isThrownBy(() -> office.inbox("ada").drain(-1));
    }

    /** durable-signals 45: a full inbox leaves the rest to the log and loses nothing. */
    @Test
    void aFullInboxKeepsTheRestInTheLog() {
        office.subscribe("ada", "n:*");
        IntStream.range(0, 5 * ROOM).forEach(i -> {
            office.signals.generate("n:" + i);
            office.signals.generate("other");
        });

        InboxStatus status = office.inboxes().status("ada").orElseThrow();
        assertThat(status.waiting()).isEqualTo(ROOM);
        assertThat(status.isSpilled()).isTrue();
        assertThat(status.spilled()).isEqualTo(4 * ROOM);
        List<String> all = IntStream.range(0, 5 * ROOM).mapToObj(i -> "n:" + i).toList();
        assertThat(Office.types(office.inbox("ada").drain(ROOM + 3))).isEqualTo(all.subList(0, ROOM + 3));
        office.signals.generate("n:last");
        assertThat(office.typesFor("ada")).startsWith(all.get(ROOM + 3)).endsWith("n:last").hasSize(4 * ROOM - 2);
        office.crash();
        assertThat(office.typesFor("ada")).startsWith(all.getFirst()).hasSize(5 * ROOM + 1);
        assertThat(office.inboxes().deadLetters()).isEmpty();
    }

    @Test
    void somethingThatCallsIsHeardAlsoBehindAFullInbox() {
        office.subscribe("ada", "n:*");
        office.subscribe("ada", "loud", false);
        IntStream.range(0, 3 * ROOM).forEach(i -> office.signals.generate("n:" + i));
        assertThat(office.inbox("ada").needsReaction()).isFalse();
        office.signals.generate("loud");
        assertThat(office.inbox("ada").needsReaction()).isTrue();
        office.subscribe("ada", "loud", true);
        assertThat(office.inbox("ada").needsReaction()).isFalse();
        office.subscribe("ada", "n:*", false);
        assertThat(office.inbox("ada").needsReaction()).isTrue();
    }

    /** durable-signals 45, the other policy: the oldest make room, and a record says so, also after a crash. */
    @Test
    void aFullInboxMayDropTheOldestAndSaysSo() {
        office.close();
        office = new Office(folder.resolve("dropping"),
                InboxConfig.defaults().withMaxWaiting(ROOM).withOverflow(InboxOverflowPolicy.DROP_OLDEST));
        office.subscribe("ada", "n:*");
        IntStream.range(0, 3 * ROOM).forEach(i -> office.signals.generate("n:" + i));

        assertThat(office.inboxes().status("ada").orElseThrow().dropped()).isEqualTo(2 * ROOM);
        assertThat(lost()).isEqualTo(2 * ROOM);
        List<String> newest = IntStream.range(2 * ROOM, 3 * ROOM).mapToObj(i -> "n:" + i).toList();
        office.reopen();
        assertThat(lost()).isEqualTo(2 * ROOM);
        assertThat(office.typesFor("ada")).isEqualTo(newest);
        office.crash();
        assertThat(office.typesFor("ada")).isEqualTo(newest);
        assertThat(lost()).isEqualTo(2 * ROOM);
    }

    /** Numbers that a loss of power took back are given again, and nobody misses them. */
    @Test
    void aLogThatLostItsEndDoesNotSilenceSubscriptions() throws Exception {
        office.signals.generate("lost");
        office.subscribe("ada", "*");
        office.signals.close();
        Files.delete(office.data().resolve("signals/events.jsonl"));
        office.reopen();
        office.signals.generate("first");
        office.crash();

        assertThat(office.typesFor("ada")).containsExactly("first");
    }

    /** Where nobody has mail is noted now and then, so that a restart after a crash reads no more than that. */
    @Test
    void aRestartDoesNotReadWhatNobodyWaitsFor() {
        office.subscribe("ada", "n:*");
        IntStream.rangeClosed(1, 10_000).forEach(i -> office.signals.generate("other"));
        while (office.inboxes().status("ada").orElseThrow().acknowledged() == 0) {
            Thread.onSpinWait();
        }
        office.crash();

        assertThat(office.inboxes().status("ada").orElseThrow().acknowledged()).isEqualTo(10_000);
        office.signals.generate("n:a");
        assertThat(office.typesFor("ada")).containsExactly("n:a");
    }

    private long lost() {
        return office.inboxes().deadLetters().stream().mapToLong(DeadLetter::count).sum();
    }
}
