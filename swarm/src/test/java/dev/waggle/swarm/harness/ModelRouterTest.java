package dev.waggle.swarm.harness;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Scope;
import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ModelRouterTest {

    private static final HarnessInput ASK = HarnessInput.of(List.of(Message.user("why?")));

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final ModelRouter router = new ModelRouter(Map.of(ModelMode.CHEAP, named("small"), ModelMode.FAST,
            named("medium"), ModelMode.DEEP, named("large")));
    private final ConnectivityLayer layer = DefaultConnectivityLayer.create(world,
            ConnectivityLayerConfig.defaults().withHook(router));

    @Test
    void aCallIsFastUnlessSomebodySaysOtherwise() throws Exception {
        assertThat(answer("t1")).isEqualTo("medium");
        assertThat(router.model()).isEqualTo("named:medium");
        assertThat(router.type()).isEqualTo("named");
        assertThat(router.displayName()).isEqualTo("cheap: Model small, fast: Model medium, deep: Model large");
    }

    @Test
    void anEscalationThatIsEmittedRaisesTheNextCallOfThatThreadOnly() throws Exception {
        escalate("t1", SignalClass.ESCALATION_UNCERTAINTY, Priority.NORMAL);
        assertThat(router.modeOf(thread("t1"))).isEqualTo(ModelMode.DEEP);
        assertThat(router.modeOf(thread("t1"))).as("asking uses nothing up").isEqualTo(ModelMode.DEEP);
        assertThat(router.modeOf(thread("t2"))).isEqualTo(ModelMode.FAST);
        assertThat(answer("t2")).isEqualTo("medium");
        assertThat(answer("t1")).isEqualTo("large");
        assertThat(answer("t1")).isEqualTo("medium");
    }

    @Test
    void anEscalationOfARunReachesTheCallsOfThatRunThatHaveNoThread() throws Exception {
        escalate("run_1", SignalClass.ESCALATION_UNCERTAINTY, Priority.HIGH);
        assertThat(answer(Scope.ofRun("run_2", 1))).isEqualTo("medium");
        assertThat(answer(Scope.ofRun("run_1", 3))).isEqualTo("large");
        assertThat(answer(Scope.NONE)).isEqualTo("medium");
    }

    @Test
    void twoEscalationsBeforeACallAreOne() throws Exception {
        escalate("t1", SignalClass.ESCALATION_UNCERTAINTY, Priority.HIGH);
        escalate("t1", SignalClass.ESCALATION_INTERRUPT, Priority.HIGH);
        assertThat(answer("t1")).as("the deeper one").isEqualTo("large");
        assertThat(answer("t1")).isEqualTo("medium");
    }

    @ParameterizedTest
    @CsvSource({"ESCALATION_UNCERTAINTY, LOW, CHEAP", "ESCALATION_UNCERTAINTY, NORMAL, DEEP",
        "ESCALATION_UNCERTAINTY, HIGH, DEEP", "ESCALATION_UNCERTAINTY, CRITICAL, DEEP",
        "ESCALATION_INTERRUPT, LOW, CHEAP", "ESCALATION_INTERRUPT, NORMAL, FAST",
        "ESCALATION_INTERRUPT, HIGH, FAST", "ESCALATION_INTERRUPT, CRITICAL, DEEP",
        "CONFLICT_ACTIVE, HIGH, CHEAP", "CONFLICT_ACTIVE, CRITICAL, DEEP", "ATTENTION_RAISE, NORMAL, CHEAP"})
    void whatASignalRaisesACheapThreadTo(SignalClass signalClass, Priority priority, ModelMode mode) {
        router.setMode("t1", ModelMode.CHEAP);
        escalate("t1", signalClass, priority);
        assertThat(router.modeOf(thread("t1"))).isEqualTo(mode);
    }

    /** No rule knows that an escalation of a product asks for more. */
    @ParameterizedTest
    @CsvSource({"escalation.acme.outage, LOW, CHEAP", "escalation.acme.outage, NORMAL, FAST",
        "escalation.acme.outage, CRITICAL, DEEP", "conflict.acme.budget, HIGH, CHEAP",
        "conflict.acme.budget, CRITICAL, DEEP"})
    void whatAClassOfAProductRaisesACheapThreadTo(String name, Priority priority, ModelMode mode) {
        router.setMode("t1", ModelMode.CHEAP);
        ProductSignalClass own = ProductSignalClass.of(name);
        try (DefaultConnectivityLayer hosted = DefaultConnectivityLayer.create(world,
                ConnectivityLayerConfig.defaults().withHook(router).withSignalClasses(own))) {
            hosted.emit(EmitSignalInput.of("t1", "specialist:reviewer", own, "it is down").withPriority(priority)
                    .withConfidence(0.2));
        }
        assertThat(router.modeOf(thread("t1"))).isEqualTo(mode);
    }

    @Test
    void theHookAnswersWithTheModeOfTheNextCall() {
        ConnectivitySignal signal = escalate("t1", SignalClass.ESCALATION_INTERRUPT, Priority.NORMAL);
        assertThat(router.onEscalation(signal)).contains(RequestedRoutingMode.FAST);
        router.setMode("t1", ModelMode.DEEP);
        assertThat(router.onEscalation(signal)).as("never downwards").contains(RequestedRoutingMode.DEEP);
    }

    @Test
    void aThreadKeepsTheModeThatItWasGiven() throws Exception {
        router.setMode("t1", ModelMode.CHEAP);
        escalate("t1", SignalClass.ESCALATION_UNCERTAINTY, Priority.NORMAL);
        assertThat(List.of(answer("t1"), answer("t1"), answer("t1"))).containsExactly("large", "small", "small");
        router.setMode("t1", ModelMode.FAST);
        assertThat(answer("t1")).isEqualTo("medium");
    }

    @Test
    void aConversationStaysWithTheModelThatItBeganWith() throws Exception {
        ScriptedHarness fast = ScriptedHarness.inTurn(session("s1"), session("s2"), session("s3"));
        ScriptedHarness deep = ScriptedHarness.inTurn(session("d1"), session("d2"));
        ModelRouter two = new ModelRouter(Map.of(ModelMode.FAST, fast, ModelMode.DEEP, deep));
        RunContext context = context(thread("t1"));
        HarnessOutput first = two.run(ASK, context);
        assertThat(first.sessionId()).isEqualTo("fast:s1");
        two.onEscalation(escalate("t1", SignalClass.ESCALATION_UNCERTAINTY, Priority.NORMAL));
        HarnessOutput second = two.run(goingOn(first), context);
        assertThat(second.sessionId()).isEqualTo("fast:s2");
        assertThat(fast.asked().get(1).sessionId()).as("the model knows its own name of it").isEqualTo("s1");
        assertThat(two.modeOf(thread("t1"))).as("the escalation waits for a new one").isEqualTo(ModelMode.DEEP);
        HarnessOutput other = two.run(ASK, context);
        assertThat(other.sessionId()).isEqualTo("deep:d1");
        assertThat(two.run(goingOn(other), context).sessionId()).isEqualTo("deep:d2");
        assertThat(deep.asked().get(1).sessionId()).isEqualTo("d1");
    }

    @Test
    void aSessionOfAnotherOriginGoesToTheModelOfItsThread() throws Exception {
        ScriptedHarness fast = ScriptedHarness.saying("x");
        HarnessInput foreign = new HarnessInput(null, List.of(), List.of(), List.of(), "fasting:1", null, null);
        new ModelRouter(Map.of(ModelMode.FAST, fast)).run(foreign, context(thread("t1")));
        assertThat(fast.asked()).containsExactly(foreign);
    }

    @ParameterizedTest
    @CsvSource({"CHEAP, CHEAP, CHEAP, CHEAP", "FAST, FAST, FAST, FAST", "DEEP, DEEP, DEEP, DEEP",
        "CHEAP+FAST, CHEAP, FAST, FAST", "CHEAP+DEEP, CHEAP, CHEAP, DEEP", "FAST+DEEP, FAST, FAST, DEEP"})
    void theNearestModelStandsInAndTheCheaperOfTwo(String given, ModelMode cheap, ModelMode fast, ModelMode deep) {
        Map<ModelMode, Harness> models = new EnumMap<>(ModelMode.class);
        for (String mode : given.split("\\+", -1)) {
            models.put(ModelMode.valueOf(mode), named(mode));
        }
        ModelRouter some = new ModelRouter(models);
        assertThat(some.model(ModelMode.CHEAP)).isSameAs(models.get(cheap));
        assertThat(some.model(ModelMode.FAST)).isSameAs(models.get(fast));
        assertThat(some.model(ModelMode.DEEP)).isSameAs(models.get(deep));
    }

    @Test
    void aRouterWithoutModelsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ModelRouter(Map.of(), ModelMode.DEEP))
                .withMessageContaining("deep");
    }

    @Test
    void itCanWhatAllItsModelsCan() {
        Harness plain = new Named("plain", new HarnessCapabilities(true, false, false, true));
        ModelRouter mixed = new ModelRouter(Map.of(ModelMode.FAST, named("m"), ModelMode.DEEP, plain));
        assertThat(mixed.capabilities()).isEqualTo(new HarnessCapabilities(true, false, false, true));
    }

    @Test
    void itsLimitsFitEveryModelThatMayBeAsked() {
        Harness small = new Named("small", new HarnessCapabilities(true, true, true, true, 1_200, 16_000, null, false));
        Harness large = new Named("large",
                new HarnessCapabilities(true, true, true, true, 8_192, 64_000, 200_000, true));
        ModelRouter mixed = new ModelRouter(Map.of(ModelMode.CHEAP, small, ModelMode.FAST, named("m"), ModelMode.DEEP,
                large));

        assertThat(mixed.capabilities())
                .isEqualTo(new HarnessCapabilities(true, true, true, true, 8_192, 16_000, 200_000, true));
        assertThat(new ModelRouter(Map.of(ModelMode.FAST, large)).capabilities()).isEqualTo(large.capabilities());
    }

    @Test
    void theWordOfAStopPassesThroughIt() throws Exception {
        ModelRouter one = new ModelRouter(Map.of(ModelMode.FAST, ScriptedHarness.playing(
                (_, _, _) -> new HarnessOutput("", List.of(), "s", null, null, "pause_turn"))));

        assertThat(one.run(ASK, context(thread("t1"))))
                .isEqualTo(new HarnessOutput("", List.of(), "fast:s", null, null, "pause_turn"));
    }

    @Test
    void ofManyCallsAtOnceExactlyOneTakesAnEscalation() throws Exception {
        for (int round = 0; round < 50; round++) {
            escalate("t1", SignalClass.ESCALATION_UNCERTAINTY, Priority.CRITICAL);
            int callers = 8;
            CountDownLatch together = new CountDownLatch(callers);
            List<String> answers = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<String>> asked = new ArrayList<>();
                for (int i = 0; i < callers; i++) {
                    asked.add(threads.submit(() -> {
                        together.countDown();
                        together.await();
                        return answer("t1");
                    }));
                }
                for (Future<String> answer : asked) {
                    answers.add(answer.get());
                }
            }
            assertThat(answers).filteredOn("large"::equals).hasSize(1);
        }
    }

    @Test
    void onlyThreadsThatDepartFromTheUsualAreRememberedAndNotWithoutEnd() {
        ThreadModeTable threads = new ThreadModeTable(ModelMode.FAST);
        for (int i = 0; i < 2 * ThreadModeTable.MAX_THREADS; i++) {
            threads.raise("once " + i, ModelMode.DEEP);
            assertThat(threads.consume("once " + i)).isEqualTo(ModelMode.DEEP);
            assertThat(threads.consume("never " + i)).isEqualTo(ModelMode.FAST);
        }
        assertThat(threads.size()).isZero();
        threads.put("kept", ModelMode.CHEAP);
        for (int i = 0; i < 2 * ThreadModeTable.MAX_THREADS; i++) {
            threads.raise("waiting " + i, ModelMode.DEEP);
            assertThat(threads.next("kept")).as("in use").isEqualTo(ModelMode.CHEAP);
        }
        assertThat(threads.size()).isEqualTo(ThreadModeTable.MAX_THREADS);
        assertThat(threads.next("waiting 0")).as("forgotten").isEqualTo(ModelMode.FAST);
    }

    /** A model that says its name. */
    private record Named(String name, HarnessCapabilities capabilities) implements Harness {

        @Override
        public String type() {
            return "named";
        }

        @Override
        public String displayName() {
            return "Model " + name;
        }

        @Override
        public String model() {
            return "named:" + name;
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
            return ScriptedHarness.saying(name).run(input, context);
        }
    }

    private static Harness named(String name) {
        return new Named(name, new HarnessCapabilities(true, true, true, true));
    }

    private static ScriptedHarness.Script session(String id) {
        return (_, _, _) -> new HarnessOutput("", List.of(), id, null, null);
    }

    private static HarnessInput goingOn(HarnessOutput output) {
        return new HarnessInput(null, List.of(), List.of(), List.of(), output.sessionId(), null, null);
    }

    private String answer(String thread) throws Exception {
        return answer(thread(thread));
    }

    private String answer(Scope scope) throws Exception {
        return router.run(ASK, context(scope)).content();
    }

    private RunContext context(Scope scope) {
        return RunContext.of(new RunContext.Caller(new Emission("ada", 1), scope, null), world, _ -> {});
    }

    private static Scope thread(String id) {
        return new Scope(null, id, "run_9", 1, null);
    }

    private ConnectivitySignal escalate(String thread, SignalClass signalClass, Priority priority) {
        String id = layer
                .emit(EmitSignalInput.of(thread, "specialist:reviewer", Audience.RoleName.COORDINATOR, signalClass,
                        priority, "too uncertain").withConfidence(0.2))
                .signal().id();
        return layer.get(id).orElseThrow();
    }
}
