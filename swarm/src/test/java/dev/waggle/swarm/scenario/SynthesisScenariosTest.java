package dev.waggle.swarm.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.assist.ModelSynthesizer;
import dev.waggle.swarm.assist.Synthesizer;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.testbed.AskingAgent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SynthesisScenariosTest {

    private static final String WRITTEN = "Do p1, and watch the load.";

    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("F15 the synthesizer writes the answer, and its tokens are in cost and budget")
    void f15TheSynthesizerWritesTheAnswerAndPays() {
        ScriptedHarness model = answering(WRITTEN, 700, 300);
        SwarmConfig config = with(new ModelSynthesizer(new MeteredHarness(model)))
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(new Budget(50_000L, null)));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(result.answer()).isEqualTo(WRITTEN);
        assertThat(result.conclusion().synthesis()).contains(WRITTEN);
        assertThat(result.consensus().decision()).contains("do p1");
        assertThat(table.events(SwarmEvent.SynthesisCompleted.class)).singleElement()
                .isEqualTo(new SwarmEvent.SynthesisCompleted(WRITTEN));
        assertThat(table.story()).containsSubsequence("consensus:check(decided)", "round:end 2", "synthesis:start",
                "synthesis:complete", "solve:complete").endsWith("solve:complete");
        assertThat(result.cost().total().totalTokens()).isEqualTo(1_000);
        assertThat(result.cost().byPayer()).containsOnlyKeys("synthesis");
        assertThat(result.cost().total().usd()).isCloseTo(0.003, within(1e-12));
        assertThat(model.asked()).singleElement().satisfies(input -> assertThat(input.messages().getFirst().content())
                .contains("\"proposalId\":\"p1\",\"content\":\"do p1\""));
    }

    @Test
    void itsCallIsInTheJournalUnderItsName() {
        SolveTestBed.solve(with(new ModelSynthesizer(new MeteredHarness(answering(WRITTEN, 7, 3)))));

        List<LogEntry> calls = table.logged().stream()
                .filter(entry -> entry.emission().by().equals("synthesis")).toList();
        assertThat(calls).extracting(entry -> entry.signal().type())
                .startsWith(HarnessSignals.START).contains(HarnessSignals.TEXT_COMPLETE).endsWith(HarnessSignals.END);
        assertThat(table.events(SwarmEvent.HarnessEmitted.class)).extracting(SwarmEvent.HarnessEmitted::agentId)
                .containsOnly("synthesis");
    }

    @Test
    @DisplayName("F16 a synthesizer that throws: the decision is the answer, the error is reported, solve returns")
    void f16AFailureFallsBackToTheDecision() {
        SwarmResult result = SolveTestBed.solve(with((material, context) -> {
            throw new IllegalStateException("no words");
        }));

        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.conclusion().synthesis()).isEmpty();
        assertThat(result.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.agentId()).isEqualTo("synthesis");
            assertThat(failure.context()).isEqualTo("synthesizer");
            assertThat(failure.message()).isEqualTo("no words");
        });
        assertThat(table.events(SwarmEvent.SynthesisCompleted.class))
                .containsExactly(new SwarmEvent.SynthesisCompleted("do p1"));
        assertThat(SolveTestBed.types(result)).endsWith("agent:error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\t"})
    @DisplayName("F16 a blank answer is a failure")
    void f16ABlankAnswerIsAFailure(String blank) {
        SwarmResult result = SolveTestBed.solve(with((material, context) -> blank));

        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.failures()).extracting(AgentFailure::message).containsExactly("its answer is blank");
    }

    @Test
    @DisplayName("F16 an answer without end is a failure")
    void f16AnAnswerThatIsTooLongIsAFailure() {
        SwarmResult result = SolveTestBed.solve(with((material, context) -> "x".repeat(1_000_001)));

        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("1000000").contains("1000001"));
    }

    @Test
    @DisplayName("F16 a synthesizer that hangs has the time of the solve")
    void f16ASynthesizerThatHangsHasTheTimeOfTheSolve() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(60));
        SwarmConfig config = with((material, context) -> {
            writing.countDown();
            return ScriptedHarness.await(context, new CompletableFuture<String>());
        }).withLimits(limits);
        try (Swarm swarm = new Swarm(config)) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            writing.await();
            table.runOut(limits);
            SwarmResult result = solving.get();

            assertThat(result.answer()).isEqualTo("do p1");
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.failures()).extracting(AgentFailure::context).containsExactly("synthesizer");
        }
    }

    @Test
    @DisplayName("F16 without money for it the decision is the answer")
    void f16WithoutMoneyTheDecisionIsTheAnswer() {
        ScriptedHarness model = answering(WRITTEN, 7, 3);
        SwarmResult result = SolveTestBed.solve(with(new ModelSynthesizer(new MeteredHarness(model)))
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(new Budget(100L, null))));

        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.cost().total().totalTokens()).isZero();
        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("the budget of 100 tokens"));
        assertThat(model.asked()).isEmpty();
    }

    @Test
    @DisplayName("F16 a model that fails is reported by its own words")
    void f16AModelThatFailsIsReported() {
        SwarmResult result = SolveTestBed.solve(with(new ModelSynthesizer(new MeteredHarness(
                ScriptedHarness.failing(HarnessFailure.of(HarnessFailure.Kind.OVERLOADED, "503, come back"))))));

        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.failures()).extracting(AgentFailure::message).containsExactly("503, come back");
    }

    @Test
    void itWritesAlsoWhenNothingWasDecidedAndIsToldSo() {
        AtomicReference<Synthesizer.Material> told = new AtomicReference<>();
        SwarmResult result = SolveTestBed.solve(with((material, context) -> {
            told.set(material);
            return "Nobody agrees yet.";
        }, ScriptedAgent.agent("lonely").says(1, ScriptedAgent.finds("x"), ScriptedAgent.proposes("p1"))));

        assertThat(result.answer()).isEqualTo("Nobody agrees yet.");
        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.confidence()).isZero();
        assertThat(told.get().task()).isEqualTo(SolveTestBed.TASK);
        assertThat(told.get().discoveries()).hasSize(1);
        assertThat(told.get().proposals()).hasSize(1);
    }

    @Test
    void whereNothingWasSaidNothingIsWritten() {
        AtomicInteger asked = new AtomicInteger();
        SwarmResult result = SolveTestBed.solve(with((material, context) -> "call " + asked.incrementAndGet(),
                ScriptedAgent.agent("silent")));

        assertThat(result.answer()).isEqualTo(SwarmResult.NO_CONSENSUS);
        assertThat(asked).hasValue(0);
        assertThat(table.story()).doesNotContain("synthesis:start");
    }

    @Test
    void aCancelledSolveAsksNobody() {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Agent stuck = ScriptedAgent.agent("stuck").listening(SignalType.PROPOSAL).does(2, turn -> {
            thinking.countDown();
            never.await();
            return List.of();
        });
        SwarmConfig config = with((material, context) -> "call " + asked.incrementAndGet(),
                ScriptedAgent.agent("proposer").says(1, ScriptedAgent.proposes("p1")), stuck);
        try (Swarm swarm = new Swarm(config)) {
            SwarmStream stream = swarm.stream(SolveTestBed.TASK);
            SolveTestBed.waitStubbornly(thinking);
            stream.close();

            assertThat(stream.result().ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(asked).hasValue(0);
            assertThat(table.story()).doesNotContain("synthesis:start");
        }
    }

    @Test
    @DisplayName("F25 the cost holds the synthesizer beside the agents, at the price of a token")
    void f25TheCostHoldsTheSynthesizerToo() {
        SwarmConfig config = with(new ModelSynthesizer(new MeteredHarness(answering(WRITTEN, 700, 300))),
                new AskingAgent("ada", new MeteredHarness(answering("x", 90, 10)), ScriptedAgent.proposes("p1"),
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                new AskingAgent("bob", new MeteredHarness(answering("y", 180, 20)),
                        ScriptedAgent.votes(Stance.AGREE, "p1")));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(result.cost().byPayer()).containsOnlyKeys("ada", "bob", "synthesis");
        double tokens = result.cost().byPayer().values().stream().mapToDouble(spent -> spent.totalTokens()).sum();
        assertThat(result.cost().total().totalTokens()).isEqualTo(tokens).isGreaterThanOrEqualTo(1_300);
        assertThat(result.cost().total().usd()).isCloseTo(tokens * 0.000003, within(1e-9));
    }

    private SwarmConfig with(Synthesizer synthesizer, Agent... agents) {
        SwarmConfig config = table.config(agents.length == 0 ? ScriptedAgent.team() : List.of(agents));
        return config.withSynthesizer(synthesizer);
    }

    private static ScriptedHarness answering(String text, double in, double out) {
        return ScriptedHarness.playing((input, context, run) -> {
            run.text(text);
            return new HarnessOutput(text, List.of(), null, new TokenUsage(in, out, in + out), ModelStopReason.END);
        });
    }
}
