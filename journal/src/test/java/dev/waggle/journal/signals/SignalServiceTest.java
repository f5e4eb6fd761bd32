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

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
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

    private Office office;

    @BeforeEach
    void open() {
        office = new Office(folder);
    }

    @AfterEach
    void close() {
        office.close();
    }

    /** The whole way: generate, subscribe, drain, restart, drain again what was not acknowledged. */
    @Test
    void whatWasTakenAndNotAcknowledgedComesAgainAfterARestart() {
        office.subscribe("ada", "build:*");
        office.signals.generate("build:one");
        office.signals.generate("build:two");

        List<InboxItem> first = office.drain("ada");
        assertThat(first).extracting(item -> item.signal().type().text()).containsExactly("build:one", "build:two");
        office.signals.inboxes().inboxOf("ada").acknowledge(first.getFirst().entry().sequence());
        assertThat(office.drain("ada")).isEmpty();
        office.reopen();

        assertThat(office.typesFor("ada")).containsExactly("build:two");
    }

    /** durable-signals 1. */
    @Test
    void aSignalOfTheSystemNeedsNothingButAType() {
        GeneratedSignal receipt = office.signals.generate("a:b");

        Signal signal = receipt.signal();
        assertThat(signal.id()).startsWith("sig_");
        assertThat(signal.type().text()).isEqualTo("a:b");
        assertThat(signal.source()).isEqualTo(new Source.System());
        assertThat(signal.time()).isEqualTo(Office.START);
        assertThat(signal.payload()).isEqualTo(new Payload.Open(null, null, null, null));
        assertThat(receipt.entry().emission()).isEqualTo(SignalService.HOST);
        assertThat(receipt.durability()).isEqualTo(office.signals.log().durability());
    }

    /** durable-signals 2. */
    @Test
    void trimsATypeAndRefusesABlankOne() {
        assertThat(office.signals.generate(" \u00a0a:b\ufeff\n").signal().type().text()).isEqualTo("a:b");
        for (String blank : List.of("", "  ", "\u00a0", "\u2028\t")) {
            assertThatIllegalArgumentException().isThrownBy(() -> office.signals.generate(blank))
                    .withMessageContaining("type must not be blank");
        }
        assertThat(office.signals.listRecent()).hasSize(1);
    }

    /** durable-signals 3. */
    @Test
    void bringsSourcesIntoOneForm() {
        assertThat(said(new Source.Agent(" ada "))).isEqualTo(new Source.Agent("ada"));
        assertThat(said(new Source.Webhook("\u00a0"))).isEqualTo(new Source.Webhook(null));
        assertThat(said(new Source.Process(" p "))).isEqualTo(new Source.Process("p"));
        assertThat(said(new Source.Process(null))).isEqualTo(new Source.Process(null));
        assertThat(SourceNormalizer.of("system", "dropped")).isEqualTo(new Source.System());
        assertThat(SourceNormalizer.of("webhook", " ")).isEqualTo(new Source.Webhook(null));

        int before = office.signals.listRecent().size();
        assertThatIllegalArgumentException().isThrownBy(() -> said(new Source.Agent("\u00a0")))
                .withMessageContaining("source.id of an agent must not be blank");
        assertThatIllegalArgumentException().isThrownBy(() -> said(new Source.Named("x")))
                .withMessageContaining("one of system, agent, webhook, process");
        assertThatIllegalArgumentException().isThrownBy(() -> SourceNormalizer.of("user", "x"))
                .withMessageContaining("got \"user\"");
        assertThat(office.signals.listRecent()).hasSize(before);
    }

    /** durable-signals 4. */
    @Test
    void keepsDataAsItIsAndAbsentApartFromNull() {
        List<JsonValue> all = List.of(JsonValue.ofNull(), JsonValue.of(0), JsonValue.of(""), JsonValue.of(false),
                JsonValue.of(List.of(JsonValue.of(1), JsonValue.ofNull())),
                JsonValue.of(Map.of("a", JsonValue.of("b"))), new JsonValue.Num(new BigDecimal("1.00")));
        all.forEach(value -> office.signals.generate("d", null, value));
        office.signals.generate("d");
        office.reopen();

        List<JsonValue> read = new ArrayList<>();
        for (LogEntry entry : office.signals.listRecent()) {
            read.add(((Payload.Open) entry.signal().payload()).data());
        }
        List<JsonValue> expected = new ArrayList<>(all);
        expected.add(null);
        assertThat(read).isEqualTo(expected);
    }

    /** durable-signals 5. */
    @Test
    void refusesWhatCannotBeWrittenBeforeAnythingIsStored() {
        List<LogEntry> told = new ArrayList<>();
        var _ = office.signals.onGenerated(told::add);
        JsonValue deep = JsonValue.ofNull();
        for (int i = 0; i < 600; i++) {
            deep = JsonValue.of(List.of(deep));
        }
        JsonValue tooDeep = deep;
        JsonValue tooLong = JsonValue.of("x".repeat(9_000_000));

        assertThatIllegalArgumentException().isThrownBy(() -> office.signals.generate("a", null, tooDeep));
        assertThatIllegalArgumentException().isThrownBy(() -> office.signals.generate("a", null, tooLong));
        assertThat(office.signals.listRecent()).isEmpty();
        assertThat(told).isEmpty();
        office.signals.generate("b");
        assertThat(told).hasSize(1);
    }

    /** durable-signals 6. */
    @Test
    void tellsListenersOnceAfterTheAppend() {
        List<Integer> storedWhenTold = new ArrayList<>();
        Runnable remover = office.signals.onGenerated(entry -> storedWhenTold
                .add(office.signals.listRecent().indexOf(entry)));
        office.signals.generate("a");
        office.signals.generate("b");
        remover.run();
        office.signals.generate("c");

        assertThat(storedWhenTold).containsExactly(0, 1);
    }

    /** durable-signals 7. */
    @Test
    void aListenerThatThrowsHarmsNothing() {
        List<String> told = new ArrayList<>();
        office.subscribe("ada", "*");
        var _ = office.signals.onGenerated(entry -> {
            throw new IllegalStateException("no");
        });
        var _ = office.signals.onGenerated(entry -> told.add(entry.signal().type().text()));
        office.signals.generate("a");

        assertThat(told).containsExactly("a");
        assertThat(office.typesFor("ada")).containsExactly("a");
        assertThat(office.failures).singleElement().satisfies(it -> assertThat(it).hasMessage("no"));
    }

    @Test
    void aListenerMayGenerateAndAllHearItInOrder() {
        List<String> told = new ArrayList<>();
        var _ = office.signals.onGenerated(entry -> {
            if (entry.signal().type().text().equals("a")) {
                office.signals.generate("b");
            }
        });
        var _ = office.signals.onGenerated(entry -> told.add(entry.signal().type().text()));
        office.signals.generate("a");

        assertThat(told).containsExactly("a", "b");
    }

    /** durable-signals 9. */
    @Test
    void thousandAtOnceAreThousandWholeLinesInTheOrderOfTheirNumbers() throws Exception {
        office.subscribe("ada", "n:*");
        office.subscribe("bob", "n:*");
        List<Long> told = new ArrayList<>();
        var _ = office.signals.onGenerated(entry -> told.add(entry.sequence()));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<GeneratedSignal>> calls = IntStream.range(0, 1_000)
                    .<Callable<GeneratedSignal>>mapToObj(i -> () -> office.signals.generate("n:" + i))
                    .toList();
            for (Future<GeneratedSignal> done : threads.invokeAll(calls)) {
                assertThat(told).contains(done.get().entry().sequence());
            }
        }

        List<Long> numbers = IntStream.rangeClosed(1, 1_000).mapToObj(Long::valueOf).toList();
        assertThat(told).isEqualTo(numbers);
        List<LogEntry> log = office.signals.listRecent(1_000);
        assertThat(log).extracting(LogEntry::sequence).isEqualTo(numbers);
        assertThat(log).extracting(entry -> entry.signal().id()).doesNotHaveDuplicates();
        assertThat(office.drain("ada")).extracting(InboxItem::entry).isEqualTo(log);
        assertThat(office.drain("bob")).extracting(InboxItem::entry).isEqualTo(log);
        assertThat(Files.readAllLines(office.data().resolve("signals/events.jsonl"))).hasSize(1_000)
                .allMatch(line -> line.startsWith("{\"seq\":") && line.endsWith("\"}"));
    }

    /** durable-signals 10, 11, 12. */
    @ParameterizedTest
    @ValueSource(doubles = {5, 1, 0, -3, 2.9, 0.5, 12, 13, 1_000, 5_000, Double.NaN, Double.POSITIVE_INFINITY})
    void listsTheLastOnesOldestFirst(double limit) {
        assertThat(office.signals.listRecent(limit)).isEmpty();
        List<LogEntry> all = IntStream.range(0, 12).mapToObj(i -> office.signals.generate("n:" + i).entry()).toList();

        int expected = Double.isFinite(limit) ? (int) Math.min(12, Math.max(1, Math.floor(limit))) : 12;
        assertThat(office.signals.listRecent(limit)).isEqualTo(all.subList(12 - expected, 12));
    }

    /** durable-signals 11: the bounds themselves. */
    @Test
    void listsTwoHundredUnlessToldAndAtMostThousand() {
        IntStream.range(0, 1_005).forEach(i -> office.signals.generate("n:" + i));

        assertThat(office.signals.listRecent()).hasSize(200);
        assertThat(office.signals.listRecent(Double.NEGATIVE_INFINITY)).hasSize(200);
        assertThat(office.signals.listRecent(1e300)).hasSize(1_000);
    }

    /** durable-signals 14, 16. */
    @Test
    void aTornLastLineDoesNotSwallowTheNextSignal() throws IOException {
        office.signals.generate("before");
        office.signals.close();
        Files.writeString(office.data().resolve("signals/events.jsonl"), "{\"half\":\"line", UTF_8,
                StandardOpenOption.APPEND);
        office.reopen();
        office.signals.generate("after");

        assertThat(office.signals.listRecent()).extracting(entry -> entry.signal().type().text())
                .containsExactly("before", "after");
    }

    /** durable-signals 44: the claim is data, the emission is who it was. */
    @Test
    void recordsWhoReallyEmitsBesideTheClaim() {
        GeneratedSignal receipt = office.signals.generate("a", new Source.System(), null, new Emission("eve", 3));

        assertThat(receipt.signal().source()).isEqualTo(new Source.System());
        assertThat(office.signals.listRecent().getFirst().emission()).isEqualTo(new Emission("eve", 3));
    }

    private Source said(Source source) {
        return office.signals.generate("s", source, null).signal().source();
    }
}
