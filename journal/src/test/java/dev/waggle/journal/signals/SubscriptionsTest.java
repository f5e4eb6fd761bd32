package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.time.Duration;

import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.inbox.UnknownAgentException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The scenarios "Subscriptions" of durable-signals. */
class SubscriptionsTest {

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder, InboxConfig.defaults().withMaxSubscriptions(3, 5).withMaxAgents(4));
    }

    @AfterEach
    void close() {
        service.close();
    }

    /** Scenario 26 of durable signals. */
    @Test
    void isSilentUnlessAskedOtherwise() {
        assertThat(service.subscribe("ada", " build:* ")).isEqualTo(
                new Subscription("ada", "build:*", true, false, RestartableService.START, RestartableService.START, 0));
    }

    /** Scenario 27 of durable signals. */
    @Test
    void askingAgainChangesWhatIsAskedAndKeepsTheRest() {
        Subscription first = service.subscribe("ada", "a");
        service.subscribe("ada", "b");
        service.signals.generate("x");
        service.world.advance(Duration.ofMillis(10));
        service.subscribe("ada", "a", false);
        service.world.advance(Duration.ofMillis(10));
        Subscription again = service.subscribe("ada", "a");

        assertThat(again).isEqualTo(new Subscription("ada", "a", false, false, first.createdAt(),
                RestartableService.START.plusMillis(20), first.after()));
        assertThat(service.inboxes().subscriptions()).extracting(Subscription::pattern).containsExactly("a", "b");
    }

    /** Otherwise a restart would decide on the delivery of signals that an agent published while it refused its own. */
    @Test
    void whetherOwnSignalsComeIsDecidedOnce() {
        service.subscribe("ada", "a");
        service.inboxes().subscribe(SubscriptionRequest.of("ada", "a").withOwn(false));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> service.inboxes().subscribe(SubscriptionRequest.of("ada", "a").withOwn(true)))
                .withMessageContaining("Maybe unsubscribe first");
    }

    /** Scenario 28 of durable signals. */
    @Test
    void refusesABlankPatternBeforeABlankAgent() {
        assertThatIllegalArgumentException().isThrownBy(() -> service.subscribe("", " "))
                .withMessageContaining("pattern");
        assertThatIllegalArgumentException().isThrownBy(() -> service.subscribe(" ", "a"))
                .withMessageContaining("agentId");
        assertThatIllegalArgumentException().isThrownBy(() -> service.unsubscribe("", ""))
                .withMessageContaining("pattern");
        assertThat(service.inboxes().agents()).isEmpty();
    }

    /** Scenario 29 of durable signals. */
    @Test
    void removesExactlyThatPattern() {
        service.subscribe("ada", "build:*");

        assertThat(service.unsubscribe("ada", "*:*")).isFalse();
        assertThat(service.unsubscribe("ada", "build:x")).isFalse();
        assertThat(service.unsubscribe("bob", "build:*")).isFalse();
        assertThat(service.unsubscribe(" ada", "build:* ")).isTrue();
        assertThat(service.unsubscribe("ada", "build:*")).isFalse();
        service.signals.generate("build:done");
        assertThat(service.drain("ada")).isEmpty();
        assertThat(service.inboxes().subscription("ada", "build:*")).isEmpty();
    }

    /** Scenario 30 of durable signals. */
    @Test
    void actsForAnotherAgentOnlyIfThatIsKnown() {
        SubscriptionRequest request = SubscriptionRequest.of("bob", "a").withCaller("ada");
        assertThatExceptionOfType(UnknownAgentException.class).isThrownBy(() -> service.inboxes().subscribe(request));
        assertThatExceptionOfType(UnknownAgentException.class)
                .isThrownBy(() -> service.inboxes().unsubscribe("ada", "bob", "a"));
        assertThat(service.inboxes().subscriptions()).isEmpty();

        service.inboxes().registerAgent(" bob ");
        service.crash();
        assertThat(service.inboxes().agents()).containsExactly("bob");
        assertThat(service.inboxes().subscribe(request).agentId()).isEqualTo("bob");
        assertThat(service.inboxes().unsubscribe("ada", "bob", "a")).isTrue();
    }

    /** Scenario 31 of durable signals. */
    @Test
    void isThereAfterARestartAndAfterACrash() {
        service.subscribe("ada", "b:*");
        service.subscribe("bob", "a:*", false);
        service.subscribe("ada", "a:*");
        service.unsubscribe("ada", "b:*");
        service.subscribe("ada", "b:*");
        var before = service.inboxes().subscriptions();

        service.reopen();
        assertThat(service.inboxes().subscriptions()).isEqualTo(before).extracting(Subscription::pattern)
                .containsExactly("a:*", "a:*", "b:*");
        service.crash();
        assertThat(service.inboxes().subscriptions()).isEqualTo(before);
        assertThat(service.inboxes().subscriptions("bob")).singleElement().isEqualTo(before.getFirst());
    }

    @Test
    void refusesMoreThanItsLimits() {
        for (String pattern : new String[] {"a", "b", "c"}) {
            service.subscribe("ada", pattern);
        }
        assertThatExceptionOfType(InboxLimitException.class).isThrownBy(() -> service.subscribe("ada", "d"))
                .withMessageContaining("agent \"ada\" may have at most 3");
        service.subscribe("ada", "a", false);
        service.subscribe("bob", "a");
        service.subscribe("bob", "b");
        assertThatExceptionOfType(InboxLimitException.class).isThrownBy(() -> service.subscribe("eve", "a"))
                .withMessageContaining("one host may have at most 5");
        assertThat(service.inboxes().isKnown("eve")).isFalse();
        service.inboxes().registerAgent("carl");
        service.inboxes().registerAgent("dora");
        assertThatExceptionOfType(InboxLimitException.class).isThrownBy(() -> service.inboxes().registerAgent("eve"))
                .withMessageContaining("too many agents");
        assertThat(service.inboxes().subscriptions()).hasSize(5);
    }
}
