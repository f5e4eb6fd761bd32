package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxStatus;
import dev.waggle.signal.inbox.InboxItem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Signals whose time to live is over when an inbox hands them over. */
class ExpiredSignalsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder, InboxConfig.defaults().withMaxWaiting(4));
        service.subscribe("ada", "*", false);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void generate(String type) {
        SignalReceipt _ = service.signals.submit(SignalRequest.of(type).withTtl(MINUTE));
    }

    @Test
    void areDeliveredUpToTheEndOfTheirTimeToLive() {
        generate("a");
        service.world.advance(MINUTE);

        assertThat(service.typesFor("ada")).containsExactly("a");
        assertThat(service.inboxes().deadLetters()).isEmpty();
    }

    @Test
    void areNotDeliveredAfterItAndAreCounted() {
        generate("a");
        generate("b");
        service.signals.generate("c");
        service.world.advance(MINUTE.plusMillis(1));

        assertThat(service.inbox("ada").needsReaction()).isTrue();
        assertThat(service.inboxes().waiting("ada", 10)).hasSize(1);
        assertThat(service.typesFor("ada")).containsExactly("c");
        assertThat(service.inboxes().status("ada")).get().extracting(InboxStatus::expired).isEqualTo(2L);
        assertThat(service.inboxes().deadLetters()).extracting(DeadLetter::reason, DeadLetter::from, DeadLetter::to,
                DeadLetter::count).containsExactly(tuple(DeadLetter.Reason.EXPIRED, 1L, 2L, 2L));
    }

    @Test
    void callForNothing() {
        generate("a");
        assertThat(service.inbox("ada").needsReaction()).isTrue();
        service.world.advance(MINUTE.multipliedBy(2));

        assertThat(service.inbox("ada").needsReaction()).isFalse();
    }

    @Test
    void leaveOneDeadLetterHoweverOftenTheFolderIsOpened() {
        service.signals.generate("first");
        generate("a");
        service.world.advance(MINUTE.multipliedBy(2));
        assertThat(service.typesFor("ada")).containsExactly("first");
        service.crash();
        assertThat(service.typesFor("ada")).containsExactly("first");
        service.reopen();
        assertThat(service.typesFor("ada")).containsExactly("first");

        assertThat(service.inboxes().deadLetters()).extracting(DeadLetter::from).containsExactly(2L);
    }

    @Test
    void waitInTheLogAsOthersDo() {
        for (int i = 0; i < 20; i++) {
            generate("a");
            service.signals.generate("b");
        }
        service.world.advance(MINUTE.multipliedBy(2));

        assertThat(service.typesFor("ada")).hasSize(20).containsOnly("b");
        assertThat(service.inboxes().deadLetters().stream().mapToLong(DeadLetter::count).sum()).isEqualTo(20);
    }

    @Test
    void expireWhileTheyWaitForAnotherTurn() {
        generate("a");
        List<InboxItem> taken = service.drain("ada");
        service.inbox("ada").giveUp(List.of(taken.getFirst().withAttempts(3)), "overloaded");
        service.inboxes().requeue("ada", List.of(1L));
        service.world.advance(MINUTE.multipliedBy(2));

        assertThat(service.drain("ada")).isEmpty();
        service.crash();
        assertThat(service.drain("ada")).isEmpty();
        assertThat(service.inboxes().deadLetters()).extracting(DeadLetter::reason)
                .containsExactly(DeadLetter.Reason.EXPIRED);
    }

    @Test
    void ofADelayedSignalTheTimeToLiveBeginsWithItsGeneration() throws Exception {
        CompletableFuture<Long> generated = new CompletableFuture<>();
        Runnable _ = service.signals.onGenerated(entry -> generated.complete(entry.sequence()));
        SignalReceipt _ = service.signals.submit(SignalRequest.of("a").withTtl(MINUTE)
                .withDeliverAt(RestartableService.START.plus(MINUTE.multipliedBy(5))));
        service.world.advance(MINUTE.multipliedBy(5));
        assertThat(generated.get(30, TimeUnit.SECONDS)).isEqualTo(1);
        service.world.advance(MINUTE);

        assertThat(service.typesFor("ada")).containsExactly("a");
    }
}
