package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.session.CallTokenEstimator;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Repairs of replies that the provider ended before the model did, in a real swarm. */
class RepairAfterStopTest {

    private static final String HALF = "{\"signals\": [";
    private static final HarnessCapabilities PLAIN = new HarnessCapabilities(true, true, true, true);

    private final ReactionTestBed round = new ReactionTestBed();

    @Test
    void aReplyThatWasCutIsAskedForAgainWithTwiceTheLimit() {
        TalkingHarness model = cut("").with(PLAIN);

        SwarmResult result = solve(model, 3);

        assertThat(limits(model)).containsExactly(1_200.0, 2_400.0, 4_800.0, 4_800.0);
        assertThat(model.question(2).prompt()).contains("the reply broke off after 1200 tokens")
                .doesNotContain("say less", "thinking");
        assertThat(model.question(3).prompt()).contains("the reply broke off after 2400 tokens")
                .doesNotContain("say less");
        assertThat(model.question(4).prompt())
                .contains("the reply broke off after 4800 tokens, and a repair gets no higher limit: say less");
        assertThat(failure(result)).contains("the reply broke off after 4800 tokens");
    }

    @Test
    void aRepairQuotesTheReplyOfTheModelAndAsksForAShorterOne() {
        TalkingHarness model = cut(" said".repeat(2_000)).with(PLAIN);

        solve(model, 2);

        assertThat(model.questions().stream().map(TalkingHarness.Asked::hash).distinct()).as("no request twice")
                .hasSize(3);
        for (int i = 2; i <= 3; i++) {
            List<Message> messages = model.question(i).input().messages();
            assertThat(messages.get(messages.size() - 2)).isEqualTo(Message.assistant(
                    (HALF + " said".repeat(2_000)).substring(0, 4_000) + " [cut]"));
            assertThat(model.question(i).prompt()).contains("Be brief this time", "votes first");
        }
        assertThat(model.question(1).prompt()).doesNotContain("Be brief this time");
    }

    @Test
    void anotherFaultIsNoReasonToBeBrief() {
        TalkingHarness model = stopping("no", ModelStopReason.END, null).with(PLAIN);

        solve(model, 1);

        assertThat(model.question(2).prompt()).doesNotContain("brief", "tool");
    }

    @Test
    void aRepairThatCannotHaveAHigherLimitIsStillAnotherRequest() {
        TalkingHarness model = cut("").with(new HarnessCapabilities(true, true, true, true, 1_200, 1_200, null, false));

        solve(model, 3);

        assertThat(limits(model)).containsOnly(1_200.0);
        assertThat(model.questions().stream().map(TalkingHarness.Asked::hash).distinct()).hasSize(4);
        assertThat(model.question(2).prompt()).contains("the model can write no more: say less", "Be brief this time");
    }

    @Test
    void aLimitThatTheModelCannotExceedIsNamed() {
        TalkingHarness model = cut("").with(new HarnessCapabilities(true, true, true, true, 1_200, 1_500, null, false));

        solve(model, 2);

        assertThat(limits(model)).containsExactly(1_200.0, 1_500.0, 1_500.0);
        assertThat(model.question(3).prompt())
                .contains("broke off after 1500 tokens, and the model can write no more: say less");
    }

    @Test
    void aModelThatThinksBeginsWithItsUsualLimitAndIsToldTheTruth() {
        TalkingHarness model = cut("").with(new HarnessCapabilities(true, true, true, true, 8_192, null, null, true));

        SwarmResult result = solve(model, 1);

        assertThat(limits(model)).containsExactly(8_192.0, 16_384.0);
        assertThat(failure(result)).contains("the limit of 16384 tokens went into thinking; raise --max-output");
    }

    @Test
    void aLimitThatTheUserNamedIsTheFirst() {
        TalkingHarness model = cut("").with(new HarnessCapabilities(true, true, true, true, 8_192, null, null, true));

        solve(model, config(1).withMaxOutputTokens(300));

        assertThat(limits(model)).containsExactly(300.0, 600.0);
    }

    @Test
    void thinkingThatWasSeenIsNamedToo() {
        Harness model = new Thinking("hm");

        assertThat(failure(solve(model, 0)))
                .contains("the limit of 1200 tokens went into thinking; raise --max-output");
    }

    @Test
    void thinkingThatTheProviderCountedIsNamedToo() {
        TalkingHarness model = TalkingHarness.answers((_, _) -> new HarnessOutput("", List.of(), null,
                new TokenUsage(60, 1_200, 1_260, 0, 0, 1_200), ModelStopReason.MAX_TOKENS)).with(PLAIN);

        assertThat(failure(solve(model, 0)))
                .contains("the limit of 1200 tokens went into thinking; raise --max-output");
    }

    /** Ollama ends a reply with the same word when its context window is full; a server may know a lower limit. */
    @Test
    void aReplyThatBrokeOffBeforeItsLimitMetAnotherOne() {
        TalkingHarness model = TalkingHarness.answers((_, _) -> new HarnessOutput(HALF, List.of(), null,
                new TokenUsage(60, 300, 360), ModelStopReason.MAX_TOKENS))
                .with(new HarnessCapabilities(true, true, true, true, 8_192, null, null, true));

        assertThat(failure(solve(model, 0))).contains("the reply broke off after 300 tokens, before the limit of 8192:"
                + " the model or its context window has no room for more; say less").doesNotContain("--max-output");
    }

    @Test
    void aModelThatWroteMuchDidNotSpendItsLimitOnThinking() {
        TalkingHarness model = cut("x".repeat(3_000))
                .with(new HarnessCapabilities(true, true, true, true, 1_200, null, null, true));

        assertThat(failure(solve(model, 0))).contains("the reply broke off after 1200 tokens")
                .doesNotContain("thinking");
    }

    @Test
    void aBudgetThatReducedTheLimitIsNamedAsTheCause() {
        TalkingHarness model = cut("").with(PLAIN);
        SwarmConfig config = SwarmConfig.of(List.of(agent(new MeteredHarness(model), config(0))))
                .withWorld(round.world).withMath(MathConfig.off()).withLimits(Limits.defaults().withMaxRounds(1))
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens((long) request() + 800)));

        try (Swarm swarm = new Swarm(config)) {
            String failure = failure(swarm.solve(ReactionTestBed.TASK));

            assertThat(limits(model)).singleElement().satisfies(limit -> assertThat(limit).isBetween(795.0, 801.0));
            assertThat(failure)
                    .containsPattern("the reply broke off after (79[5-9]|80[01]) tokens, because the budget has"
                            + " no room for 1200; raise the budget, or say less");
        }
    }

    /** The estimated tokens of the request of the only turn. */
    private double request() {
        TalkingHarness model = TalkingHarness.says(TalkingHarness.reply());
        new ReactionTestBed().solve(agent(model, config(0)));
        return new CallTokenEstimator().of(model.question(1).input(), model.question(1).context().replySchema());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause_turn", "refusal", "MALFORMED_RESPONSE"})
    void anUnusualStopIsNamedByTheWordOfTheProvider(String word) {
        TalkingHarness model = stopping("", null, word).with(PLAIN);

        SwarmResult result = solve(model, 1);

        assertThat(model.question(2).prompt()).contains("the provider stopped with " + word);
        assertThat(failure(result)).contains("the provider stopped with " + word);
        assertThat(limits(model)).containsExactly(1_200.0, 1_200.0);
    }

    @Test
    void aFullContextWindowIsNoReasonForALongerAnswer() {
        TalkingHarness model = stopping("", ModelStopReason.MAX_TOKENS, "model_context_window_exceeded").with(PLAIN);

        solve(model, 1);

        assertThat(limits(model)).containsExactly(1_200.0, 1_200.0);
        assertThat(model.question(2).prompt())
                .contains("the provider stopped with model_context_window_exceeded: say less")
                .doesNotContain("broke off");
    }

    @ParameterizedTest
    @CsvSource({"10000", "50"})
    void aWordOfAnyLengthStaysReadable(int length) {
        TalkingHarness model = stopping("", null, "\u001b" + "w".repeat(length)).with(PLAIN);

        assertThat(failure(solve(model, 0))).hasSizeLessThan(400)
                .matches(text -> text.chars().noneMatch(Character::isISOControl));
    }

    @Test
    void aReplyOfUseHasNoFaultHoweverItEnded() {
        TalkingHarness model = stopping(
                TalkingHarness.reply("{'type':'discovery','confidence':0.8,'content':'found'}"),
                ModelStopReason.MAX_TOKENS, "pause_turn").with(PLAIN);

        SwarmResult result = solve(model, 1);

        assertThat(result.failures()).isEmpty();
        assertThat(Objects.requireNonNull(round.reactions.peek()).dropped()).isEmpty();
    }

    private static TalkingHarness cut(String more) {
        return stopping(HALF + more, ModelStopReason.MAX_TOKENS, null);
    }

    private static TalkingHarness stopping(String text, @Nullable ModelStopReason reason, @Nullable String word) {
        return TalkingHarness.answers((_, _) -> new HarnessOutput(text, List.of(), null, null, reason, word));
    }

    private SwarmResult solve(Harness model, int repairs) {
        return solve(model, config(repairs));
    }

    private SwarmResult solve(Harness model, ModelAgentConfig config) {
        return round.solveOneRound(agent(model, config));
    }

    private static ModelAgent agent(Harness model, ModelAgentConfig config) {
        return new ModelAgent(AgentProfile.of("agent").withListens(List.of(SignalType.TASK_NEW)),
                model, config);
    }

    private ModelAgentConfig config(int repairs) {
        return round.config(ReactionStrategy.ANALYZE).withRepairs(repairs);
    }

    private static List<Double> limits(TalkingHarness model) {
        return model.questions().stream().map(question -> Objects.requireNonNull(question.input().maxTokens()))
                .toList();
    }

    private static String failure(SwarmResult result) {
        assertThat(result.failures()).hasSize(1);
        return result.failures().getFirst().message();
    }

    /** A model that is not known to think, thinks all the same, and writes nothing. */
    private record Thinking(String thought) implements Harness {

        @Override
        public String type() {
            return "test";
        }

        @Override
        public String displayName() {
            return "a model that thinks";
        }

        @Override
        public HarnessCapabilities capabilities() {
            return PLAIN;
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context)
                throws HarnessException, InterruptedException {
            return HarnessRun.of(this, input, context, run -> {
                Stream.of(thought, thought).forEach(run::thinking);
                return new HarnessOutput("", List.of(), null, null, ModelStopReason.MAX_TOKENS);
            });
        }
    }
}
