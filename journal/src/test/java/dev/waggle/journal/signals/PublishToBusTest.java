package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.pattern.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

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
}
