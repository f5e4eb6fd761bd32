package dev.waggle.server.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.delayed.DelayLimitException;
import dev.waggle.journal.delayed.DelayLimits;
import dev.waggle.journal.delayed.DelayOwner;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.TenantFilter;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.ScheduledSignal;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Delays, lifetimes and tenants of signals that a command sends to the owner of their folder. */
class FolderDelayTest {

    private static final SignalDelay LATE = SignalDelay.until(Instant.parse("9000-01-01T00:00:00Z"));
    private static final DelayOwner HOST = new DelayOwner("t1", "host");

    @TempDir
    private Path folder;

    @Test
    void aDelayedSignalWaitsAtTheOwnerAndIsReplacedAndCancelledByTheCommand() {
        SignalRequest tea = SignalRequest.of("tea:ready").withTenant("t1").withTtl(Duration.ofMinutes(5))
                .withDelay(LATE.withRepeatKey("tea"));
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET); SignalBroker client = broker()) {
            var _ = client.submit(tea);
            DelayedSignal second = ((ScheduledSignal) client.submit(tea)).delayed();

            assertThat(server.signals().delayed().list()).containsExactly(second);
            assertThat(second.signal().lifetime()).isEqualTo(Lifetime.ttl(Duration.ofMinutes(5)));
            assertThat(client.delayed().cancel(new DelayOwner("t2", "host"), "tea:ready", "tea")).isFalse();
            assertThat(client.delayed().cancel(HOST, "tea:ready", "tea")).isTrue();
            DelayedSignal third = ((ScheduledSignal) client.submit(tea)).delayed();
            assertThat(client.delayed().cancel(HOST, third.id())).isTrue();
            assertThat(server.signals().delayed().list()).isEmpty();
        }
    }

    @Test
    void tooManyDelayedSignalsAreRefusedAsInTheFolderItself() {
        SignalServiceConfig config = SignalServiceConfig.defaults()
                .withDelays(DelayLimits.defaults().withMaxSignals(1));
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET, config);
                SignalBroker client = broker()) {
            var _ = client.submit(SignalRequest.of("a").withDelay(LATE));

            assertThatExceptionOfType(DelayLimitException.class)
                    .isThrownBy(() -> client.submit(SignalRequest.of("b").withDelay(LATE)))
                    .withMessageContaining("at most 1");
            assertThat(server.signals().delayed().list()).hasSize(1);
        }
    }

    @Test
    void aScheduleThatComesAgainAfterARestartHasItsEffectOnce() throws IOException {
        Signal signal = SignalRequest.of("tea:ready").signal(World.system(), Map.of());
        try (FolderServer _ = FolderServer.open(folder, Transport.SOCKET); FolderClient client = client()) {
            var _ = client.session().call(schedule(signal, LATE, false));
        }
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET); FolderClient client = client()) {
            var _ = client.session().call(schedule(signal, LATE, true));
            assertThat(server.signals().delayed().list()).singleElement().returns(signal.id(), DelayedSignal::id);

            assertThat(server.signals().delayed().cancel(new DelayOwner(null, "host"), signal.id())).isTrue();
            var _ = server.signals().log().append(signal, SignalRequest.of("a").emission(), signal.time());
            var _ = client.session().call(schedule(signal, LATE, true, 2));
            assertThat(server.signals().delayed().list()).as("the log has it").isEmpty();
        }
    }

    @Test
    void tenantsPassInSubscriptionsAndQueries() {
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET); SignalBroker client = broker()) {
            Subscription made = client.inboxes().subscribe(SubscriptionRequest.of("ada", "a:*").withTenant("t1"));
            assertThat(made.tenant()).isEqualTo("t1");
            assertThat(server.signals().inboxes().subscriptions("ada")).containsExactly(made);
            var _ = client.submit(SignalRequest.of("a:b").withTenant("t1"));
            var _ = client.submit(SignalRequest.of("a:b"));

            assertThat(client.inboxes().waiting("ada", 10)).singleElement().returns(1L, item -> item.sequence());
            assertThat(sequences(client, JournalQuery.ALL.ofTenant("t1"))).containsExactly(1L);
            assertThat(sequences(client, JournalQuery.last(5).ofTenants(new TenantFilter(null)))).containsExactly(2L);
            assertThat(sequences(client, JournalQuery.ALL)).containsExactly(1L, 2L);
            assertThat(client.inboxes().unsubscribe("ada", "ada", "a:*", null)).isFalse();
            assertThat(client.inboxes().unsubscribe("ada", "ada", "a:*", "t1")).isTrue();
        }
    }

    private static List<Long> sequences(SignalBroker broker, JournalQuery query) {
        return broker.log().select(query).stream().map(LogEntry::sequence).toList();
    }

    private static FolderMessage schedule(Signal signal, SignalDelay delay, boolean isRepeated) {
        return schedule(signal, delay, isRepeated, 1);
    }

    private static FolderMessage schedule(Signal signal, SignalDelay delay, boolean isRepeated, long number) {
        JsonObjectBuilder arguments = FolderCodec.delay(delay).with("after", 0L).with("call", "schedule")
                .with("number", number).with("done", 1L).with("repeated", isRepeated);
        return new FolderMessage(arguments.json(),
                List.of(new LogEntry(1, signal.time(), Emission.by("host"), signal)));
    }

    private FolderClient client() {
        return FolderClient.connect(folder, World.system(), Duration.ofSeconds(10)).orElseThrow();
    }

    private SignalBroker broker() {
        return SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system());
    }
}
