package dev.waggle.journal.signals;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The scenarios "Generate" and "Log and dashboard" of durable-signals. */
class SignalServiceTest {

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder);
    }

    @AfterEach
    void close() {
        service.close();
    }

    /** The whole way: generate, subscribe, drain, restart, drain the unacknowledged signals again. */
    @Test
    void whatWasTakenAndNotAcknowledgedComesAgainAfterARestart() {
        service.subscribe("ada", "build:*");
        service.signals.generate("build:one");
        service.signals.generate("build:two");

        List<InboxItem> first = service.drain("ada");
        assertThat(first).extracting(item -> item.signal().type().text()).containsExactly("build:one", "build:two");
        service.signals.inboxes().inboxOf("ada").acknowledge(first.getFirst().entry().sequence());
        assertThat(service.drain("ada")).isEmpty();
        service.reopen();

        assertThat(service.typesFor("ada")).containsExactly("build:two");
    }

    /** Scenario 1 of durable signals. */
    @Test
    void aSignalOfTheSystemNeedsNothingButAType() {
        GeneratedSignal receipt = service.signals.generate("a:b");

        Signal signal = receipt.signal();
        assertThat(signal.id()).startsWith("sig_");
        assertThat(signal.type().text()).isEqualTo("a:b");
        assertThat(signal.source()).isEqualTo(new Source.System());
        assertThat(signal.time()).isEqualTo(RestartableService.START);
        assertThat(signal.payload()).isEqualTo(new Payload.Open(null, null, null, null));
        assertThat(receipt.entry().emission()).isEqualTo(SignalService.HOST);
        assertThat(receipt.durability()).isEqualTo(service.signals.log().durability());
    }

    /** Scenario 2 of durable signals. */
    @Test
    void trimsATypeAndRefusesABlankOne() {
        assertThat(service.signals.generate(" \u00a0a:b\ufeff\n").signal().type().text()).isEqualTo("a:b");
        for (String blank : List.of("", "  ", "\u00a0", "\u2028\t")) {
            assertThatIllegalArgumentException().isThrownBy(() -> service.signals.generate(blank))
                    .withMessageContaining("type must not be blank");
        }
        assertThat(service.signals.listRecent()).hasSize(1);
    }

    /** Scenario 3 of durable signals. */
    @Test
    void bringsSourcesIntoOneForm() {
        assertThat(said(new Source.Agent(" ada "))).isEqualTo(new Source.Agent("ada"));
        assertThat(said(new Source.Webhook("\u00a0"))).isEqualTo(new Source.Webhook(null));
        assertThat(said(new Source.Process(" p "))).isEqualTo(new Source.Process("p"));
        assertThat(said(new Source.Process(null))).isEqualTo(new Source.Process(null));
        assertThat(SourceNormalizer.of("system", "dropped")).isEqualTo(new Source.System());
        assertThat(SourceNormalizer.of("webhook", " ")).isEqualTo(new Source.Webhook(null));

        int before = service.signals.listRecent().size();
        assertThatIllegalArgumentException().isThrownBy(() -> said(new Source.Agent("\u00a0")))
                .withMessageContaining("source.id of an agent must not be blank");
        assertThatIllegalArgumentException().isThrownBy(() -> said(new Source.Named("x")))
                .withMessageContaining("one of system, agent, webhook, process");
        assertThatIllegalArgumentException().isThrownBy(() -> SourceNormalizer.of("user", "x"))
                .withMessageContaining("got \"user\"");
        assertThat(service.signals.listRecent()).hasSize(before);
    }

    /** Scenario 4 of durable signals. */
    @Test
    void keepsDataAsItIsAndAbsentApartFromNull() {
        List<JsonValue> all = List.of(JsonValue.ofNull(), JsonValue.of(0), JsonValue.of(""), JsonValue.of(false),
                JsonValue.of(List.of(JsonValue.of(1), JsonValue.ofNull())),
                JsonValue.of(Map.of("a", JsonValue.of("b"))), new JsonValue.Num(new BigDecimal("1.00")));
        all.forEach(value -> service.signals.generate("d", null, value));
        service.signals.generate("d");
        service.reopen();

        List<JsonValue> read = new ArrayList<>();
        for (LogEntry entry : service.signals.listRecent()) {
            read.add(((Payload.Open) entry.signal().payload()).data());
        }
        List<JsonValue> expected = new ArrayList<>(all);
        expected.add(null);
        assertThat(read).isEqualTo(expected);
    }

    /** Scenario 5 of durable signals. */
    @Test
    void refusesWhatCannotBeWrittenBeforeAnythingIsStored() {
        List<LogEntry> told = new ArrayList<>();
        var _ = service.signals.onGenerated(told::add);
        JsonValue deep = JsonValue.ofNull();
        for (int i = 0; i < 600; i++) {
            deep = JsonValue.of(List.of(deep));
        }
        JsonValue tooDeep = deep;
        JsonValue tooLong = JsonValue.of("x".repeat(9_000_000));

        assertThatIllegalArgumentException().isThrownBy(() -> service.signals.generate("a", null, tooDeep));
        assertThatIllegalArgumentException().isThrownBy(() -> service.signals.generate("a", null, tooLong));
        assertThat(service.signals.listRecent()).isEmpty();
        assertThat(told).isEmpty();
        service.signals.generate("b");
        assertThat(told).hasSize(1);
    }

    /** Scenario 6 of durable signals. */
    @Test
    void tellsListenersOnceAfterTheAppend() {
        List<Integer> storedWhenTold = new ArrayList<>();
        Runnable remover = service.signals.onGenerated(entry -> storedWhenTold
                .add(service.signals.listRecent().indexOf(entry)));
        service.signals.generate("a");
        service.signals.generate("b");
        remover.run();
        service.signals.generate("c");

        assertThat(storedWhenTold).containsExactly(0, 1);
    }

    /** Scenario 7 of durable signals. */
    @Test
    void aListenerThatThrowsHarmsNothing() {
        List<String> told = new ArrayList<>();
        service.subscribe("ada", "*");
        var _ = service.signals.onGenerated(entry -> {
            throw new IllegalStateException("no");
        });
        var _ = service.signals.onGenerated(entry -> told.add(entry.signal().type().text()));
        service.signals.generate("a");

        assertThat(told).containsExactly("a");
        assertThat(service.typesFor("ada")).containsExactly("a");
        assertThat(service.failures).singleElement().satisfies(it -> assertThat(it).hasMessage("no"));
    }

    @Test
    void aListenerMayGenerateAndAllHearItInOrder() {
        List<String> told = new ArrayList<>();
        var _ = service.signals.onGenerated(entry -> {
            if (entry.signal().type().text().equals("a")) {
                service.signals.generate("b");
            }
        });
        var _ = service.signals.onGenerated(entry -> told.add(entry.signal().type().text()));
        service.signals.generate("a");

        assertThat(told).containsExactly("a", "b");
    }

    /** Scenario 9 of durable signals. */
    @Test
    void thousandAtOnceAreThousandWholeLinesInTheOrderOfTheirNumbers() throws Exception {
        service.subscribe("ada", "n:*");
        service.subscribe("bob", "n:*");
        List<Long> told = new ArrayList<>();
        var _ = service.signals.onGenerated(entry -> told.add(entry.sequence()));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<GeneratedSignal>> calls = IntStream.range(0, 1_000)
                    .<Callable<GeneratedSignal>>mapToObj(i -> () -> service.signals.generate("n:" + i))
                    .toList();
            for (Future<GeneratedSignal> done : threads.invokeAll(calls)) {
                assertThat(told).contains(done.get().entry().sequence());
            }
        }

        List<Long> numbers = IntStream.rangeClosed(1, 1_000).mapToObj(Long::valueOf).toList();
        assertThat(told).isEqualTo(numbers);
        List<LogEntry> log = service.signals.listRecent(1_000);
        assertThat(log).extracting(LogEntry::sequence).isEqualTo(numbers);
        assertThat(log).extracting(entry -> entry.signal().id()).doesNotHaveDuplicates();
        assertThat(service.drain("ada")).extracting(InboxItem::entry).isEqualTo(log);
        assertThat(service.drain("bob")).extracting(InboxItem::entry).isEqualTo(log);
        assertThat(Files.readAllLines(service.data().resolve("signals/events.jsonl"))).hasSize(1_000)
                .allMatch(line -> line.startsWith("{\"seq\":") && line.endsWith("\"}"));
    }

    /** Scenarios 10, 11 and 12 of durable signals. */
    @ParameterizedTest
    @ValueSource(doubles = {5, 1, 0, -3, 2.9, 0.5, 12, 13, 1_000, 5_000, Double.NaN, Double.POSITIVE_INFINITY})
    void listsTheLastOnesOldestFirst(double limit) {
        assertThat(service.signals.listRecent(limit)).isEmpty();
        List<LogEntry> all = IntStream.range(0, 12).mapToObj(i -> service.signals.generate("n:" + i).entry()).toList();

        int expected = Double.isFinite(limit) ? (int) Math.min(12, Math.max(1, Math.floor(limit))) : 12;
        assertThat(service.signals.listRecent(limit)).isEqualTo(all.subList(12 - expected, 12));
    }

    /** durable-signals 11: the bounds themselves. */
    @Test
    void listsTwoHundredUnlessToldAndAtMostThousand() {
        IntStream.range(0, 1_005).forEach(i -> service.signals.generate("n:" + i));

        assertThat(service.signals.listRecent()).hasSize(200);
        assertThat(service.signals.listRecent(Double.NEGATIVE_INFINITY)).hasSize(200);
        assertThat(service.signals.listRecent(1e300)).hasSize(1_000);
    }

    /** Scenarios 14 and 16 of durable signals. */
    @Test
    void aTornLastLineDoesNotSwallowTheNextSignal() throws IOException {
        service.signals.generate("before");
        service.signals.close();
        Files.writeString(service.data().resolve("signals/events.jsonl"), "{\"half\":\"line", UTF_8,
                StandardOpenOption.APPEND);
        service.reopen();
        service.signals.generate("after");

        assertThat(service.signals.listRecent()).extracting(entry -> entry.signal().type().text())
                .containsExactly("before", "after");
    }

    /** durable-signals 44: the claim is data, and the emission names the actual emitter. */
    @Test
    void recordsWhoReallyEmitsBesideTheClaim() {
        GeneratedSignal receipt = service.signals.generate("a", new Source.System(), null, new Emission("eve", 3));

        assertThat(receipt.signal().source()).isEqualTo(new Source.System());
        assertThat(service.signals.listRecent().getFirst().emission()).isEqualTo(new Emission("eve", 3));
    }

    private Source said(Source source) {
        return service.signals.generate("s", source, null).signal().source();
    }
}
