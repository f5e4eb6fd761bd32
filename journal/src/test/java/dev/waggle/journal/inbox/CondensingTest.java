package dev.waggle.journal.inbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Condensing of delivery facts: the same state is written anew in fewer facts, and no crash meanwhile loses any. */
class CondensingTest {

    private static final Instant NOW = Instant.parse("2026-02-06T18:50:07Z");
    private static final int FROM = 20;

    @TempDir
    Path data;

    private final ManualWorld world = new ManualWorld(NOW, 5);
    private List<DeliveryFact> state = List.of();

    /** A state with every kind of fact in it, and a history that is long enough. */
    @BeforeEach
    void write() {
        InboxRouter router = newRouter();
        try (DeliveryFactLog facts = DeliveryFactLog.open(data, world, router, FROM)) {
            facts.appendAndApply(new DeliveryFact.AgentKnown("eve", 2));
            facts.appendAndApply(new DeliveryFact.Subscribed(subscription("ada", "a")));
            facts.appendAndApply(new DeliveryFact.Subscribed(subscription("bob", "b")));
            facts.appendAndApply(new DeliveryFact.Unsubscribed(new SubscriptionKey("bob", "b", null)));
            facts.appendAndApply(new DeliveryFact.Subscribed(subscription("ada", "b")));
            facts.appendAndApply(new DeliveryFact.DeadLettered(
                    new DeadLetter("ada", 150, 160, 3, DeadLetter.Reason.FULL, "full", NOW), 140));
            facts.appendAndApply(new DeliveryFact.DeadLettered(
                    new DeadLetter("ada", 9, 9, 1, DeadLetter.Reason.WAKE_FAILED, "no", NOW), 0));
            facts.appendAndApply(new DeliveryFact.AllPassed(5, Set.of("ada")));
            IntStream.rangeClosed(10, 100)
                    .forEach(upTo -> facts.appendAndApply(new DeliveryFact.Acknowledged("ada", upTo)));
            state = router.snapshot();
        }
    }

    @Test
    void theStateIsTheSameInFewerFacts() throws IOException {
        long before = Files.size(data.resolve("inboxes/events.jsonl"));
        condense();

        assertThat(Files.size(data.resolve("inboxes/events.jsonl"))).isLessThan(before / InboxConfig.CONDENSE_FACTOR);
        assertThat(stateOnDisk()).isEqualTo(state);
        assertThat(data.resolve("inboxes.next")).doesNotExist();
        assertThat(data.resolve("inboxes.old")).doesNotExist();
    }

    @Test
    void goesOnAfterItAndIsNotDoneAgainBeforeItPays() {
        InboxRouter router = newRouter();
        try (DeliveryFactLog facts = DeliveryFactLog.open(data, world, router, FROM)) {
            assertThat(facts.isCondensingDue()).isTrue();
            facts.condense();
            assertThat(facts.isCondensingDue()).isFalse();
            facts.appendAndApply(new DeliveryFact.Acknowledged("ada", 200));
            state = router.snapshot();
        }
        assertThat(stateOnDisk()).isEqualTo(state);
    }

    /** A crash after half of the new folder was written. */
    @Test
    void aCrashWhileTheNewOneIsWrittenLeavesTheOldOne() throws IOException {
        Files.createDirectories(data.resolve("inboxes.next"));
        Files.writeString(data.resolve("inboxes.next/events.jsonl"), "{\"seq\":1,");

        assertThat(stateOnDisk()).isEqualTo(state);
        assertThat(data.resolve("inboxes.next")).doesNotExist();
    }

    /** A crash after the old folder was renamed and before the new one was. */
    @Test
    void aCrashBetweenTheTwoRenamesLeavesTheNewOne() throws IOException {
        Path old = data.resolve("inboxes.old");
        condense();
        Files.move(data.resolve("inboxes"), data.resolve("inboxes.next"));
        Files.createDirectories(old);
        Files.writeString(old.resolve("events.jsonl"), "no facts");

        assertThat(stateOnDisk()).isEqualTo(state);
        assertThat(old).doesNotExist();
    }

    /** A crash with the new folder in its place and the old one still beside it. */
    @Test
    void aCrashBeforeTheOldOneIsDeletedLeavesTheNewOne() throws IOException {
        copy(data.resolve("inboxes"), data.resolve("inboxes.old"));
        Files.writeString(data.resolve("inboxes.old/events.jsonl"), "no facts");

        assertThat(stateOnDisk()).isEqualTo(state);
        assertThat(data.resolve("inboxes.old")).doesNotExist();
    }

    @Test
    void refusesFactsAfterClosing() {
        DeliveryFactLog facts = DeliveryFactLog.open(data, world, newRouter(), FROM);
        facts.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> facts.appendAndApply(new DeliveryFact.Acknowledged("ada", 1)))
                .withMessageContaining("closed");
    }

    private void condense() {
        try (DeliveryFactLog facts = DeliveryFactLog.open(data, world, newRouter(), FROM)) {
            facts.condense();
        }
    }

    private List<DeliveryFact> stateOnDisk() {
        InboxRouter router = newRouter();
        DeliveryFactLog.open(data, world, router, FROM).close();
        return router.snapshot();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        Files.copy(from.resolve("events.jsonl"), to.resolve("events.jsonl"));
    }

    private InboxRouter newRouter() {
        return new InboxRouter(InboxConfig.defaults(), world::now);
    }

    private static Subscription subscription(String agentId, String pattern) {
        return new Subscription(agentId, pattern, false, true, NOW, NOW, 3);
    }
}
