package dev.waggle.signal.connectivity.layer;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.signal.Priority;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.ConvergenceRole;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Classes of a product in a layer: registered, emitted, logged and restored. */
class ProductClassesTest {

    private static final ProductSignalClass BUDGET = ProductSignalClass.of("conflict.acme.budget")
            .withConfidenceBetween(0.2, 0.9);

    /** For each class of the specification one of a product with the same definition. */
    private static final Map<SignalClass, ProductSignalClass> TWINS = twins();

    private final MemoryJournal journal = new MemoryJournal();
    private final List<String> reports = new ArrayList<>();

    // A registered class behaves like one of the specification with the same definition.

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aClassBehavesLikeTheOneOfTheSpecificationWithItsDefinition(long seed) {
        LayerFixture specified = new LayerFixture(config(seed));
        LayerFixture own = new LayerFixture(config(seed).withSignalClasses(twinClasses()));
        specified.listen();
        own.listen();
        RandomRun first = new RandomRun(seed, specified);
        RandomRun second = new RandomRun(seed, own, ProductClassesTest::twin);

        for (int i = 0; i < 1000; i++) {
            first.step();
            second.step();
            for (String thread : RandomRun.THREADS) {
                assertThat(view(own.layer, thread)).as("seed %d, step %d", seed, i)
                        .isEqualTo(view(specified.layer, thread));
            }
        }
        assertThat(own.heard).isEqualTo(specified.heard).isNotEmpty();
        assertThat(own.failures).hasSameSizeAs(specified.failures);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void queriesFindAClassLikeTheOneOfTheSpecification(long seed) {
        LayerFixture specified = new LayerFixture(config(seed));
        LayerFixture own = new LayerFixture(config(seed).withSignalClasses(twinClasses()));
        RandomRun first = new RandomRun(seed, specified);
        RandomRun second = new RandomRun(seed, own, ProductClassesTest::twin);
        for (int i = 0; i < 400; i++) {
            first.step();
            second.step();
        }
        for (SignalClass signalClass : SignalClass.values()) {
            for (MessageClass messageClass : MessageClass.values()) {
                SignalQuery query = SignalQuery.of("t1").withStates().withMessageClasses(messageClass);
                assertThat(specify(own.layer.query(query.withSignalClasses(twin(signalClass)))))
                        .as("seed %d, %s, %s", seed, signalClass, messageClass)
                        .isEqualTo(specified.layer.query(query.withSignalClasses(signalClass)));
            }
            assertThat(own.layer.query(SignalQuery.of("t1").withStates().withSignalClasses(signalClass))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aRestoredThreadIsTheSameWithAndWithoutTheRegistration(long seed) {
        ConnectivityLayerConfig config = config(seed).withLedger(FactLedger.of(journal));
        LayerFixture stage = new LayerFixture(config.withSignalClasses(twinClasses()));
        RandomRun run = new RandomRun(seed, stage, specified -> specified.wireName().contains("ac")
                ? specified
                : twin(specified));
        for (int i = 0; i < 400; i++) {
            run.step();
            if (i % 20 == 0) {
                DefaultConnectivityLayer registered = restore(config(seed).withSignalClasses(twinClasses()));
                DefaultConnectivityLayer unregistered = restore(config(seed));
                for (String thread : RandomRun.THREADS) {
                    assertThat(exactView(registered, thread)).as("seed %d, step %d", seed, i)
                            .isEqualTo(exactView(stage.layer, thread));
                    assertThat(exactView(unregistered, thread)).as("seed %d, step %d", seed, i)
                            .isEqualTo(exactView(stage.layer, thread));
                }
            }
        }
        assertThat(reports).isEmpty();
    }

    // Registration.

    @Test
    void aRegisteredClassIsEmittedWithItsUsualPriorityAndAudience() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withSignalClasses(BUDGET));
        stage.layer.registerCoordinator("t1", "boss");

        ConnectivitySignal signal = stage.emit(EmitSignalInput.of("t1", "planner", BUDGET, "Twice the budget")
                .withConfidence(0.5));

        assertThat(signal.signalClass()).isEqualTo(BUDGET);
        assertThat(signal.messageClass()).isEqualTo(MessageClass.CONFLICT);
        assertThat(signal.priority()).isEqualTo(Priority.HIGH);
        assertThat(stage.layer.convergence("t1").reason()).isEqualTo("not converged: 1 open conflict (planner)");
    }

    @Test
    void anUnregisteredClassIsRefusedWithTheRemedy() {
        LayerFixture stage = new LayerFixture();

        assertThatThrownBy(() -> stage.emit(LayerFixture.input(BUDGET)))
                .isInstanceOf(SignalValidationException.class)
                .hasMessage("signalClass conflict.acme.budget is not registered in this layer"
                        + "\nMaybe add it to ConnectivityLayerConfig.withSignalClasses.");
        assertThat(stage.dump("t1")).isEmpty();
    }

    @Test
    void anotherDefinitionOfARegisteredClassIsRefused() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withSignalClasses(BUDGET));

        assertThatThrownBy(() -> stage.emit(LayerFixture.input(BUDGET.withConvergence(ConvergenceRole.NEUTRAL))))
                .isInstanceOf(SignalValidationException.class)
                .hasMessageContaining("signalClass conflict.acme.budget is registered as ")
                .hasMessageContaining("NEUTRAL");
    }

    @Test
    void theConfidenceOfAClassLiesInItsRange() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withSignalClasses(BUDGET));

        assertThatThrownBy(() -> stage.emit(LayerFixture.input(BUDGET).withConfidence(0.1)))
                .hasMessage("confidence of conflict.acme.budget must be between 0.2 and 0.9, got 0.1");
        assertThatThrownBy(() -> stage.emit(EmitSignalInput.of("t1", "planner", BUDGET, "Twice the budget")))
                .hasMessage("confidence is required for conflict.acme.budget");
    }

    @Test
    void anEscalationOfAProductReachesTheHook() {
        List<ConnectivitySignal> escalated = new ArrayList<>();
        ProductSignalClass outage = ProductSignalClass.of("escalation.acme.outage");
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withSignalClasses(outage)
                .withHook(signal -> {
                    escalated.add(signal);
                    return Optional.empty();
                }));

        ConnectivitySignal signal = stage.emit(LayerFixture.input(outage));

        assertThat(escalated).extracting(ConnectivitySignal::id).containsExactly(signal.id());
        assertThat(stage.layer.isConverged("t1")).isFalse();
    }

    // The log.

    @Test
    void theLogHoldsTheDefinitionOfAClassOfAProductOnly() {
        LayerFixture stage = stage(BUDGET);
        stage.emit(LayerFixture.input(BUDGET));
        stage.emit(LayerFixture.attention());

        List<LogEntry> entries = journal.read(1, 10);

        assertThat(entries.getFirst().signal().type()).hasToString("connectivity/conflict.acme.budget");
        assertThat(entries.getFirst().signal().extensions()).containsExactlyInAnyOrderEntriesOf(Map.of(
                "heard", JsonValue.of(false), "definition", JsonValue.of(Map.of("minConfidence", number("0.2"),
                        "maxConfidence", number("0.9"), "convergence", JsonValue.of("blocking"),
                        "priority", JsonValue.of("high"), "audience", JsonValue.of("coordinator")))));
        assertThat(entries.getLast().signal().extensions()).containsOnlyKeys("heard");
    }

    @Test
    void aProgramWithoutTheRegistrationClosesWhatItFindsAndEmitsNoMore() {
        ConnectivitySignal open = stage(BUDGET).emit(LayerFixture.input(BUDGET));

        DefaultConnectivityLayer restored = restore(ConnectivityLayerConfig.defaults());

        assertThat(restored.get(open.id())).contains(open);
        assertThat(restored.query(SignalQuery.of("t1").withSignalClasses(BUDGET))).containsExactly(open);
        assertThat(restored.convergence("t1").openConflicts()).containsExactly(open);
        assertThatThrownBy(() -> restored.emit(LayerFixture.input(BUDGET))).hasMessageContaining("is not registered");
        assertThat(restored.resolve(open.id()).state()).isEqualTo(SignalState.RESOLVED);
        assertThat(restored.isConverged("t1")).isTrue();
        assertThat(reports).isEmpty();
    }

    /** Also when a confidence in the log does not fit any more: the signal was accepted when it was emitted. */
    @Test
    void theRegisteredDefinitionCountsForSignalsOfAnEarlierOne() {
        ConnectivitySignal open = stage(BUDGET).emit(LayerFixture.input(BUDGET).withConfidence(0.3));
        ProductSignalClass later = BUDGET.withConvergence(ConvergenceRole.NEUTRAL).withConfidenceBetween(0.5, 1);

        DefaultConnectivityLayer restored = restore(ConnectivityLayerConfig.defaults().withSignalClasses(later));

        assertThat(restored.isConverged("t1")).isTrue();
        assertThat(restored.get(open.id())).get().returns(later, ConnectivitySignal::signalClass)
                .returns(0.3, ConnectivitySignal::confidence);
        assertThat(restored.emit(LayerFixture.input(later).withConfidence(0.6)).signal().id()).isEqualTo(open.id());
        assertThat(reports).isEmpty();
    }

    @Test
    void aLogHoldsAClassUnderTwoDefinitions() {
        ConnectivitySignal blocking = stage(BUDGET).emit(LayerFixture.input(BUDGET));
        ProductSignalClass later = BUDGET.withConvergence(ConvergenceRole.NEUTRAL);
        DefaultConnectivityLayer second = restore(
                ConnectivityLayerConfig.defaults().withSignalClasses(later).withLedger(FactLedger.of(journal)));
        ConnectivitySignal neutral = second.emit(LayerFixture.from("b", LayerFixture.input(later))).signal();

        DefaultConnectivityLayer unregistered = restore(ConnectivityLayerConfig.defaults());

        assertThat(unregistered.query(SignalQuery.of("t1").withSignalClasses(later)))
                .containsExactly(neutral, blocking);
        assertThat(unregistered.convergence("t1").openConflicts()).containsExactly(blocking);
    }

    /** None of many damaged definitions is believed, and each is reported. */
    @Test
    void aFactWithADamagedDefinitionIsReportedAndOmitted() {
        stage(BUDGET).emit(LayerFixture.input(BUDGET));
        Signal whole = journal.read(1, 1).getFirst().signal();
        List<JsonValue> damaged = damagedDefinitions(((JsonValue.Obj) definition(whole)).fields());

        for (JsonValue definition : damaged) {
            reports.clear();
            MemoryJournal log = new MemoryJournal();
            Map<String, JsonValue> extensions = new LinkedHashMap<>(whole.extensions());
            extensions.put("definition", definition);
            log.append(with(whole, extensions), FactLedger.EMISSION, LayerFixture.START);

            for (ConnectivityLayerConfig config : List.of(ConnectivityLayerConfig.defaults(),
                    ConnectivityLayerConfig.defaults().withSignalClasses(BUDGET))) {
                DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(new LayerFixture.Clock(),
                        reporting(config), log);
                assertThat(LayerFixture.dump(restored, "t1")).as("%s", definition).isEmpty();
            }
            assertThat(reports).as("%s", definition).hasSize(2).allMatch(it -> it.contains("definition"));
        }
        assertThat(damaged).hasSizeGreaterThan(40);
    }

    @Test
    void aFactWithoutADefinitionIsReportedAndOmitted() {
        stage(BUDGET).emit(LayerFixture.input(BUDGET));
        Signal whole = journal.read(1, 1).getFirst().signal();
        MemoryJournal log = new MemoryJournal();
        log.append(with(whole, Map.of("heard", JsonValue.of(false))), FactLedger.EMISSION, LayerFixture.START);

        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(new LayerFixture.Clock(),
                reporting(ConnectivityLayerConfig.defaults()), log);

        assertThat(LayerFixture.dump(restored, "t1")).isEmpty();
        assertThat(reports).singleElement().asString().contains("definition is missing");
    }

    // Steps.

    private LayerFixture stage(ProductSignalClass... classes) {
        return new LayerFixture(
                ConnectivityLayerConfig.defaults().withSignalClasses(classes).withLedger(FactLedger.of(journal)));
    }

    private DefaultConnectivityLayer restore(ConnectivityLayerConfig config) {
        return DefaultConnectivityLayer.restore(new LayerFixture.Clock(), reporting(config), journal);
    }

    private ConnectivityLayerConfig reporting(ConnectivityLayerConfig config) {
        return config.withFailures((failure, context) -> reports.add(context + ": " + failure));
    }

    private static ConnectivityLayerConfig config(long seed) {
        return ConnectivityLayerConfig.defaults()
                .withSuppression(seed % 2 == 0 ? SuppressionConfig.byStep() : SuppressionConfig.byTime())
                .withOpenLimit(new OpenSignalLimit(25, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST));
    }

    private static Map<SignalClass, ProductSignalClass> twins() {
        Map<SignalClass, ProductSignalClass> twins = new EnumMap<>(SignalClass.class);
        for (SignalClass specified : SignalClass.values()) {
            twins.put(specified, new ProductSignalClass(specified.wireName().replace(".", ".acme."),
                    specified.minConfidence(), specified.maxConfidence(), specified.convergence(),
                    specified.defaultPriority(), specified.defaultAudience()));
        }
        return twins;
    }

    private static ProductSignalClass twin(SignalClass specified) {
        return Optional.ofNullable(TWINS.get(specified)).orElseThrow();
    }

    private static ProductSignalClass[] twinClasses() {
        return TWINS.values().toArray(ProductSignalClass[]::new);
    }

    /** Everything that a layer tells of a thread, with classes of the specification in the place of their twins. */
    private static List<Object> view(DefaultConnectivityLayer layer, String thread) {
        Convergence convergence = layer.convergence(thread);
        return List.of(specify(LayerFixture.dump(layer, thread)), layer.stats(thread),
                specify(layer.awaitingAcknowledgement(thread)), layer.crowdedSources(thread),
                layer.isConverged(thread), specify(convergence.openConflicts()),
                specify(convergence.openEscalations()), specify(convergence.unsureSpecialists()));
    }

    private static List<Object> exactView(DefaultConnectivityLayer layer, String thread) {
        return List.of(LayerFixture.dump(layer, thread), layer.stats(thread).step(), layer.stats(thread).signals(),
                layer.awaitingAcknowledgement(thread), layer.convergence(thread));
    }

    private static List<ConnectivitySignal> specify(List<ConnectivitySignal> signals) {
        return signals.stream().map(it -> new ConnectivitySignal(it.id(), it.threadId(), it.source(), it.audience(),
                specify(it.signalClass()), it.priority(), it.confidence(), it.summary(), it.details(), it.replaces(),
                it.expiresAtStep(), it.emittedAt(), it.state(), it.sequence(), it.acknowledged())).toList();
    }

    private static SignalClassDefinition specify(SignalClassDefinition signalClass) {
        return Stream.of(SignalClass.values()).filter(specified -> signalClass.equals(twin(specified)))
                .map(SignalClassDefinition.class::cast).findAny().orElse(signalClass);
    }

    private static JsonValue number(String digits) {
        return new JsonValue.Num(new BigDecimal(digits));
    }

    private static JsonValue definition(Signal signal) {
        return Optional.ofNullable(signal.extensions().get("definition")).orElseThrow();
    }

    /** Every field missing, of every other kind, and out of its range, and the whole of every other kind. */
    private static List<JsonValue> damagedDefinitions(Map<String, JsonValue> whole) {
        List<JsonValue> kinds = List.of(JsonValue.ofNull(), JsonValue.of(true), number("7"), number("-0.1"),
                JsonValue.of(""), JsonValue.of("BLOCKING"), JsonValue.of("unsure"), JsonValue.of(List.of()),
                JsonValue.of(Map.of()));
        List<JsonValue> damaged = new ArrayList<>(kinds);
        for (String field : whole.keySet()) {
            Map<String, JsonValue> without = new LinkedHashMap<>(whole);
            without.remove(field);
            damaged.add(JsonValue.of(without));
            for (JsonValue kind : kinds) {
                Map<String, JsonValue> changed = new LinkedHashMap<>(whole);
                changed.put(field, kind);
                damaged.add(JsonValue.of(changed));
            }
        }
        Map<String, JsonValue> reversed = new LinkedHashMap<>(whole);
        reversed.put("minConfidence", number("0.95"));
        damaged.add(JsonValue.of(reversed));
        return damaged;
    }

    private static Signal with(Signal signal, Map<String, JsonValue> extensions) {
        return new Signal(signal.id(), signal.type(), signal.source(), signal.time(), signal.payload(),
                signal.scope(), signal.links(), signal.grading(), signal.lifetime(), signal.audience(), extensions);
    }
}
