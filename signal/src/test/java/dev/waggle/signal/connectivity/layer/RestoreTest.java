package dev.waggle.signal.connectivity.layer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.connectivity.SuppressionConfig.BroadcastPolicy;
import dev.waggle.signal.connectivity.ThreadStats;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Restoring of an equal layer from a log of facts. */
class RestoreTest {

    private final MemoryJournal journal = new MemoryJournal();
    private final List<String> reports = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aRestoredLayerIsTheSameAfterEveryStep(long seed) {
        ConnectivityLayerConfig config = config(seed);
        LayerFixture stage = new LayerFixture(config);
        RandomRun run = new RandomRun(seed, stage);
        for (int i = 0; i < 250; i++) {
            run.step();
            DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(stage.clock, reporting(config),
                    journal);
            for (String thread : RandomRun.THREADS) {
                assertThat(view(restored, thread)).as("seed %d, step %d", seed, i)
                        .isEqualTo(view(stage.layer, thread));
            }
        }
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void aRestoredLayerGoesOnLikeTheOldOne(long seed) {
        ConnectivityLayerConfig config = config(seed);
        LayerFixture stage = new LayerFixture(config);
        RandomRun run = new RandomRun(seed, stage);
        for (int i = 0; i < 300; i++) {
            run.step();
        }
        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(stage.clock,
                reporting(config).withLedger(FactLedger.silent()), journal);
        for (String thread : RandomRun.THREADS) {
            for (SignalClass signalClass : SignalClass.values()) {
                EmitSignalInput input = LayerFixture.in(thread,
                        LayerFixture.from("a", LayerFixture.input(signalClass)));
                assertThat(outcome(restored, input)).as("seed %d, %s", seed, input)
                        .isEqualTo(outcome(stage.layer, input));
            }
            stage.layer.advanceStep(thread);
            restored.advanceStep(thread);
            assertThat(restored.stats(thread).open()).isEqualTo(stage.layer.stats(thread).open());
            assertThat(restored.crowdedSources(thread)).containsExactlyInAnyOrderElementsOf(
                    stage.layer.crowdedSources(thread));
        }
    }

    @Test
    void factsAreOrdinarySignals() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(journal)));
        stage.layer.registerSelectedResolver(_ -> List.of("w1"));
        stage.layer.registerCoordinator("t1", "boss");
        ConnectivitySignal signal = stage.emit(LayerFixture.with(Priority.CRITICAL,
                LayerFixture.to(Audience.RoleName.SELECTED,
                        LayerFixture.input(SignalClass.CONFLICT_ACTIVE).withDetails("why")))
                .expiringAtStep(1));
        stage.layer.acknowledge(signal.id(), "boss");
        stage.layer.advanceStep("t1");
        stage.layer.closeThread("t1");

        List<LogEntry> entries = journal.read(1, 100);
        assertThat(entries).extracting(entry -> entry.signal().type().toString()).containsExactly(
                "connectivity/lifecycle.coordinator", "connectivity/conflict.active",
                "connectivity/lifecycle.selected", "connectivity/lifecycle.acknowledged",
                "connectivity/lifecycle.advanced", "connectivity/lifecycle.closed");
        assertThat(entries.get(1).signal()).isEqualTo(new Signal(signal.id(),
                new SignalType(Profile.CONNECTIVITY, "conflict.active"), Source.named("reviewer"), LayerFixture.START,
                new Payload.Open("one sentence", "why", null, null), new Scope(null, "t1", null, null, 0L), Links.NONE,
                new Grading(1.0, Priority.CRITICAL, null, null), new Lifetime.UntilStep(1),
                new Audience.Role(Audience.RoleName.SELECTED), Map.of("heard", JsonValue.of(false))));
        assertThat(entries).extracting(LogEntry::emission).containsOnly(FactLedger.EMISSION);
        assertThat(entries.get(2).signal().audience()).isEqualTo(new Audience.Ids(List.of("w1")));
        assertThat(entries.get(4).signal().links().about()).containsExactly(signal.id());
        assertThat(entries.get(4).signal().scope().step()).isEqualTo(1);
    }

    @Test
    void foreignEntriesAreIgnoredAndContradictingOnesReported() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(journal)));
        foreign(new SignalType(Profile.CONNECTIVITY, "lifecycle.invented"), Scope.NONE);
        journal.append(Signal.of(Draft.of(new Payload.Discovery("x", null, 0.5), 0.5),
                new Stamp("d1", Source.agent("a"), LayerFixture.START, Scope.NONE)), Emission.by("a"),
                LayerFixture.START);
        ConnectivitySignal kept = stage.emit(LayerFixture.attention());
        journal.append(journal.read(3, 1).getFirst().signal(), FactLedger.EMISSION, LayerFixture.START);
        foreign(new SignalType(Profile.CONNECTIVITY, "lifecycle.resolved"), Scope.NONE);
        foreign(new SignalType(Profile.CONNECTIVITY, "lifecycle.advanced"), new Scope(null, "t1", null, null, 9L));
        foreign(new SignalType(Profile.CONNECTIVITY, "handoff.ready"), new Scope(null, "t1", null, null, 0L));
        ConnectivitySignal later = stage.emitFrom("later");

        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(stage.clock,
                reporting(ConnectivityLayerConfig.defaults()),
                journal.read(1, 100));

        assertThat(LayerFixture.dump(restored, "t1")).containsExactly(kept, later);
        assertThat(reports).hasSize(4);
        assertThat(reports.getFirst()).contains("log entry 4", kept.id(), "attention.raise");
    }

    /** Other publishers on the bus of the layer may publish anything on it. */
    @Test
    void factsThatOthersWroteDoNotCount() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(journal)));
        ConnectivitySignal kept = stage.emit(LayerFixture.with(Priority.CRITICAL, LayerFixture.attention()));
        for (LogEntry own : List.copyOf(journal.read(1, 1))) {
            Signal signal = own.signal();
            journal.append(new Signal("x1", signal.type(), signal.source(), signal.time(), signal.payload(),
                    signal.scope(), signal.links(), signal.grading(), signal.lifetime(), signal.audience(),
                    signal.extensions()), Emission.by("reviewer"), LayerFixture.START);
        }
        for (String type : List.of("acknowledged", "resolved", "advanced", "registered", "coordinator", "closed")) {
            journal.append(new Signal("x" + type, new SignalType(Profile.CONNECTIVITY, "lifecycle." + type),
                    new Source.System(), LayerFixture.START, Payload.Open.text("x"),
                    new Scope(null, "t1", null, null, 1L),
                    new Links(null, null, null, List.of(kept.id())), Grading.NONE, Lifetime.unlimited(),
                    Audience.everyone(),
                    Map.of("by", JsonValue.of("coordinator"), "component", JsonValue.of("mallory"))),
                    Emission.by("mallory"), LayerFixture.START);
        }

        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(stage.clock,
                reporting(ConnectivityLayerConfig.defaults()),
                journal);

        assertThat(view(restored, "t1")).isEqualTo(view(stage.layer, "t1"));
        assertThat(restored.emit(LayerFixture.to(Audience.RoleName.ALL, LayerFixture.attention())).recipients())
                .containsExactly("coordinator", "reviewer");
        assertThat(reports).hasSize(7).allMatch(report -> report.contains("not by the layer"));
    }

    @Test
    void factsThatNoEmitWouldHaveMadeAreLeftOut() {
        SignalType sure = new SignalType(Profile.CONNECTIVITY, "confidence.high");
        for (Payload.Open payload : List.of(new Payload.Open("  ", null, null, null),
                new Payload.Open("sure, but how much?", null, null, null))) {
            journal.append(new Signal("x" + payload.summary(), sure, Source.named("a"), LayerFixture.START, payload,
                    new Scope(null, "t1", null, null, 0L), Links.NONE, new Grading(null, Priority.LOW, null, null),
                    Lifetime.unlimited(), new Audience.Role(Audience.RoleName.ALL), Map.of()), FactLedger.EMISSION,
                    LayerFixture.START);
        }

        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(new LayerFixture.Clock(),
                reporting(ConnectivityLayerConfig.defaults()), journal);

        assertThat(LayerFixture.dump(restored, "t1")).isEmpty();
        assertThat(reports).hasSize(2);
        assertThat(reports.getFirst()).contains("summary must not be blank");
        assertThat(reports.getLast()).contains("confidence is required");
    }

    @Test
    void aWorldThatCountsFromItsStartAgainGivesNoIdTwice() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(journal)));
        for (int i = 0; i < 1_500; i++) { // More than a page of the journal.
            stage.emitFrom("s" + i);
        }
        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(new LayerFixture.Clock(),
                ConnectivityLayerConfig.defaults(),
                journal);

        assertThat(restored.emit(LayerFixture.attention()).signal().sequence()).isEqualTo(1_501);
        assertThat(LayerFixture.dump(restored, "t1")).extracting(ConnectivitySignal::id).doesNotHaveDuplicates();
    }

    @Test
    void aCriticalSignalFarBehindTheLastThatMayMakeRoomIsReplaced() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(journal)));
        EmitSignalInput critical = LayerFixture.with(Priority.CRITICAL, LayerFixture.attention());
        ConnectivitySignal last = stage.emit(critical);
        stage.layer.acknowledge(last.id(), "coordinator");
        for (int i = 0; i < 64; i++) { // Into the second word of the marks.
            last = stage.emit(critical);
        }

        ConnectivitySignal successor = stage.emit(critical.replacing(last.id()));

        assertThat(stage.get(last).state()).isEqualTo(SignalState.SUPERSEDED);
        assertThat(stage.layer.awaitingAcknowledgement("t1")).hasSize(64).contains(successor);
        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(stage.clock,
                ConnectivityLayerConfig.defaults(), journal);
        assertThat(view(restored, "t1")).isEqualTo(view(stage.layer, "t1"));
    }

    @Test
    void whatTheLedgerDoesNotTakeDoesNotHappen() {
        boolean[] full = {false};
        FactLedger ledger = new FactLedger() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                if (full[0]) {
                    throw new IllegalStateException("disk full");
                }
                return journal.append(signal, emission, recordedAt);
            }

            @Override
            public void settled() {
                throw new IllegalStateException("nobody listens");
            }
        };
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(ledger));
        ConnectivitySignal signal = stage.emit(LayerFixture.attention().expiringAtStep(1));
        stage.listen();
        full[0] = true;

        for (Runnable refused : List.<Runnable>of(() -> stage.emitFrom("a"), () -> stage.layer.resolve(signal.id()),
                () -> stage.emit(LayerFixture.from("a", LayerFixture.attention().replacing(signal.id()))),
                () -> stage.layer.acknowledge(signal.id(), "coordinator"), () -> stage.layer.advanceStep("t1"),
                () -> stage.layer.register("t1", "x"), () -> stage.layer.closeThread("t1"))) {
            assertThatThrownBy(refused::run).isInstanceOf(IllegalStateException.class).hasMessage("disk full");
        }
        assertThat(stage.dump("t1")).containsExactly(signal);
        assertThat(stage.layer.stats("t1").step()).isZero();
        assertThat(stage.heard).isEmpty();
        assertThat(stage.failures).hasSize(1);
    }

    @Test
    void aLedgerThatCallsBackIsRefused() {
        LayerFixture[] stages = new LayerFixture[1];
        FactLedger ledger = new FactLedger() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                stages[0].layer.advanceStep("t1");
                return new LogEntry(1, recordedAt, emission, signal);
            }

            @Override
            public void settled() {}
        };
        stages[0] = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(ledger));

        assertThatThrownBy(() -> stages[0].emitFrom("a")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Maybe a ledger calls back");
        assertThat(stages[0].dump("t1")).isEmpty();
    }

    /** The suppressing signal or the sequence number, with the recipients; or the reason of the refusal. */
    private static List<Object> outcome(DefaultConnectivityLayer layer, EmitSignalInput input) {
        try {
            EmitReceipt receipt = layer.emit(input);
            return List.of(receipt.suppressed() ? receipt.signal() : receipt.signal().sequence(), receipt.recipients());
        } catch (CapacityException full) {
            return List.of(String.valueOf(full.getMessage()));
        }
    }

    private void foreign(SignalType type, Scope scope) {
        journal.append(new Signal("f" + journal.read(1, 100).size(), type, new Source.System(), LayerFixture.START,
                Payload.Open.text("x"), scope, Links.NONE, Grading.NONE, Lifetime.unlimited(), Audience.everyone(),
                Map.of()), FactLedger.EMISSION, LayerFixture.START);
    }

    private ConnectivityLayerConfig config(long seed) {
        return ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(journal))
                .withSuppression(seed % 2 == 0 ? SuppressionConfig.byStep() : SuppressionConfig.byTime())
                .withBroadcast(seed % 3 == 0 ? BroadcastPolicy.STRICT : BroadcastPolicy.STANDARD)
                .withOpenLimit(new OpenSignalLimit(15, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST));
    }

    private ConnectivityLayerConfig reporting(ConnectivityLayerConfig config) {
        return config.withFailures((failure, context) -> reports.add(context + ": " + failure));
    }

    private static List<Object> view(DefaultConnectivityLayer layer, String thread) {
        ThreadStats stats = layer.stats(thread);
        return List.of(LayerFixture.dump(layer, thread), stats.step(), stats.signals(), stats.sources(),
                layer.awaitingAcknowledgement(thread), layer.convergence(thread));
    }
}
