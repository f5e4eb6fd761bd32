package dev.waggle.journal.inbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InboxRouterTest {

    private static final Instant NOW = Instant.parse("2026-02-06T18:50:07Z");

    private final InboxRouter router = new InboxRouter(InboxConfig.defaults().withMaxWaiting(1), () -> NOW);

    /** Retention deleted the entries that had no room in memory. */
    @Test
    void whatTheLogLostBeforeItWasFetchedIsADeadLetter() {
        subscribe("ada");
        router.route(List.of(entry(1), entry(2), entry(3), entry(4)));

        List<InboxItem> items = new ArrayList<>();
        assertThat(router.drain("ada", 9, InboxView.COMPLETE, items)).isEqualTo(2);
        router.refill("ada", 2, List.of(entry(4)), router.routed());
        assertThat(router.hasUnwritten()).isTrue();
        assertThat(router.drain("ada", 9, InboxView.COMPLETE, items)).isZero();

        assertThat(items).extracting(item -> item.entry().sequence()).containsExactly(1L, 4L);
        DeadLetter gone = new DeadLetter("ada", 2, 3, 0, DeadLetter.Reason.GONE,
                "the log does not hold these entries any more", NOW);
        assertThat(router.deadLetters()).containsExactly(gone);
        assertThat(router.unwritten()).containsExactly(new DeliveryFact.DeadLettered(gone, 1));
        assertThat(router.deadLetters()).containsExactly(gone);
        router.apply(new DeliveryFact.DeadLettered(gone, 1));
        assertThat(router.deadLetters()).containsExactly(gone);
        assertThat(router.unwritten()).isEmpty();
    }

    @Test
    void whatTheLogLostBetweenTwoLivesIsADeadLetterForThoseWhoHadNotDealtWithIt() {
        subscribe("ada");
        subscribe("bob");
        router.apply(new DeliveryFact.AgentKnown("eve", 0));
        router.apply(new DeliveryFact.Rewound(0));
        router.apply(new DeliveryFact.Acknowledged("bob", 7));

        assertThat(router.expireBefore(6)).hasSize(2).contains(new DeliveryFact.Acknowledged("ada", 5));
    }

    /** Another reader was faster; an entry that both read counts only once. */
    @Test
    void whatIsReadTwiceCountsOnce() {
        subscribe("ada");
        router.route(List.of(entry(1), entry(2)));
        List<InboxItem> items = new ArrayList<>();
        long from = router.drain("ada", 9, InboxView.COMPLETE, items);
        router.refill("ada", from, List.of(entry(2)), 2);
        router.refill("ada", from, List.of(entry(2)), 2);
        router.drain("ada", 9, InboxView.COMPLETE, items);

        assertThat(items).hasSize(2);
    }

    /** All entries without room were acknowledged; the end of the log is read, and then the log gets one more. */
    @Test
    void whatIsRoutedBehindTheEndThatWasReadIsReadNext() {
        subscribe("ada");
        router.route(List.of(entry(1), entry(2)));
        router.apply(new DeliveryFact.Acknowledged("ada", 2));
        List<InboxItem> items = new ArrayList<>();
        assertThat(router.drain("ada", 9, InboxView.COMPLETE, items)).isEqualTo(3);
        assertThat(router.uncheckedFrom("ada")).isZero();
        long sure = router.routed();
        router.route(List.of(entry(3)));

        assertThat(router.uncheckedFrom("ada")).isEqualTo(3);
        assertThat(router.isCalling("ada", List.of(), InboxView.COMPLETE, sure)).isFalse();
        assertThat(router.uncheckedFrom("ada")).isEqualTo(3);
        router.refill("ada", 3, List.of(), sure);
        assertThat(router.hasUnwritten()).isFalse();
        assertThat(router.drain("ada", 9, InboxView.COMPLETE, items)).isEqualTo(3);
        router.refill("ada", 3, List.of(entry(3)), router.routed());
        assertThat(router.hasUnwritten()).isFalse();
        assertThat(router.drain("ada", 9, InboxView.COMPLETE, items)).isZero();
        assertThat(items).extracting(item -> item.entry().sequence()).containsExactly(3L);
        assertThat(router.deadLetters()).isEmpty();
    }

    /** The same when nothing was routed meanwhile: the inbox is in step with the log again. */
    @Test
    void whatWasAcknowledgedToTheEndNeedsNoReading() {
        subscribe("ada");
        router.route(List.of(entry(1), entry(2)));
        router.apply(new DeliveryFact.Acknowledged("ada", 2));
        router.refill("ada", 3, List.of(), router.routed());
        assertThat(router.hasUnwritten()).isFalse();

        assertThat(router.drain("ada", 9, InboxView.COMPLETE, new ArrayList<>())).isZero();
        assertThat(router.status("ada")).isNotNull().matches(status -> !status.isSpilled());
    }

    @Test
    void onlyTheLatestDeadLettersAreToldAndAllAreCounted() {
        for (int i = 0; i < DeadLetterLog.MAX_LETTERS + 5; i++) {
            router.apply(new DeliveryFact.DeadLettered(
                    new DeadLetter("ada", i, i, 1, DeadLetter.Reason.WAKE_FAILED, "no", NOW), 0));
        }

        assertThat(router.deadLetters()).hasSize(DeadLetterLog.MAX_LETTERS).first().extracting(DeadLetter::from)
                .isEqualTo(5L);
        assertThat(router.deadLetterCount()).isEqualTo(DeadLetterLog.MAX_LETTERS + 5);
    }

    private void subscribe(String agentId) {
        router.apply(new DeliveryFact.Subscribed(new Subscription(agentId, "*", true, false, NOW, NOW, 0)));
    }

    private static LogEntry entry(long sequence) {
        return new LogEntry(sequence, NOW, Emission.by("host"),
                new Signal("s" + sequence, SignalType.custom("a"), new Source.System(), NOW, Payload.Open.text("x"),
                        Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of()));
    }
}
