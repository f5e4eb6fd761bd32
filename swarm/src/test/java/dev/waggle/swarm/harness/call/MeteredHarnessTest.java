package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessLaws;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.harness.SpendingPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Metered harness: the contract runs with a sufficient budget, the other tests with a smaller one. */
class MeteredHarnessTest implements HarnessContract {

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 1);
    private final Told told = new Told(world, 1);

    @Override
    public World world() {
        return world;
    }

    @Override
    public void pass(Duration span) {
        world.advance(span);
    }

    @Override
    public Stage stage(Play play) {
        return Stage.of(new MeteredHarness(ScriptedHarness.playing((input, context, run) -> switch (play) {
            case Play.Answer it -> {
                it.thinking().forEach(run::thinking);
                it.text().forEach(run::text);
                yield new HarnessOutput(run.textSoFar(), it.calls(), null, it.usage(),
                        it.calls().isEmpty() ? ModelStopReason.END : ModelStopReason.TOOL_USE);
            }
            case Play.Refusal _ -> throw HarnessException.of(Kind.AUTHENTICATION, "who are you?");
            case Play.Silence it -> {
                it.text().forEach(run::text);
                yield ScriptedHarness.await(context, new CompletableFuture<HarnessOutput>());
            }
        })));
    }

    @Test
    void paysWhatTheProviderSays() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        ScriptedHarness model = ScriptedHarness
                .playing((input, context, run) -> ScriptedHarness.output("bees", ScriptedHarness.usage(30, 12)));

        new MeteredHarness(model).run(input(null), paidBy(budget));

        assertThat(budget.cost().total().totalTokens()).isEqualTo(42);
        assertThat(budget.cost().total().estimatedCalls()).isZero();
    }

    @Test
    void estimatesWhereTheProviderSaysNothing() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        ScriptedHarness model = ScriptedHarness.playing((input, context, run) -> {
            run.thinking("\u8702\u871c"); // Two characters of three bytes each: two tokens, not one.
            run.text("bees dance");
            return ScriptedHarness.output("bees dance", null);
        });

        new MeteredHarness(model).run(input(50.0), paidBy(budget));

        UsageTotals spent = budget.cost().total();
        assertThat(spent.estimatedCalls()).isEqualTo(1);
        assertThat(spent.inputTokens()).isEqualTo(TokenEstimator.of(input(50.0)));
        assertThat(spent.outputTokens()).isEqualTo(Math.ceil((6 + 10) / 3.0));
    }

    @Test
    void anOutputThatNeverEndsIsCutAtTwiceItsLimitWhileTheBudgetHasRoom() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);

        HarnessOutput output = new MeteredHarness(endless()).run(input(50.0), paidBy(budget));

        assertThat(output.wasCut()).isTrue();
        assertThat(output.content()).hasSize(2 * 50 * 3);
        assertThat(budget.cost().total().outputTokens()).isEqualTo(2 * 50);
    }

    @Test
    void anOutputThatNeverEndsIsCutAtItsLimitWhenTheBudgetIsUsedUp() throws Exception {
        double in = TokenEstimator.of(input(1_000.0));
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens((long) in + 1_000), PriceTable.FLAT);

        HarnessOutput output = new MeteredHarness(endless()).run(input(1_000.0), paidBy(budget));

        assertThat(output.wasCut()).isTrue();
        assertThat(budget.cost().total().totalTokens()).isGreaterThan(in + 999)
                .isLessThanOrEqualTo((in + 1_000) * (1 + BudgetBalance.OVERRUN_SHARE));
        assertThatThrownBy(() -> new MeteredHarness(endless()).run(input(64.0), paidBy(budget)))
                .isInstanceOf(HarnessException.class).hasMessageContaining("are spent");
    }

    /** The budget of a parent covers no more than it has, even if that of the solve is larger. */
    @Test
    void anOutputThatNeverEndsIsCutAtTheBudgetOfTheParent() throws Exception {
        BudgetLedger parent = new BudgetLedger(Budget.ofTokens(1_000), PriceTable.FLAT);
        BudgetLedger budget = new BudgetLedger(new SpendingPolicy(Budget.ofTokens(100_000), PriceTable.FLAT,
                parent.account("inner")));

        HarnessOutput output = new MeteredHarness(endless()).run(input(null), paidBy(budget));

        assertThat(output.wasCut()).isTrue();
        assertThat(parent.cost().total().totalTokens()).isGreaterThan(900).isLessThanOrEqualTo(1_050);
    }

    /** A model that goes on until its client cuts it. */
    private static ScriptedHarness endless() {
        return ScriptedHarness.playing((input, context, run) -> {
            while (!run.isCut()) {
                run.text(run.admit("word "));
            }
            return new HarnessOutput(run.textSoFar(), List.of(), null, null, ModelStopReason.MAX_TOKENS,
                    HarnessOutput.CUT);
        });
    }

    @Test
    void estimatesAnswersThatCameInOnePieceAndCallsOfTools() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        ToolCall call = new ToolCall("c", "look", new JsonValue.Obj(Map.of("where", JsonValue.of("x".repeat(300)))));
        ScriptedHarness model = ScriptedHarness.playing((input, context, run) -> new HarnessOutput("y".repeat(90),
                List.of(call), null, null, ModelStopReason.TOOL_USE));

        new MeteredHarness(model).run(input(null), paidBy(budget));

        assertThat(budget.cost().total().outputTokens()).isGreaterThan(130).isLessThan(170);
    }

    @Test
    void aCallThatFailedBeforeAnythingCameCostsNothing() {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        MeteredHarness harness = new MeteredHarness(
                ScriptedHarness.failing(HarnessFailure.of(Kind.OVERLOADED, "busy")));

        assertThatThrownBy(() -> harness.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);

        assertThat(budget.cost().total()).isEqualTo(new UsageTotals(1, 0, 0, 0, 0, 0));
    }

    @Test
    void aCallThatBrokeOffIsChargedForWhatCame() {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        MeteredHarness harness = new MeteredHarness(ScriptedHarness.playing((input, context, run) -> {
            run.text("x".repeat(30));
            throw HarnessException.of(Kind.TRUNCATED, "gone");
        }));

        assertThatThrownBy(() -> harness.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);

        assertThat(budget.cost().total().outputTokens()).isEqualTo(10);
        assertThat(budget.cost().total().inputTokens()).isEqualTo(TokenEstimator.of(input(null)));
    }

    @ParameterizedTest
    @EnumSource
    void aFailureWithoutOutputIsChargedForItsInputWhereTheEndpointHadAcceptedIt(Kind kind) {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        MeteredHarness harness = new MeteredHarness(ScriptedHarness.failing(HarnessFailure.of(kind, "no")));
        boolean accepted = Set.of(Kind.REFUSED, Kind.STALLED, Kind.TRUNCATED, Kind.TOO_LARGE).contains(kind);
        double in = accepted ? TokenEstimator.of(input(null)) : 0;

        assertThatThrownBy(() -> harness.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);

        UsageTotals spent = budget.cost().total();
        assertThat(spent.usage()).isEqualTo(new TokenUsage(in, 0, in));
        assertThat(spent.estimatedCalls()).isEqualTo(accepted ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureAfterOutputIsChargedForBoth(Kind kind) {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        double in = TokenEstimator.of(input(null));
        MeteredHarness harness = new MeteredHarness(ScriptedHarness.playing((input, context, run) -> {
            run.thinking("x".repeat(30));
            throw HarnessException.of(kind, "no");
        }));

        assertThatThrownBy(() -> harness.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);

        assertThat(budget.cost().total().usage()).isEqualTo(new TokenUsage(in, 10, in + 10));
        assertThat(budget.cost().total().estimatedCalls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureIsChargedAsTheProviderReported(Kind kind) {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        TokenUsage reported = new TokenUsage(3_400, 100, 3_500, 3_000, 300, 60);
        MeteredHarness harness = new MeteredHarness(ScriptedHarness.playing((input, context, run) -> {
            run.text("x".repeat(90));
            throw new HarnessException(HarnessFailure.of(kind, "no").withUsage(reported));
        }));

        assertThatThrownBy(() -> harness.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);

        assertThat(budget.cost().total().usage()).isEqualTo(reported);
        assertThat(budget.cost().total().estimatedCalls()).isZero();
    }

    @Test
    void outputThatWasNotReportedIsEstimatedBesideTheReportedInput() {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        MeteredHarness harness = new MeteredHarness(ScriptedHarness.playing((input, context, run) -> {
            run.text("x".repeat(90));
            throw new HarnessException(HarnessFailure.of(Kind.TRUNCATED, "gone")
                    .withUsage(new TokenUsage(3_400, 0, 3_400, 3_000, 0, 0)));
        }));

        assertThatThrownBy(() -> harness.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);

        assertThat(budget.cost().total().usage()).isEqualTo(new TokenUsage(3_400, 30, 3_430, 3_000, 0, 0));
        assertThat(budget.cost().total().estimatedCalls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallThatEndsInSilenceIsChargedIfItsRequestWasAccepted(boolean accepted) {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        MeteredHarness deadline = new MeteredHarness(ScriptedHarness.playing((input, context, run) -> {
            if (accepted) {
                run.markChargeable();
            }
            throw HarnessException.of(Kind.DEADLINE, "no time left");
        }));
        MeteredHarness interrupted = new MeteredHarness(ScriptedHarness.playing((input, context, run) -> {
            if (accepted) {
                run.markChargeable();
            }
            throw new InterruptedException("enough");
        }));
        double in = accepted ? TokenEstimator.of(input(null)) : 0;

        assertThatThrownBy(() -> deadline.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);
        assertThatThrownBy(() -> interrupted.run(input(null), paidBy(budget)))
                .isInstanceOf(InterruptedException.class);

        assertThat(budget.cost().total().usage()).isEqualTo(new TokenUsage(2 * in, 0, 2 * in));
        assertThat(budget.cost().total().estimatedCalls()).isEqualTo(accepted ? 2 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStoredFailureCostsAResumedSolveTheSame(boolean reported) {
        HarnessFailure failure = HarnessFailure.of(Kind.STALLED, "silence");
        HarnessFailure said = reported ? failure.withUsage(new TokenUsage(90, 3, 93, 40, 9, 2)) : failure;
        OneAnswer answers = new OneAnswer();
        BudgetLedger first = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        BudgetLedger resumed = new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT);
        AtomicInteger asked = new AtomicInteger();
        ScriptedHarness model = ScriptedHarness.playing((input, context, run) -> {
            asked.incrementAndGet();
            throw new HarnessException(said);
        });

        assertThatThrownBy(() -> new MeteredHarness(model).run(input(null), paidBy(first).withAnswers(answers)))
                .isInstanceOf(HarnessException.class);
        assertThatThrownBy(() -> new MeteredHarness(model).run(input(null), paidBy(resumed).withAnswers(answers)))
                .isInstanceOf(HarnessException.class);

        assertThat(asked).hasValue(1);
        assertThat(resumed.cost()).isEqualTo(first.cost());
        assertThat(resumed.cost().total().usage().totalTokens()).isPositive();
    }

    @Test
    void givesBackWhatAMistakeHeld() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(5_000), PriceTable.FLAT);
        MeteredHarness harness = new MeteredHarness(ScriptedHarness.inTurn((input, context, run) -> {
            throw new IllegalStateException("oops");
        }, (input, context, run) -> ScriptedHarness.output("fine", ScriptedHarness.usage(1, 1))));

        assertThatThrownBy(() -> harness.run(input(null), paidBy(budget))).isInstanceOf(HarnessException.class);

        assertThat(harness.run(input(4_900.0), paidBy(budget)).content()).isEqualTo("fine");
    }

    @Test
    void theModelIsToldWhatItMayWrite() throws Exception {
        ScriptedHarness model = ScriptedHarness.saying("");
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(400), PriceTable.FLAT);
        double left = 400 - TokenEstimator.of(input(null));

        new MeteredHarness(model).run(input(null), paidBy(budget));

        assertThat(model.asked().getFirst().maxTokens()).isEqualTo(left);
    }

    @Test
    void withABudgetEveryCallHasALimitAndWithoutOneOnlyThoseThatAskForIt() throws Exception {
        ScriptedHarness model = ScriptedHarness.saying("");
        MeteredHarness harness = new MeteredHarness(model);

        harness.run(input(null), paidBy(new BudgetLedger(Budget.ofTokens(100_000), PriceTable.FLAT)));
        harness.run(input(50.0), paidBy(new BudgetLedger(Budget.ofTokens(100_000), PriceTable.FLAT)));
        harness.run(input(null), paidBy(new BudgetLedger(Budget.UNLIMITED, PriceTable.FLAT)));
        harness.run(input(null), told.context());

        assertThat(model.asked()).extracting(HarnessInput::maxTokens)
                .containsExactly((double) BudgetLedger.DEFAULT_OUTPUT, 50.0, null, null);
    }

    @Test
    void aCallThatIsNotPaidEndsAsARunThatFailed() {
        ScriptedHarness model = ScriptedHarness.saying("never");
        MeteredHarness harness = new MeteredHarness(model);
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10), PriceTable.FLAT);
        RunContext context = paidBy(budget);

        assertThatThrownBy(() -> harness.run(input(null), context)).isInstanceOfSatisfying(HarnessException.class,
                refused -> assertThat(refused.failure().kind()).isEqualTo(Kind.BUDGET));

        assertThat(model.calls()).isZero();
        HarnessLaws.hold(harness, context, told.signals());
        assertThat(HarnessLaws.text(told.one(HarnessSignals.ERROR), "code")).isEqualTo("budget");
    }

    @Test
    void aCallThatIsInterruptedWhileItWaitsForMoneyEndsAsOneToo() throws Exception {
        WatchedWorld watched = new WatchedWorld();
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(5_000), PriceTable.FLAT);
        Told waiting = new Told(watched, 2);
        RunContext context = waiting.context().withMeter(budget.account("b"));
        var _ = BudgetLedgerTest.reserve(budget.account("a"), "scripted:test", input(null), context.deadline());
        MeteredHarness harness = new MeteredHarness(ScriptedHarness.saying("never"));
        try (Aside aside = new Aside(() -> harness.run(input(null), context))) {
            watched.awaitWaits(1);

            aside.interrupt();

            assertThat(aside.thrown()).isInstanceOf(InterruptedException.class);
        }
        HarnessLaws.hold(harness, context, waiting.signals());
        assertThat(HarnessLaws.text(waiting.one(HarnessSignals.ERROR), "code")).isEqualTo("cancelled");
    }

    @Test
    void isWhatItMeters() {
        ScriptedHarness model = ScriptedHarness.saying("");
        MeteredHarness harness = new MeteredHarness(model);

        assertThat(harness.type()).isEqualTo(model.type());
        assertThat(harness.model()).isEqualTo(model.model());
        assertThat(harness.displayName()).isEqualTo(model.displayName());
        assertThat(harness.capabilities()).isEqualTo(model.capabilities());
    }

    /** Holds one answer, as a solve that was killed would find it. */
    private static final class OneAnswer implements AnswerStore {

        private final Map<String, JsonValue> stored = new HashMap<>();

        @Override
        public Optional<JsonValue> poll(String request) {
            return Optional.ofNullable(stored.remove(request));
        }

        @Override
        public void store(String request, JsonValue answer) {
            stored.put(request, answer);
        }
    }

    private RunContext paidBy(BudgetLedger budget) {
        return told.context().withMeter(budget.account("agent-1"));
    }

    private static HarnessInput input(@Nullable Double maxTokens) {
        return new HarnessInput(null, List.of(Message.user("how do bees talk?")), List.of(), List.of(), null,
                maxTokens, null);
    }
}
