package dev.waggle.journal.signals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.cloudevent.CloudEventCodec;
import dev.waggle.journal.exchange.ExchangeFormat;
import dev.waggle.journal.exchange.JournalExporter;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** durable-signals 6: a bus receives {@code signal.generated} for each signal, once, after the append. */
class PublishToBusTest {

    @TempDir
    Path folder;

    private final MemoryJournal heard = new MemoryJournal();
    private RestartableService service;
    private SignalBus bus;
    private Runnable remover;

    @BeforeEach
    void open() {
        service = new RestartableService(folder);
        bus = new SignalBus(service.world, BusConfig.defaults(), heard, BusObserver.SILENT);
        remover = service.signals.publishTo(bus);
    }

    @AfterEach
    void close() {
        bus.close();
        service.close();
    }

    @Test
    void theEventNamesTheSignalThatCausedIt() {
        GeneratedSignal generated = service.signals.generate("build:done", Source.agent("ada"), JsonValue.of(1));

        LogEntry told = heard.read(1, 9).getFirst();
        assertThat(told.emission()).isEqualTo(SignalService.EVENTS);
        Signal event = told.signal();
        assertThat(event.type().text()).isEqualTo("signal.generated");
        assertThat(event.source()).isEqualTo(new Source.System());
        assertThat(event.links().cause()).isEqualTo(generated.signal().id());
        assertThat(event.payload()).isEqualTo(Payload.Open.data(JsonValue.of(Map.of("id",
                JsonValue.of(generated.signal().id()), "type", JsonValue.of("build:done"), "seq", JsonValue.of(1)))));
        assertThat(service.signals.listRecent()).containsExactly(generated.entry());
    }

    /** By the Javadoc of the service; a map without an order would make every process write another one. */
    @Test
    void theFieldsOfTheEventHaveOneOrderInEveryForm() {
        String id = service.signals.generate("build:done", null, null).signal().id();
        String data = "{\"id\":\"" + id + "\",\"type\":\"build:done\",\"seq\":1}";
        LogEntry told = heard.read(1, 9).getFirst();

        for (ExchangeFormat form : ExchangeFormat.values()) {
            StringWriter written = new StringWriter();
            JournalExporter exporter = new JournalExporter(new PrintWriter(written), form, _ -> {
            });
            exporter.add(told);
            exporter.finish();
            assertThat(exporter.written() == 0 || written.toString().contains(data)).as("%s: %s", form, written)
                    .isTrue();
        }
        assertThat(JsonText.write(CloudEventCodec.encode(told))).contains("\"specversion\":\"1.0\",\"id\":",
                "\"source\":\"urn:waggle:system\",\"type\":\"dev.waggle.", "\"data\":" + data + "}");
    }

    /** A subscriber that receives the event on the bus may generate. */
    @Test
    void eachIsToldOnceInOrderAfterTheAppend() {
        List<String> storedWhenHeard = new ArrayList<>();
        bus.subscribe("watcher", Pattern.of(SignalService.GENERATED), event -> {
            storedWhenHeard.add(service.signals.listRecent(1).getFirst().signal().type().text());
            if (storedWhenHeard.size() == 1) {
                service.signals.generate("b");
            }
        });
        service.signals.generate("a");
        service.signals.generate("c");
        remover.run();
        service.signals.generate("d");

        assertThat(storedWhenHeard).containsExactly("a", "b", "c");
        List<String> ids = service.signals.listRecent().stream().limit(3).map(entry -> entry.signal().id()).toList();
        assertThat(heard.read(1, 9)).extracting(entry -> entry.signal().links().cause()).isEqualTo(ids);
    }

    /** Without a call of publishTo, from the first signal and after each restart. */
    @Test
    void theBusOfTheHostReceivesEveryEventWithoutBeingAskedFor() {
        MemoryJournal host = new MemoryJournal();
        List<String> seen = new ArrayList<>();
        try (SignalBus hostBus = new SignalBus(new ManualWorld(RestartableService.START, 8), BusConfig.defaults(), host,
                BusObserver.SILENT)) {
            RestartableService hosted = new RestartableService(folder.resolve("hosted"),
                    SignalServiceConfig.defaults().withBus(hostBus));
            hostBus.subscribe("dashboard", Pattern.of(SignalService.GENERATED),
                    event -> seen.add(event.links().cause()));
            String first = hosted.signals.generate("a").signal().id();
            hosted.reopen();
            String second = hosted.signals.generate("b").signal().id();
            hosted.signals.log().append(heardElsewhere(), SignalService.HOST, RestartableService.START);

            assertThat(seen).containsExactly(first, second);
            assertThat(host.read(1, 9)).extracting(entry -> entry.signal().type().text())
                    .containsExactly("signal.generated", "signal.generated");
            assertThat(hosted.signals.listRecent()).extracting(entry -> entry.signal().type().text())
                    .containsExactly("a", "b", "elsewhere");
            assertThat(hosted.failures).isEmpty();

            hosted.close();
            hostBus.publish(Source.agent("ada"), Draft.of(new Payload.Discovery("the bus stays open", null, 1), 1));
        }
        assertThat(host.read(1, 9)).hasSize(3);
    }

    @Test
    void theBusOfTheHostIsNotAddedASecondTime() {
        try (SignalBus other = SignalBus.create(BusConfig.defaults());
                RestartableService hosted = new RestartableService(folder.resolve("hosted"),
                        SignalServiceConfig.defaults().withBus(bus))) {
            assertThatIllegalArgumentException().isThrownBy(() -> hosted.signals.publishTo(bus))
                    .withMessageContaining("bus is the bus of the host")
                    .withMessageContaining("Maybe omit this call");
            Runnable _ = hosted.signals.publishTo(other);
            hosted.signals.generate("a");

            assertThat(heard.read(1, 9)).hasSize(1);
            assertThat(other.counts().published()).isEqualTo(1);
        }
    }

    @Test
    void aBusThatFailsHarmsNobodyElse() {
        List<LogEntry> told = new ArrayList<>();
        var _ = service.signals.onGenerated(told::add);
        service.subscribe("ada", "*");
        bus.close();
        GeneratedSignal generated = service.signals.generate("a");

        assertThat(told).containsExactly(generated.entry());
        assertThat(service.typesFor("ada")).containsExactly("a");
        assertThat(service.failures).singleElement()
                .satisfies(it -> assertThat(it).isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("closed"));
    }

    private static Signal heardElsewhere() {
        return Signal.of(Draft.custom("elsewhere", Payload.Open.text("appended, not generated")),
                new Stamp("sig_elsewhere", new Source.System(), RestartableService.START, Scope.NONE));
    }
}
