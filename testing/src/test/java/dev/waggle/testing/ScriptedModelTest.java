package dev.waggle.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.Message.Role;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.harness.RetryPolicy;
import org.junit.jupiter.api.Test;

import static dev.waggle.testing.ScriptedReply.calls;
import static dev.waggle.testing.ScriptedReply.challenges;
import static dev.waggle.testing.ScriptedReply.doubts;
import static dev.waggle.testing.ScriptedReply.escalates;
import static dev.waggle.testing.ScriptedReply.fails;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.hangs;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.remembers;
import static dev.waggle.testing.ScriptedReply.says;
import static dev.waggle.testing.ScriptedReply.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

class ScriptedModelTest implements HarnessContract {

    private final TestWorld world = TestWorld.manual();
    private final List<Signal> signals = new ArrayList<>();

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
        return Stage.of(ScriptedModel.named("contract").answers(switch (play) {
            case Play.Answer it -> {
                ScriptedReply reply = says(it.text().toArray(String[]::new))
                        .thinking(it.thinking().toArray(String[]::new));
                if (it.usage() != null) {
                    reply = reply.costing((int) it.usage().inputTokens(), (int) it.usage().outputTokens());
                }
                for (ToolCall call : it.calls()) {
                    reply = reply.and(calls(call.name(), call.input() == null ? JsonValue.ofNull() : call.input()));
                }
                yield reply;
            }
            case Play.Refusal _ -> fails(Kind.AUTHENTICATION, "no such key");
            case Play.Silence it -> hangs(it.text().toArray(String[]::new));
        }));
    }

    @Test
    void theFirstFittingRuleWithAReplyLeftAnswers() throws Exception {
        ScriptedModel model = ScriptedModel.named("m")
                .when(request -> request.prompt().contains("bees")).answersOnce(says("dance"), says("buzz"))
                .agent("critic").answers(says("no"))
                .when(request -> request.turn() == 2).answers(says("turn two"))
                .answers(says("one"), says("two"));

        assertThat(ask(model, "scout", 1, "what do bees do?")).isEqualTo("dance");
        assertThat(ask(model, "critic", 1, "what else do bees do?")).isEqualTo("buzz");
        assertThat(ask(model, "critic", 2, "and bees?")).isEqualTo("no");
        assertThat(ask(model, "scout", 2, "bees?")).isEqualTo("turn two");
        assertThat(ask(model, "scout", 1, "?")).isEqualTo("one");
        assertThat(ask(model, "scout", 3, "?")).isEqualTo("two");
        assertThat(ask(model, "scout", 4, "?")).as("the last reply repeats").isEqualTo("two");
    }

    @Test
    void everyRequestIsRecordedInOrder() throws Exception {
        ScriptedModel model = ScriptedModel.named("m").answers(says("hm"));

        ask(model, "scout", 1, "first");
        ask(model, "critic", 3, "second");

        assertThat(model.requests()).extracting(ModelRequest::number, ModelRequest::agent, ModelRequest::turn,
                ModelRequest::prompt).containsExactly(tuple(1, "scout", 1, "first"), tuple(2, "critic", 3, "second"));
        assertThat(model.requestsBy("critic")).extracting(ModelRequest::prompt).containsExactly("second");
        assertThat(model.requests().getFirst().contains("irs")).isTrue();
        assertThat(model.requests().getFirst().contains("second")).isFalse();
    }

    @Test
    void anUnscriptedRequestFailsWithItsPromptAndTheRemedy() {
        ScriptedModel model = ScriptedModel.named("m").agent("scout").answersOnce(says("hm"));

        HarnessFailure failure = refusal(model, HarnessContract.question("Why do \"bees\" dance?"));

        assertThat(failure.kind()).isEqualTo(Kind.FAILED);
        assertThat(failure.message()).isEqualTo("""
                the script of scripted:m has no reply for request 1, turn 1 of agent "agent"
                Maybe add .agent("agent").answers(...) for its prompt:
                Why do "bees" dance?""");
        assertThat(refusal(model, HarnessContract.question("x".repeat(5_000) + "end")).message())
                .contains("prompt:\n[cut] xxx").endsWith("xend").hasSizeLessThan(2_300);
    }

    @Test
    void whatEveryProviderRefusesIsRefused() {
        assertThat(badRequest()).startsWith("messages must not be empty\nMaybe begin with Message.user");
        assertThat(badRequest(Message.user(" "))).isEqualTo("message 1 is blank");
        assertThat(badRequest(Message.user("a"), Message.user(""))).isEqualTo("message 2 is blank");
        assertThat(badRequest(new Message(Role.ASSISTANT, "a"), Message.user("b")))
                .isEqualTo("message 1 is of role assistant, and the user asked nothing before it");
        assertThat(badRequest(Message.user("a"), new Message(Role.ASSISTANT, "b"), new Message(Role.ASSISTANT, "c"),
                Message.user("d"))).startsWith("message 3 is of role assistant");
        assertThat(badRequest(Message.user("a"), new Message(Role.SYSTEM, "b")))
                .isEqualTo("message 2 is of role system, behind one of role user");
        assertThat(badRequest(Message.user("a"), new Message(Role.ASSISTANT, "b")))
                .isEqualTo("the last message must be one of the user, got one of role assistant");
        assertThat(badRequest(new Message(Role.SYSTEM, "a")))
                .isEqualTo("the last message must be one of the user, got one of role system");
    }

    @Test
    void anUnknownSessionIsRefusedAsByAProvider() {
        HarnessInput resumed = new HarnessInput(null, List.of(Message.user("on")), List.of(), List.of(), "s1", null,
                null);

        HarnessFailure failure = refusal(ScriptedModel.named("m").answers(says("hm")), resumed);

        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_SESSION);
        assertThat(failure.message()).contains("\"s1\"").contains("Maybe send the whole conversation.");
    }

    @Test
    void wholeConversationsAndToolResultsAreAccepted() throws Exception {
        ScriptedModel model = ScriptedModel.named("m").answers(says("fine"));
        HarnessInput repaired = HarnessInput.of(List.of(new Message(Role.SYSTEM, "be brief"), Message.user("a"),
                new Message(Role.ASSISTANT, ""), Message.user("b"), Message.user("c")));
        HarnessInput answered = new HarnessInput(null, List.of(Message.user("a"), new Message(Role.ASSISTANT, "look")),
                List.of(), List.of(new ToolResult("look", JsonValue.of("north"), null)), null, null, null);

        assertThat(model.run(repaired, context("agent", 1)).content()).isEqualTo("fine");
        assertThat(model.run(answered, context("agent", 1)).content()).isEqualTo("fine");
    }

    @Test
    void signalsAreWrittenAsTheJsonThatAgentsAskFor() throws Exception {
        ScriptedModel model = ScriptedModel.named("m").answers(proposes("p", "Shard it").and(votes("p", Stance.AGREE))
                .and(doubts("#2", "Who pays?")).and(challenges("p", "Too slow")).and(finds("Writes \"double\""))
                .and(escalates("Ask the board")).and(remembers("Costs 3")).withConfidence(0.6));

        assertThat(ask(model, "scout", 1, "?")).isEqualTo("{\"signals\":["
                + "{\"type\":\"proposal\",\"confidence\":0.6,\"proposalId\":\"shard-it-ID\",\"content\":\"Shard it\"},"
                + "{\"type\":\"vote\",\"confidence\":0.6,\"proposalId\":\"shard-it-ID\",\"stance\":\"agree\"},"
                + "{\"type\":\"doubt\",\"confidence\":0.6,\"target\":\"#2\",\"content\":\"Who pays?\"},"
                + "{\"type\":\"challenge\",\"confidence\":0.6,\"target\":\"shard-it-ID\",\"content\":\"Too slow\"},"
                + "{\"type\":\"discovery\",\"confidence\":0.6,\"content\":\"Writes \\\"double\\\"\"},"
                + "{\"type\":\"escalate\",\"confidence\":0.6,\"content\":\"Ask the board\"},"
                + "{\"type\":\"memory\",\"confidence\":0.6,\"content\":\"Costs 3\"}]}");
    }

    @Test
    void aSwarmReadsEveryKindOfScriptedSignal() {
        ScriptedModel model = ScriptedModel.named("m")
                .agent("scout").answers(proposes("p", "Shard it").and(remembers("Costs 3")), finds("Writes double"),
                        votes("p", Stance.ABSTAIN))
                .agent("critic").answers(finds("Reads dominate"), votes("p", Stance.DISAGREE)
                        .and(doubts("p", "Who pays?")).and(challenges("Shard it", "Too slow")));
        SwarmStage stage = new SwarmStage();

        SwarmResult result = stage.solve(TestWorld.automatic(), model, "scout", "critic");

        SwarmAssertions.assertThat(result).hasNoFailures().isUndecided()
                .heard("scout", Payload.Proposal.class).heard("scout", Payload.SharedMemory.class)
                .heard("critic", Payload.Discovery.class).heard("critic", Payload.Doubt.class)
                .heard("critic", Payload.Challenge.class)
                .heard("critic", signal -> signal.payload() instanceof Payload.Vote vote
                        && vote.stance() == Stance.DISAGREE && vote.weight() == ScriptedReply.DEFAULT_CONFIDENCE);
        SwarmAssertions.assertThat(model).hasAnsweredEveryRequest().hasGivenEveryReply();
    }

    @Test
    void aVoteNamesAProposalOfAnotherModelByItsContent() {
        ScriptedModel author = ScriptedModel.named("author").answers(proposes("p", "Shard it")
                .and(votes("p", Stance.AGREE)));
        ScriptedModel voter = ScriptedModel.named("voter").answers(finds("Reads dominate"),
                votes("Shard it", Stance.AGREE));
        SwarmStage stage = new SwarmStage();
        Harness both = new Harness() {
            @Override
            public String type() {
                return "both";
            }

            @Override
            public String displayName() {
                return "both";
            }

            @Override
            public HarnessCapabilities capabilities() {
                return author.capabilities();
            }

            @Override
            public HarnessOutput run(HarnessInput input, RunContext context)
                    throws HarnessException, InterruptedException {
                return (context.caller().emission().by().equals("a") ? author : voter).run(input, context);
            }
        };

        SwarmAssertions.assertThat(stage.solve(TestWorld.automatic(), both, "a", "b")).decided("Shard it");
    }

    @Test
    void aTextIsStreamedInItsPieces() throws Exception {
        ScriptedModel model = ScriptedModel.named("m").answers(says("bees ", "dance").thinking("let ", "me"));

        assertThat(ask(model, "scout", 1, "?")).isEqualTo("bees dance");
        assertThat(contents(HarnessSignals.TEXT_DELTA)).containsExactly("bees ", "dance");
        assertThat(contents(HarnessSignals.THINKING_DELTA)).containsExactly("let ", "me");
    }

    @Test
    void signalsAreStreamedInAnyNumberOfPieces() throws Exception {
        ScriptedReply reply = finds("\ud83d\udc1d".repeat(20));
        String whole = ask(ScriptedModel.named("m").answers(reply), "scout", 1, "?");

        for (int pieces = 1; pieces <= whole.length() + 5; pieces++) {
            signals.clear();
            ScriptedModel model = ScriptedModel.named("m").answers(reply.inPieces(pieces, Duration.ZERO));
            assertThat(ask(model, "scout", 1, "?")).isEqualTo(whole);
            assertThat(contents(HarnessSignals.TEXT_DELTA)).as("%d pieces", pieces)
                    .hasSizeBetween(Math.min(pieces, whole.length()) - 20, pieces)
                    .noneMatch(String::isEmpty)
                    .noneMatch(piece -> Character.isLowSurrogate(piece.charAt(0)))
                    .satisfies(all -> assertThat(String.join("", all)).isEqualTo(whole));
        }
    }

    @Test
    void aReplyTakesItsTimeInTheWorldOfTheSwarm() throws Exception {
        TestWorld automatic = TestWorld.automatic();
        ScriptedModel model = ScriptedModel.named("m").answers(says("bees ", "dance ", "well")
                .after(Duration.ofMinutes(3)).inPieces(1, Duration.ofSeconds(10)));

        HarnessOutput output = model.run(HarnessContract.question("?"), context(automatic, "scout", 1));

        assertThat(output.content()).isEqualTo("bees dance well");
        assertThat(automatic.elapsed()).isEqualTo(Duration.ofSeconds(200));
    }

    @Test
    void aReplyAfterTheDeadlineIsATimeoutAtTheDeadline() {
        TestWorld automatic = TestWorld.automatic();
        ScriptedModel model = ScriptedModel.named("m").answers(says("late").after(Duration.ofMinutes(3)));
        RunContext hurried = context(automatic, "scout", 1).within(Duration.ofMinutes(2));

        HarnessFailure failure = refusal(model, HarnessContract.question("?"), hurried);

        assertThat(failure.kind()).isEqualTo(Kind.DEADLINE);
        assertThat(automatic.elapsed()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aTransientFailureIsRetriedInMovedTimeAndAPermanentOneIsNot() throws Exception {
        TestWorld automatic = TestWorld.automatic();
        ScriptedModel model = ScriptedModel.named("m").answers(fails(Kind.OVERLOADED, "busy"),
                fails(new HarnessFailure(Kind.RATE_LIMITED, "slow down", Duration.ofSeconds(30))), says("at last"),
                fails(Kind.REFUSED, "never"));
        Harness dependable = model.withRetries(RetryPolicy.DEFAULTS, automatic);

        assertThat(dependable.run(HarnessContract.question("?"), context(automatic, "scout", 1)).content())
                .isEqualTo("at last");
        assertThat(automatic.elapsed()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(32));
        assertThat(refusal(dependable, HarnessContract.question("?"), context(automatic, "scout", 2)).kind())
                .isEqualTo(Kind.REFUSED);
        assertThat(model.requests()).hasSize(4);
    }

    @Test
    void aSwarmPaysTheScriptedUsageByThePricesOfTheModel() {
        ScriptedModel model = ScriptedModel.named("m")
                .answers(proposes("p", "Shard it").and(votes("p", Stance.AGREE)).costing(1_000, 200));

        SwarmResult result = new SwarmStage().solve(TestWorld.automatic(), model, "scout");

        assertThat(result.cost().total().calls()).isEqualTo(1);
        assertThat(result.cost().total().inputTokens()).isEqualTo(1_000);
        assertThat(result.cost().total().outputTokens()).isEqualTo(200);
        assertThat(result.cost().total().estimatedCalls()).isZero();
        SwarmAssertions.assertThat(result).costsAtMost(1_200 * 0.000003 + 1e-12);
    }

    @Test
    void aReplyMayCallToolsAndStopForAnyReason() throws Exception {
        JsonValue north = JsonValue.of(Map.of("where", JsonValue.of("north")));
        ScriptedModel model = ScriptedModel.named("m").answers(says("wait").and(calls("look", north))
                .and(calls("count", JsonValue.of(Map.of()))), says("cut").stoppingBy(ModelStopReason.MAX_TOKENS));

        HarnessOutput first = model.run(HarnessContract.question("?"), context("scout", 1));
        HarnessOutput second = model.run(HarnessContract.question("?"), context("scout", 1));

        assertThat(first.toolCalls()).extracting(call -> call.id() + " " + call.name())
                .containsExactly("call-1-1 look", "call-1-2 count");
        assertThat(first.toolCalls().getFirst().input()).isEqualTo(north);
        assertThat(first.stopReason()).isEqualTo(ModelStopReason.TOOL_USE);
        assertThat(second.stopReason()).isEqualTo(ModelStopReason.MAX_TOKENS);
    }

    @Test
    void aWrongScriptIsRefusedWhenItIsWritten() {
        assertThatIllegalArgumentException().isThrownBy(() -> ScriptedModel.named("a b")).withMessageContaining("a b");
        assertThatIllegalArgumentException().isThrownBy(() -> finds(" ")).withMessageContaining("content");
        assertThatIllegalArgumentException().isThrownBy(() -> finds("x").withConfidence(Double.NaN))
                .withMessageContaining("between 0 and 1, got NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> says("x").withConfidence(0.5))
                .withMessageContaining("only signals have a confidence, got \"x\"");
        assertThatIllegalArgumentException().isThrownBy(() -> says("x").and(finds("y")))
                .withMessageContaining("Maybe answers(first, second)");
        assertThatIllegalArgumentException().isThrownBy(() -> fails(Kind.REFUSED, "x")
                .and(calls("look", JsonValue.ofNull()))).withMessageContaining("refused: x");
        assertThatIllegalArgumentException().isThrownBy(() -> says("x").after(Duration.ofSeconds(-1)))
                .withMessageContaining("delay must not be negative, got PT-1S");
        assertThatIllegalArgumentException().isThrownBy(() -> says("x").inPieces(0, Duration.ZERO))
                .withMessageContaining("pieces must be at least 1, got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> ScriptedModel.named("m")
                .answers(proposes("p", "one"), proposes("p", "other"))).withMessageContaining("two proposals");
        ScriptedModel.ScriptedRule rule = ScriptedModel.named("m").agent("a");
        rule.answers(says("x"));
        assertThatIllegalStateException().isThrownBy(() -> rule.answers(says("y"))).withMessageContaining("another");
    }

    private String badRequest(Message... messages) {
        HarnessFailure failure = refusal(ScriptedModel.named("m").answers(says("hm")),
                HarnessInput.of(List.of(messages)));
        assertThat(failure.kind()).isEqualTo(Kind.BAD_REQUEST);
        return failure.message();
    }

    private HarnessFailure refusal(Harness model, HarnessInput input) {
        return refusal(model, input, context("agent", 1));
    }

    private static HarnessFailure refusal(Harness model, HarnessInput input, RunContext context) {
        return catchThrowableOfType(HarnessException.class, () -> model.run(input, context)).failure();
    }

    /** The content of the reply, with the digest of the one proposal replaced. */
    private String ask(ScriptedModel model, String agent, int turn, String prompt) throws Exception {
        return model.run(HarnessContract.question(prompt), context(agent, turn)).content()
                .replaceAll("shard-it-[0-9a-f]{8}", "shard-it-ID");
    }

    private RunContext context(String agent, int turn) {
        return context(world, agent, turn);
    }

    private RunContext context(World own, String agent, int turn) {
        return RunContext.of(RunContext.Caller.of(agent, turn), own, signals::add);
    }

    private List<String> contents(SignalType type) {
        return signals.stream().filter(signal -> signal.type().equals(type))
                .map(signal -> JsonObjectReader
                        .root("data", Objects.requireNonNull(((Payload.Open) signal.payload()).data())).text("content"))
                .toList();
    }
}
