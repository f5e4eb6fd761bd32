package dev.waggle.journal.signals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.delayed.DelayLimitException;
import dev.waggle.journal.delayed.DelayLimits;
import dev.waggle.journal.delayed.DelayOwner;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.redaction.JournalRedaction;
import dev.waggle.journal.redaction.RedactionReport;
import dev.waggle.journal.redaction.RedactionTarget;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Delayed signals: durable-signals 46. */
class DelayedSignalsTest {

    private static final Instant START = RestartableService.START;
    private static final Emission ADA = new Emission("ada", 3);
    private static final Emission BOB = new Emission("bob", 1);

    @TempDir
    Path folder;

    private RestartableService service;
    private final BlockingQueue<LogEntry> generated = new LinkedBlockingQueue<>();

    @BeforeEach
    void open() {
        service = new RestartableService(folder,
                SignalServiceConfig.defaults().withDelays(new DelayLimits(100, 20_000)));
        listen();
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void listen() {
        Runnable _ = service.signals.onGenerated(generated::add);
    }

    @Test
    void isGeneratedAtItsTimeWithAllItHas() throws Exception {
        service.subscribe("bob", "tea:*");
        SignalReceipt receipt = service.signals.submit(SignalRequest.of(" tea:ready ").withData(JsonValue.of("green"))
                .withEmission(ADA).withDeliverAt(START.plusSeconds(60)));

        assertThat(receipt).isInstanceOf(ScheduledSignal.class);
        assertThat(service.signals.listRecent()).isEmpty();
        service.world.advance(Duration.ofSeconds(60));
        LogEntry entry = next();

        assertThat(entry.signal().id()).isEqualTo(receipt.signal().id());
        assertThat(entry.signal().payload()).isEqualTo(receipt.signal().payload());
        assertThat(entry.signal().time()).isEqualTo(START.plusSeconds(60));
        assertThat(entry.emission()).isEqualTo(ADA);
        assertThat(service.typesFor("bob")).containsExactly("tea:ready");
    }

    /** For any order of scheduling and any steps of the clock, each comes once, not before its time. */
    @Test
    void randomSchedulesAreGeneratedInOrderAndNeverBeforeTheirTime() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Set<String> early = new HashSet<>();
            Runnable listening = service.signals.onGenerated(entry -> {
                long due = Long.parseLong(entry.signal().type().text().substring("t:".length()));
                if (service.world.now().toEpochMilli() < due) {
                    early.add(entry.signal().id());
                }
            });
            Instant begin = service.world.now();
            List<DelayedSignal> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Instant time = begin.plusMillis(1 + random.nextInt(5_000));
                all.add(((ScheduledSignal) service.signals.submit(
                        SignalRequest.of("t:" + time.toEpochMilli()).withDeliverAt(time))).delayed());
            }
            while (service.world.now().isBefore(begin.plusMillis(5_000))) {
                service.world.advance(Duration.ofMillis(1 + random.nextInt(700)));
            }
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                ids.add(next().signal().id());
            }
            listening.run();

            assertThat(ids).as("seed " + seed)
                    .containsExactlyElementsOf(
                            all.stream().sorted(DelayedSignal.ORDER).map(DelayedSignal::id).toList());
            assertThat(early).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void theSameOwnerTypeAndKeyReplaces() throws Exception {
        schedule("tea", 10, ADA, "k", null);
        DelayedSignal other = schedule("tea", 10, BOB, "k", null);
        DelayedSignal tenant = schedule("tea", 10, ADA, "k", "north");
        DelayedSignal type = schedule("tea:late", 10, ADA, "k", null);
        DelayedSignal key = schedule("tea", 10, ADA, "l", null);
        DelayedSignal latest = schedule("tea", 5, new Emission("ada", 9), "k", null);

        assertThat(service.signals.delayed().list()).containsExactlyInAnyOrder(other, tenant, type, key, latest);
        service.reopen();
        assertThat(service.signals.delayed().list()).containsExactlyInAnyOrder(other, tenant, type, key, latest)
                .isSortedAccordingTo(DelayedSignal.ORDER);
    }

    @Test
    void onlyItsOwnerCancels() {
        DelayedSignal kept = schedule("tea", 10, ADA, null, null);
        schedule("tea", 10, ADA, "k", null);
        DelayedSignals delayed = service.signals.delayed();
        DelayOwner ada = DelayOwner.of(null, ADA);

        assertThat(delayed.cancel(DelayOwner.of(null, BOB), "tea", "k")).isFalse();
        assertThat(delayed.cancel(DelayOwner.of("north", ADA), "tea", "k")).isFalse();
        assertThat(delayed.cancel(DelayOwner.of(null, BOB), kept.id())).isFalse();
        assertThat(delayed.cancel(ada, "tea", "other")).isFalse();
        assertThat(delayed.cancel(ada, "tea", " k ")).isTrue();
        assertThat(delayed.cancel(ada, "tea", "k")).isFalse();
        assertThat(delayed.list()).containsExactly(kept);
        service.reopen();
        assertThat(service.signals.delayed().list()).containsExactly(kept);
        assertThat(service.signals.delayed().cancel(ada, kept.id())).isTrue();
        service.crash();
        assertThat(service.signals.delayed().list()).isEmpty();
    }

    @Test
    void survivesACrashAndComesWhenItIsOverdue() throws Exception {
        DelayedSignal late = schedule("b", 20, ADA, "k", "north");
        DelayedSignal early = schedule("a", 10, ADA, null, null);
        service.signals.close();
        service.world.advance(Duration.ofSeconds(15));
        service.crash();
        listenAgain();
        service.world.advance(Duration.ofSeconds(15));

        assertThat(awaitLog(2)).containsExactly(early.id(), late.id());
        service.reopen();
        assertThat(service.signals.listRecent()).hasSize(2);
        assertThat(service.signals.listRecent().getLast().signal().scope().tenant()).isEqualTo("north");
    }

    @Test
    void aRefusedOneLeavesNoTrace() throws IOException {
        Path file = service.data().resolve("signals").resolve("delayed.jsonl");
        assertThatIllegalArgumentException().isThrownBy(() -> SignalDelay.until(Instant.EPOCH.minusMillis(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> SignalDelay.until(Instant.MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> SignalDelay.until(START).withRepeatKey(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> service.signals.submit(SignalRequest.of("a")
                .withData(JsonValue.of("x".repeat(9_000_000))).withDeliverAt(START.plusSeconds(1))));
        assertThatExceptionOfType(DelayLimitException.class).isThrownBy(() -> service.signals.submit(
                SignalRequest.of("a").withData(JsonValue.of("x".repeat(20_000))).withDeliverAt(START.plusSeconds(1))));

        assertThat(service.signals.delayed().list()).isEmpty();
        assertThat(file).doesNotExist();
        schedule("a", 1, ADA, "k", null);
        long length = Files.size(file);
        assertThatExceptionOfType(DelayLimitException.class).isThrownBy(() -> service.signals.submit(
                SignalRequest.of("a").withData(JsonValue.of("x".repeat(20_000))).withDeliverAt(START.plusSeconds(1))));
        assertThat(file).hasSize(length);
    }

    @Test
    void theirNumberIsBounded() {
        service.close();
        service = new RestartableService(folder.resolve("bounded"),
                SignalServiceConfig.defaults().withDelays(DelayLimits.defaults().withMaxSignals(2)));
        schedule("a", 10, ADA, "k", null);
        schedule("b", 10, ADA, null, null);

        assertThatExceptionOfType(DelayLimitException.class).isThrownBy(() -> schedule("c", 10, ADA, null, null))
                .withMessageContaining("at most 2 signals\nMaybe cancel some");
        assertThat(schedule("a", 20, ADA, "k", null).deliverAt()).isEqualTo(START.plusSeconds(20));
    }

    @Test
    void aDelayIsNeverRoundedDown() {
        assertThat(SignalDelay.until(START.plusNanos(1)).deliverAt()).isEqualTo(START.plusMillis(1));
    }

    @Test
    void aFolderIsReadWithoutItsLock() {
        DelayedSignal late = schedule("b", 20, ADA, null, null);
        DelayedSignal early = schedule("a", 10, ADA, null, null);

        assertThat(DelayedSignals.read(service.data().resolve("signals"))).containsExactly(early, late);
        assertThat(DelayedSignals.read(folder)).isEmpty();
    }

    @Test
    void damageIsReportedAndTheRestStays() throws IOException {
        schedule("a", 10, ADA, null, null);
        DelayedSignal rest = schedule("b", 10, ADA, null, null);
        Path file = service.data().resolve("signals").resolve("delayed.jsonl");
        service.signals.close();
        String content = Files.readString(file);
        Files.writeString(file, content.replaceFirst("\"type\":\"a\"", "\"type\":\"x\""));
        service.reopen();

        assertThat(service.failures).singleElement().asString().contains("1 lines are damaged", "checksum");
        assertThat(service.signals.delayed().list()).containsExactly(rest);
    }

    @Test
    void aRedactionReachesTheScheduleToo() throws Exception {
        String secret = "the password is swordfish";
        SignalReceipt receipt = service.signals.submit(SignalRequest.of("a").withData(JsonValue.of(secret))
                .withDeliverAt(START.plusSeconds(1)));
        DelayedSignal rest = schedule("b", 10, ADA, null, null);
        service.world.advance(Duration.ofSeconds(1));
        assertThat(next().signal().id()).isEqualTo(receipt.signal().id());
        service.signals.close();
        RedactionReport _ = JournalRedaction.of(service.data())
                .redact(List.of(RedactionTarget.ofSignal(receipt.signal().id())));

        assertThat(service.data().resolve("signals").resolve("delayed.jsonl")).content().contains("[redacted]")
                .doesNotContain("swordfish");
        service.reopen();
        assertThat(service.failures).isEmpty();
        assertThat(service.signals.delayed().list()).containsExactly(rest);
    }

    @Test
    void anotherFileUnderItsNameIsRefused() throws IOException {
        service.signals.close();
        Files.writeString(service.data().resolve("signals").resolve("delayed.jsonl"), "{\"log\":\"other\"}\n");

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(service::reopen)
                .withMessageContaining("no log of delayed signals");
    }

    private void listenAgain() {
        generated.clear();
        listen();
    }

    /** Ids in the log when it has so many; a listener registered after the opening may have missed some. */
    private List<String> awaitLog(int count) throws InterruptedException {
        List<String> ids = ids();
        for (int i = 0; i < count && ids.size() < count; i++) {
            LogEntry _ = next();
            ids = ids();
        }
        return ids;
    }

    private List<String> ids() {
        return service.signals.listRecent().stream().map(entry -> entry.signal().id()).toList();
    }

    private LogEntry next() throws InterruptedException {
        LogEntry entry = generated.poll(30, TimeUnit.SECONDS);
        assertThat(entry).as("a signal within 30 seconds").isNotNull();
        return entry;
    }

    private DelayedSignal schedule(String type, int seconds, Emission emission, @Nullable String key,
            @Nullable String tenant) {
        return ((ScheduledSignal) service.signals.submit(SignalRequest.of(type).withEmission(emission)
                .withTenant(tenant).withDelay(SignalDelay.until(START.plusSeconds(seconds)).withRepeatKey(key))))
                .delayed();
    }
}
