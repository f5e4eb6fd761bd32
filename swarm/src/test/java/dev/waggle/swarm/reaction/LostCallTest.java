package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.ReplyQuality.ModelReplies;
import dev.waggle.swarm.event.AgentFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Native calls of tools that a model was never given, or that cannot be called any more: the call is lost, no turn. */
class LostCallTest {

    private static final String FINDS = TalkingHarness.reply(
            "{'type':'discovery','confidence':0.8,'content':'found'}");

    private final ReactionTestBed round = new ReactionTestBed();
    private final CountingTool tool = new CountingTool("count");

    @Test
    void theReplyBesideACallOfAnUnknownToolIsTakenAndTheCallIsNamed() {
        TalkingHarness dreaming = answers(FINDS, call("web_search"));

        SwarmResult result = solve(dreaming);

        assertThat(dreaming.questions()).hasSize(1);
        assertThat(result.failures()).isEmpty();
        assertThat(ReactionTestBed.types(result)).endsWith("discovery");
        assertThat(dropped()).singleElement().asString().contains("\"web_search\"", "there are no tools");
        assertThat(counts(result)).isEqualTo(new ModelReplies(1, 0, 0, 0, counts(), counts("tool", 1)));
    }

    @Test
    void anEmptyListBesideACallIsAReply() {
        TalkingHarness dreaming = answers(TalkingHarness.reply(), call("web_search"));

        SwarmResult result = solve(dreaming);

        assertThat(dreaming.questions()).hasSize(1);
        assertThat(result.failures()).isEmpty();
        assertThat(ReactionTestBed.types(result)).containsExactly("task:new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "I will look that up.", " \n"})
    void aCallWithoutAReplyIsRepairedOnceAndTheModelIsToldThatItHasNoTools(String text) {
        TalkingHarness dreaming = TalkingHarness.answers((number, _) -> number == 1
                ? output(text, call("web_search"))
                : HarnessOutput.of(FINDS));

        SwarmResult result = solve(dreaming);

        HarnessInput repair = dreaming.question(2).input();
        assertThat(dreaming.questions()).hasSize(2);
        assertThat(repair.sessionId()).as("no result can follow a call of a tool that was not offered").isNull();
        assertThat(repair.messages()).extracting(Message::role)
                .containsExactly(Message.Role.USER, Message.Role.ASSISTANT, Message.Role.USER);
        assertThat(repair.messages().get(1).content()).contains("{\"tool\":\"web_search\"").startsWith(text.strip());
        assertThat(dreaming.question(2).prompt()).contains("\"web_search\\\"", "You have no tools")
                .doesNotContain("the reply is empty");
        assertThat(result.failures()).isEmpty();
        assertThat(counts(result).repairs()).isEqualTo(1);
        assertThat(ReactionTestBed.types(result)).endsWith("discovery");
    }

    @Test
    void aModelThatCallsAgainFailsWithTheReason() {
        SwarmResult result = solve(answers("", call("web_search")));

        assertThat(result.failures()).hasSize(AgentMail.MAX_ATTEMPTS).extracting(AgentFailure::message)
                .allSatisfy(
                        message -> assertThat(message).contains("no reply of test:model could be used", "web_search",
                                "there are no tools"));
        assertThat(counts(result)).extracting(ModelReplies::repairs, ModelReplies::refused)
                .containsExactly(AgentMail.MAX_ATTEMPTS, AgentMail.MAX_ATTEMPTS);
    }

    @Test
    void aThousandCallsStayAFewLines() {
        TalkingHarness dreaming = answers("", IntStream.range(0, 1_000)
                .mapToObj(i -> new ToolCall("c" + i, "x".repeat(10_000), JsonValue.of("y".repeat(10_000))))
                .toArray(ToolCall[]::new));

        SwarmResult result = solve(dreaming);

        assertThat(dreaming.question(2).input().messages()).allSatisfy(message -> assertThat(message.content())
                .hasSizeLessThan(8_000));
        assertThat(result.failures()).hasSize(AgentMail.MAX_ATTEMPTS).extracting(AgentFailure::message)
                .allSatisfy(message -> assertThat(message).hasSizeLessThan(800));
        assertThat(counts(result).drops()).containsExactly(Map.entry("tool", 16 * AgentMail.MAX_ATTEMPTS));
    }

    @Test
    void theRealCallRunsBesideAnUnknownOneAndTheTurnGoesOn() {
        TalkingHarness dreaming = TalkingHarness.answers((number, _) -> number == 1
                ? output("", call("web_search"), call("count"))
                : HarnessOutput.of(FINDS));

        SwarmResult result = round.solve(tool.agent(round, dreaming));

        assertThat(tool.calls()).isEqualTo(1);
        List<ToolResult> results = dreaming.question(2).input().toolResults();
        assertThat(results).hasSize(2);
        assertThat(results.getFirst().error()).contains("there is no tool \"web_search\"", "Maybe one of: count");
        assertThat(results.getLast().error()).isNull();
        assertThat(result.failures()).isEmpty();
        assertThat(ReactionTestBed.types(result)).endsWith("tool:result", "discovery");
        assertThat(dropped()).singleElement().asString().contains("web_search", "there is no tool")
                .doesNotContain("\n");
        assertThat(counts(result).drops()).containsExactly(Map.entry("tool", 1));
    }

    @Test
    void anUnknownCallUsesUpNoneOfTheCallsThatAreLeft() {
        TalkingHarness dreaming = TalkingHarness.answers((number, _) -> number <= 3
                ? output("", call("web_search"), call("fetch"), call("count"))
                : HarnessOutput.of(FINDS));

        SwarmResult result = round.solve(tool.agent(round, dreaming));

        assertThat(tool.calls()).isEqualTo(3);
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void aModelThatCallsOnlyUnknownToolsIsNotAnsweredWithoutEnd() {
        TalkingHarness dreaming = TalkingHarness.answers((number, input) -> input.tools().isEmpty()
                ? HarnessOutput.of(FINDS)
                : output("", call("web_search"), call("fetch")));

        SwarmResult result = round.solve(tool.agent(round, dreaming));

        assertThat(dreaming.questions()).hasSize(4);
        assertThat(tool.calls()).isZero();
        assertThat(result.failures()).isEmpty();
        assertThat(ReactionTestBed.types(result)).endsWith("discovery");
    }

    private SwarmResult solve(TalkingHarness model) {
        return round.solve(new ModelAgent(AgentProfile.of("agent").withListens(List.of(SignalType.TASK_NEW)), model,
                round.config(ReactionStrategy.ANALYZE)));
    }

    private List<String> dropped() {
        return Objects.requireNonNull(round.reactions.peek()).dropped();
    }

    private static ModelReplies counts(SwarmResult result) {
        return Objects.requireNonNull(result.replies().byModel().get("test:model"));
    }

    private static Map<String, Integer> counts(Object... counts) {
        return counts.length == 0 ? Map.of() : Map.of((String) counts[0], (Integer) counts[1]);
    }

    private static TalkingHarness answers(String text, ToolCall... calls) {
        return TalkingHarness.answers((_, _) -> output(text, calls));
    }

    private static HarnessOutput output(String text, ToolCall... calls) {
        return new HarnessOutput(text, List.of(calls), "s", null, ModelStopReason.TOOL_USE);
    }

    private static ToolCall call(String name) {
        return new ToolCall("call-" + name, name, JsonValue.of(Map.of("q", JsonValue.of("shards"))));
    }
}
