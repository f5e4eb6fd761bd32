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

    private Office office;

    @BeforeEach
    void open() {
        office = new Office(folder, InboxConfig.defaults().withMaxSubscriptions(3, 5).withMaxAgents(4));
    }

    @AfterEach
    void close() {
        office.close();
    }

    /** durable-signals 26. */
    @Test
    void isSilentUnlessAskedOtherwise() {
        assertThat(office.subscribe("ada", " build:* ")).isEqualTo(
                new Subscription("ada", "build:*", true, false, Office.START, Office.START, 0));
    }

    /** durable-signals 27. */
    @Test
    void askingAgainChangesWhatIsAskedAndKeepsTheRest() {
        Subscription first = office.subscribe("ada", "a");
        office.subscribe("ada", "b");
        office.signals.generate("x");
        office.world.advance(Duration.ofMillis(10));
        office.subscribe("ada", "a", false);
        office.world.advance(Duration.ofMillis(10));
        Subscription again = office.subscribe("ada", "a");

        assertThat(again).isEqualTo(new Subscription("ada", "a", false, false, first.createdAt(),
                Office.START.plusMillis(20), first.after()));
        assertThat(office.inboxes().subscriptions()).extracting(Subscription::pattern).containsExactly("a", "b");
    }

    /** What an agent said while it did not want to hear itself would come or not by whether there was a restart. */
    @Test
    void whetherOwnSignalsComeIsDecidedOnce() {
        office.subscribe("ada", "a");
        office.inboxes().subscribe(SubscriptionRequest.of("ada", "a").withOwn(false));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> office.inboxes().subscribe(SubscriptionRequest.of("ada", "a").withOwn(true)))
                .withMessageContaining("Maybe unsubscribe first");
    }

    /** durable-signals 28. */
    @Test
    void refusesABlankPatternBeforeABlankAgent() {
        assertThatIllegalArgumentException().isThrownBy(() -> office.subscribe("", " "))
                .withMessageContaining("pattern");
        assertThatIllegalArgumentException().isThrownBy(() -> office.subscribe(" ", "a"))
                .withMessageContaining("agentId");
        assertThatIllegalArgumentException().isThrownBy(() -> office.unsubscribe("", ""))
                .withMessageContaining("pattern");
        assertThat(office.inboxes().agents()).isEmpty();
    }

    /** durable-signals 29. */
    @Test
    void removesExactlyThatPattern() {
        office.subscribe("ada", "build:*");

        assertThat(office.unsubscribe("ada", "*:*")).isFalse();
        assertThat(office.unsubscribe("ada", "build:x")).isFalse();
        assertThat(office.unsubscribe("bob", "build:*")).isFalse();
        assertThat(office.unsubscribe(" ada", "build:* ")).isTrue();
        assertThat(office.unsubscribe("ada", "build:*")).isFalse();
        office.signals.generate("build:done");
        assertThat(office.drain("ada")).isEmpty();
        assertThat(office.inboxes().subscription("ada", "build:*")).isEmpty();
    }

    /** durable-signals 30. */
    @Test
    void actsForAnotherAgentOnlyIfThatIsKnown() {
        SubscriptionRequest request = SubscriptionRequest.of("bob", "a").withCaller("ada");
        assertThatExceptionOfType(UnknownAgentException.class).isThrownBy(() -> office.inboxes().subscribe(request));
        assertThatExceptionOfType(UnknownAgentException.class)
                .isThrownBy(() -> office.inboxes().unsubscribe("ada", "bob", "a"));
        assertThat(office.inboxes().subscriptions()).isEmpty();

        office.inboxes().registerAgent(" bob ");
        office.crash();
        assertThat(office.inboxes().agents()).containsExactly("bob");
        assertThat(office.inboxes().subscribe(request).agentId()).isEqualTo("bob");
        assertThat(office.inboxes().unsubscribe("ada", "bob", "a")).isTrue();
    }

    /** durable-signals 31. */
    @Test
    void isThereAfterARestartAndAfterACrash() {
        office.subscribe("ada", "b:*");
        office.subscribe("bob", "a:*", false);
        office.subscribe("ada", "a:*");
        office.unsubscribe("ada", "b:*");
        office.subscribe("ada", "b:*");
        var before = office.inboxes().subscriptions();

        office.reopen();
        assertThat(office.inboxes().subscriptions()).isEqualTo(before).extracting(Subscription::pattern)
                .containsExactly("a:*", "a:*", "b:*");
        office.crash();
        assertThat(office.inboxes().subscriptions()).isEqualTo(before);
        assertThat(office.inboxes().subscriptions("bob")).singleElement().isEqualTo(before.getFirst());
    }

    @Test
    void refusesMoreThanItsLimits() {
        for (String pattern : new String[] {"a", "b", "c"}) {
            office.subscribe("ada", pattern);
        }
        assertThatExceptionOfType(InboxLimitException.class).isThrownBy(() -> office.subscribe("ada", "d"))
                .withMessageContaining("agent \"ada\" may have at most 3");
        office.subscribe("ada", "a", false);
        office.subscribe("bob", "a");
        office.subscribe("bob", "b");
        assertThatExceptionOfType(InboxLimitException.class).isThrownBy(() -> office.subscribe("eve", "a"))
                .withMessageContaining("one host may have at most 5");
        assertThat(office.inboxes().isKnown("eve")).isFalse();
        office.inboxes().registerAgent("carl");
        office.inboxes().registerAgent("dora");
        assertThatExceptionOfType(InboxLimitException.class).isThrownBy(() -> office.inboxes().registerAgent("eve"))
                .withMessageContaining("too many agents");
        assertThat(office.inboxes().subscriptions()).hasSize(5);
    }
}
