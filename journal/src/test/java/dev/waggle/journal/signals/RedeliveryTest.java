package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Attempts, dead letters and requeued signals: nothing is lost, and nothing comes for ever, across crashes too. */
class RedeliveryTest {

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder, InboxConfig.defaults().withCondenseFrom(5));
        service.subscribe("ada", "n", false);
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void attemptsAreCountedAcrossCrashes() {
        generate(2);
        assertThat(attempts(drain())).containsExactly(0, 0);
        service.crash();
        List<InboxItem> items = drain();
        inbox().recordAttempts(List.of(items.getFirst().withAttempts(1)), "failed");
        service.crash();
        assertThat(attempts(drain())).containsExactly(1, 0);
        inbox().recordAttempts(List.of(items.getFirst().withAttempts(2)), "failed");
        inbox().recordAttempts(List.of(items.getFirst().withAttempts(1)), "told late");
        service.reopen();
        assertThat(attempts(drain())).containsExactly(2, 0);
    }

    @Test
    void itemsThatAReaderTookAndDidNotAcknowledgeComeAgainWhenItHasEnded() {
        generate(4);
        assertThat(sequences(inbox().drain(3))).containsExactly(1L, 2L, 3L);
        inbox().acknowledge(1);
        service.inboxes().returnTaken("ada");
        assertThat(inbox().needsReaction()).isTrue();
        assertThat(sequences(drain())).containsExactly(2L, 3L, 4L);
        service.inboxes().returnTaken("ada");
        generate(1);
        assertThat(sequences(drain())).containsExactly(2L, 3L, 4L, 5L);
        inbox().acknowledge(5);
        service.inboxes().returnTaken("ada");
        service.inboxes().returnTaken("nobody");
        assertThat(drain()).isEmpty();
    }

    @Test
    void aRequeuedItemThatAReaderTookComesFirstAgainWhenItHasEnded() {
        generate(2);
        giveUpAll();
        inbox().acknowledge(2);
        generate(1);
        var _ = service.inboxes().requeue("ada", List.of(2L));
        assertThat(sequences(drain())).containsExactly(2L, 3L);
        service.inboxes().returnTaken("ada");
        List<InboxItem> again = drain();
        assertThat(sequences(again)).containsExactly(2L, 3L);
        assertThat(again.getFirst().requeued()).isTrue();
        inbox().acknowledge(3);
        service.inboxes().returnTaken("ada");
        assertThat(drain()).isEmpty();
    }

    @Test
    void aGivenUpItemIsADeadLetterAndDoesNotComeAgain() {
        generate(3);
        List<InboxItem> items = drain();
        inbox().giveUp(List.of(items.get(1).withAttempts(3)), "cannot be read");
        inbox().giveUp(List.of(items.get(1).withAttempts(3)), "told twice");

        for (int life = 0; life < 2; life++) {
            assertThat(service.inboxes().deadLetters()).singleElement().returns("ada", DeadLetter::agentId)
                    .returns(2L, DeadLetter::from).returns(2L, DeadLetter::to).returns(3, DeadLetter::attempts)
                    .returns(DeadLetter.Reason.TURN_FAILED, DeadLetter::reason)
                    .returns("given up after 3 turns without an answer: cannot be read", DeadLetter::detail)
                    .returns(RestartableService.START, DeadLetter::at);
            service.crash();
            assertThat(sequences(drain())).containsExactly(1L, 3L);
        }
    }

    @Test
    void aRequeuedItemComesFirstWithNoAttemptsUntilItIsAcknowledged() {
        generate(2);
        giveUpAll();
        inbox().acknowledge(2);
        generate(1);

        assertThat(service.inboxes().requeue("ada", List.of(2L))).containsExactly(2L);
        assertThat(service.inboxes().deadLetters()).extracting(DeadLetter::from).containsExactly(1L);
        assertThat(inbox().needsReaction()).isTrue();
        for (int life = 0; life < 3; life++) {
            assertThat(sequences(service.inboxes().waiting("ada", 10))).containsExactly(2L, 3L);
            assertThat(sequences(service.inboxes().waiting("ada", 1))).containsExactly(2L);
            List<InboxItem> items = drain();
            assertThat(service.inboxes().waiting("ada", 10)).isEmpty();
            assertThat(sequences(items)).containsExactly(2L, 3L);
            assertThat(items.getFirst().requeued()).isTrue();
            assertThat(items.getLast().requeued()).isFalse();
            assertThat(attempts(items)).containsExactly(0, 0);
            service.crash();
        }
        drain();
        inbox().acknowledge(2);
        service.crash();
        assertThat(sequences(drain())).containsExactly(3L);
    }

    @Test
    void aRequeuedItemThatWasNotTakenIsNotAcknowledgedWithLaterOnes() {
        generate(1);
        giveUpAll();
        inbox().acknowledge(1);
        generate(1);
        drain();
        assertThat(service.inboxes().requeueAll("ada")).containsExactly(1L);

        inbox().acknowledge(2);

        service.crash();
        assertThat(sequences(drain())).containsExactly(1L);
    }

    @Test
    void aRequeuedItemCanBeGivenUpAgain() {
        generate(1);
        giveUpAll();
        inbox().acknowledge(1);
        service.inboxes().requeueAll("ada");
        giveUpAll();

        assertThat(service.inboxes().deadLetters()).extracting(DeadLetter::from).containsExactly(1L);
        service.crash();
        assertThat(drain()).isEmpty();
        assertThat(service.inboxes().requeueAll("ada")).containsExactly(1L);
        assertThat(service.inboxes().requeueAll("ada")).isEmpty();
    }

    @Test
    void aRequeueWakesTheAgent() throws InterruptedException {
        generate(1);
        giveUpAll();
        inbox().acknowledge(1);
        AtomicInteger woken = new AtomicInteger();
        service.inboxes().attachWake("ada", woken::incrementAndGet);

        service.inboxes().requeueAll("ada");

        while (woken.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(sequences(drain())).containsExactly(1L);
    }

    @Test
    void whatCannotBeRequeuedIsRefusedAndNothingChanges() {
        generate(2);
        giveUpAll();
        inbox().acknowledge(2);

        assertThatIllegalArgumentException().isThrownBy(() -> service.inboxes().requeue("ada", List.of(1L, 7L)))
                .withMessageContaining("signal 7 is no dead letter of agent \"ada\"").withMessageContaining("[1, 2]");
        service.unsubscribe("ada", "n");
        assertThatIllegalArgumentException().isThrownBy(() -> service.inboxes().requeue("ada", List.of(1L)))
                .withMessageContaining("no subscription");
        assertThat(service.inboxes().requeueAll("ada")).isEmpty();
        assertThat(service.inboxes().deadLetters()).hasSize(2);
        assertThat(drain()).isEmpty();
    }

    @Test
    void acknowledgedItemsAreNeitherCountedNorGivenUp() {
        generate(1);
        List<InboxItem> items = drain();
        inbox().acknowledge(1);

        inbox().recordAttempts(List.of(items.getFirst().withAttempts(1)), "late");
        inbox().giveUp(List.of(items.getFirst().withAttempts(3)), "late");

        assertThat(service.inboxes().deadLetters()).isEmpty();
    }

    /** Condensing replaces the history; every state of an entry survives it. */
    @Test
    void everyStateSurvivesCondensing() {
        generate(4);
        List<InboxItem> items = drain();
        inbox().giveUp(List.of(items.get(0).withAttempts(3)), "a");
        inbox().giveUp(List.of(items.get(2).withAttempts(3)), "c");
        service.inboxes().requeue("ada", List.of(1L));
        inbox().recordAttempts(List.of(items.get(1).withAttempts(2)), "b");
        IntStream.range(0, 200).forEach(i -> service.inboxes()
                .subscribe(SubscriptionRequest.of("bob", "other").withSilent(i % 2 == 0)));
        service.reopen();
        service.crash();

        assertThat(sequences(drain())).containsExactly(1L, 2L, 4L);
        assertThat(service.inboxes().deadLetters()).extracting(DeadLetter::from).containsExactly(3L);
    }

    private void giveUpAll() {
        inbox().giveUp(drain().stream().map(item -> item.withAttempts(3)).toList(), "failed");
    }

    private void generate(int count) {
        IntStream.range(0, count).forEach(_ -> service.signals.generate("n"));
    }

    private Inbox inbox() {
        return service.inboxes().inboxOf("ada");
    }

    private List<InboxItem> drain() {
        return inbox().drain(Integer.MAX_VALUE);
    }

    private static List<Long> sequences(List<InboxItem> items) {
        return items.stream().map(InboxItem::sequence).toList();
    }

    private static List<Integer> attempts(List<InboxItem> items) {
        return items.stream().map(InboxItem::attempts).toList();
    }
}
