package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.bridge.BusLedger;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Coordination threads in a journal on disk: written through a bus, restored, shown. */
class ThreadsTest {

    @TempDir
    Path folder;

    @Test
    void aLayerContinuesWhereTheFileLeftIt() {
        ConnectivitySignal conflict = write();
        Path file = folder.resolve("journal");

        try (FileJournal journal = FileJournal.open(file)) {
            DefaultConnectivityLayer layer = DefaultConnectivityLayer.restore(World.system(1),
                    ConnectivityLayerConfig.defaults(),
                    journal);

            assertThat(layer.get(conflict.id())).contains(conflict);
            assertThat(layer.stats("review-7").step()).isEqualTo(1);
            assertThat(layer.resolve(conflict.id()).state()).isEqualTo(SignalState.RESOLVED);
        }
    }

    @Test
    void threadsAreShownWithWhatKeepsThemOpen() {
        write();

        CommandRun shown = CommandRun.of("log", "threads", folder.resolve("journal").toString());

        assertThat(shown.code()).isZero();
        assertThat(shown.out().lines()).hasSize(3)
                .first().isEqualTo("review-7  step 1, 1 of 2 open  not converged: 1 open conflict (reviewer)");
        assertThat(shown.out())
                .contains("emitted    conflict.active        0.30 reviewer The two plans exclude each other")
                .contains("draft-2  step 0, 0 of 0 open  converged");
    }

    /** The command knows no class of any product; the log holds their definitions. */
    @Test
    void signalsOfAClassOfAProductAreShownWithWhatTheyKeepOpen() {
        writeOwn();
        String journal = folder.resolve("journal").toString();

        CommandRun shown = CommandRun.of("log", "threads", journal);
        CommandRun json = CommandRun.of("log", "threads", journal, "--json");

        assertThat(shown.err()).isEmpty();
        assertThat(shown.out().lines()).containsExactly(
                "review-7  step 0, 1 of 1 open  not converged: 1 open conflict (planner)",
                "  emitted    conflict.acme.budget   0.50 planner Twice the budget");
        assertThat(json.out()).contains("\"signalClass\":\"conflict.acme.budget\"", "\"converged\":false");
        assertThat(CommandRun.of("log", "show", journal, "--type", "connectivity/conflict.**").out().lines())
                .hasSize(1);
    }

    @Test
    void signalsOfAClassOfAProductAreExportedAndImported() {
        writeOwn();
        String exported = folder.resolve("exported").toString();
        String copy = folder.resolve("copy").toString();

        for (String format : List.of("jsonl", "cloudevents")) {
            assertThat(CommandRun.of("log", "export", folder.resolve("journal").toString(), exported + format,
                    "--format", format).code()).isZero();
            assertThat(CommandRun.of("log", "import", exported + format, copy + format).code()).isZero();
            assertThat(CommandRun.of("log", "show", copy + format, "--json").out())
                    .contains("conflict.acme.budget", "\"convergence\":\"blocking\"");
        }
    }

    @Test
    void signalsThatAreOverAreShownOnRequest() {
        write();

        CommandRun shown = CommandRun.of("log", "threads", folder.resolve("journal").toString(), "--thread",
                "review-7", "--all");

        assertThat(shown.out().lines()).hasSize(3).anyMatch(line -> line.contains("resolved   handoff.ready"));
    }

    @Test
    void aJournalWithoutThreadsSaysSo() {
        write();

        CommandRun shown = CommandRun.of("log", "threads", folder.resolve("journal").toString(), "--thread", "x");

        assertThat(shown.code()).isEqualTo(2);
        assertThat(shown.err()).contains("holds no coordination thread \"x\"");
    }

    @Test
    void threadsOfAnImportedJournalAreRefusedWithTheReason() {
        write();
        String exported = folder.resolve("exported.jsonl").toString();
        String copy = folder.resolve("copy").toString();
        CommandRun.of("log", "export", folder.resolve("journal").toString(), exported, "--format", "jsonl");
        assertThat(CommandRun.of("log", "import", exported, copy).code()).isZero();

        CommandRun shown = CommandRun.of("log", "threads", copy);

        assertThat(shown.code()).isEqualTo(2);
        assertThat(shown.err()).contains("was imported", "only from what their own layer wrote",
                "Name the journal that the layer wrote.");
    }

    @Test
    void aLogIsShownByPattern() {
        write();
        String file = folder.resolve("journal").toString();

        assertThat(CommandRun.of("log", "show", file, "--type", "connectivity/conflict.*").out().lines()).hasSize(1);
        assertThat(CommandRun.of("log", "show", file, "--type", "vote").out()).isEmpty();
        assertThat(CommandRun.of("log", "show", file, "--type", "").code()).isEqualTo(2);
    }

    /** Writes a thread with an open conflict and a completed handoff, and one that has only a component. */
    private ConnectivitySignal write() {
        World world = World.system(1);
        try (FileJournal journal = FileJournal.open(folder.resolve("journal"));
                SignalBus bus = new SignalBus(world, BusConfig.defaults(), journal, BusObserver.SILENT);
                DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(world,
                        ConnectivityLayerConfig.defaults().withLedger(new BusLedger(bus)))) {
            ConnectivitySignal conflict = emit(layer, SignalClass.CONFLICT_ACTIVE, 0.3,
                    "The two plans exclude each other");
            layer.resolve(emit(layer, SignalClass.HANDOFF_READY, null, "The plan is written").id());
            layer.advanceStep("review-7");
            layer.register("draft-2", "writer");
            return conflict;
        }
    }

    private void writeOwn() {
        ProductSignalClass budget = ProductSignalClass.of("conflict.acme.budget");
        World world = World.system(1);
        try (FileJournal journal = FileJournal.open(folder.resolve("journal"));
                DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(world,
                        ConnectivityLayerConfig.defaults().withSignalClasses(budget)
                                .withLedger(FactLedger.of(journal)))) {
            layer.emit(EmitSignalInput.of("review-7", "planner", budget, "Twice the budget").withConfidence(0.5));
        }
    }

    private static ConnectivitySignal emit(DefaultConnectivityLayer layer, SignalClass signalClass,
            @Nullable Double confidence,
            String summary) {
        return layer.emit(new EmitSignalInput("review-7", "reviewer", Audience.RoleName.COORDINATOR,
                signalClass.messageClass(), signalClass, Priority.NORMAL, summary, confidence, null, null, null))
                .signal();
    }
}
