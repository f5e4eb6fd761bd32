package dev.waggle.connect.langchain4j;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessLaws;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.TraceSpan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.connect.langchain4j.ChatModelTestBed.LOOK;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.NAME;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.next;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.offering;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.results;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.answer;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.call;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.calls;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ChatModelHarnessTest {

    private final ChatModelTestBed bed = new ChatModelTestBed();

    @Test
    void aNameHasAProviderAndAModel() {
        ScriptedChatModel model = ScriptedChatModel.answering(says("well"));

        ChatModelHarness harness = ChatModelHarness.of("bedrock:anthropic.claude:v1", model.whole());

        assertThat(harness.type()).isEqualTo("bedrock");
        assertThat(harness.displayName()).isEqualTo("bedrock anthropic.claude:v1");
        assertThat(harness.model()).isEqualTo("bedrock:anthropic.claude:v1");
        assertThat(harness.capabilities()).isEqualTo(new HarnessCapabilities(false, false, true, true));
        assertThat(ChatModelHarness.of(NAME, model.streaming()).capabilities())
                .isEqualTo(new HarnessCapabilities(true, false, true, true));
        assertThat(ChatModelHarness.of(NAME, model.withSchemas().streaming()).capabilities().structuredOutput())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "model", ":model", "provider:", "Provider:model", "my provider:model",
        "provider:my model", "provider:m\n"})
    void anotherNameIsRefusedWithItsForm(String name) {
        ScriptedChatModel model = ScriptedChatModel.answering(says("well"));

        assertThatIllegalArgumentException().isThrownBy(() -> ChatModelHarness.of(name, model.whole()))
                .withMessageContaining("a model is named provider:model, got \"").withMessageContaining("\nMaybe ");
    }

    @Test
    void aRequestHasSystemMessagesLimitAndTemperature() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(says("well"));
        HarnessInput input = new HarnessInput("be brief", List.of(Message.user("one"), Message.user(" "),
                Message.user("two"), Message.assistant("yes"), Message.user("three")), List.of(), List.of(), null,
                700.0, 0.25);

        HarnessOutput output = ChatModelHarness.of(NAME, model.whole()).run(input, bed.context());

        ChatRequest request = model.requests.getFirst();
        assertThat(request.messages()).containsExactly(SystemMessage.from("be brief"), UserMessage.from("one\n\ntwo"),
                AiMessage.from("yes"), UserMessage.from("three"));
        assertThat(request.maxOutputTokens()).isEqualTo(700);
        assertThat(request.temperature()).isEqualTo(0.25);
        assertThat(request.toolSpecifications()).isEmpty();
        assertThat(request.responseFormat()).isNull();
        assertThat(output.content()).isEqualTo("well");
        assertThat(output.usage()).isEqualTo(new TokenUsage(20, 10, 30));
    }

    @Test
    void theSpanOfTheCallerIsCurrentInTheModel() throws Exception {
        Map<String, String> headers = Map.of("traceparent", "00-1-2-01");
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> {
            seen.add(TraceSpan.current().headers());
            handler.onCompleteResponse(says("well"));
        });

        for (ChatModelHarness harness : List.of(ChatModelHarness.of(NAME, model.whole()),
                ChatModelHarness.of(NAME, model.streaming()))) {
            HarnessOutput _ = TraceSpan.incoming(new HeaderTracer(), headers)
                    .within(() -> harness.run(HarnessContract.question("how?"), bed.context()));
        }

        assertThat(seen).containsExactly(headers, headers);
    }

    @Test
    void unsetOptionsAreLeftToTheModel() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(says("well"));

        ChatModelHarness.of(NAME, model.whole()).run(HarnessContract.question("how?"), bed.context());

        assertThat(model.requests.getFirst().maxOutputTokens()).isNull();
        assertThat(model.requests.getFirst().temperature()).isNull();
    }

    @Test
    void blankMessagesOnlyAreNothingToAnswer() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(says("well"));

        HarnessFailure failure = bed.failure(ChatModelHarness.of(NAME, model.whole()), HarnessContract.question(" \n"));

        assertThat(failure.kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(model.requests).isEmpty();
    }

    @Test
    void aSchemaIsSentToAModelThatTakesSchemasUnlessThereAreTools() throws Exception {
        JsonValue.Obj schema = (JsonValue.Obj) JsonText.read("{\"type\":\"object\",\"minProperties\":1}");
        ScriptedChatModel model = ScriptedChatModel.answering(says("{}")).withSchemas();
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());
        ScriptedChatModel plain = ScriptedChatModel.answering(says("{}"));

        harness.run(HarnessContract.question("how?"), bed.context().withReplySchema(schema));
        harness.run(offering(LOOK), bed.context().withReplySchema(schema));
        ChatModelHarness.of(NAME, plain.whole()).run(HarnessContract.question("how?"),
                bed.context().withReplySchema(schema));

        assertThat(model.requests.getFirst().responseFormat().jsonSchema().rootElement())
                .isEqualTo(JsonRawSchema.from(JsonText.write(schema)));
        assertThat(model.requests.getLast().responseFormat()).isNull();
        assertThat(plain.requests.getFirst().responseFormat()).isNull();
    }

    @Test
    void capabilitiesCanBeTold() throws Exception {
        JsonValue.Obj schema = (JsonValue.Obj) JsonText.read("{\"type\":\"object\"}");
        HarnessCapabilities told = new HarnessCapabilities(true, false, false, true, 8_192, 64_000, 200_000, true);
        ScriptedChatModel model = ScriptedChatModel.answering(says("{}")).withSchemas();
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.streaming()).withCapabilities(told);

        harness.run(offering(LOOK), bed.context().withReplySchema(schema));

        assertThat(harness.capabilities()).isEqualTo(told);
        assertThat(model.requests.getFirst().toolSpecifications()).isEmpty();
        assertThat(model.requests.getFirst().responseFormat()).isNull();
    }

    @Test
    void resultsOfToolsGoBackInTheOrderOfTheCallsBehindTheAnswerAsItCame() throws Exception {
        AiMessage asked = AiMessage.builder().text("let me look").thinking("hm")
                .toolExecutionRequests(List.of(call("c1", "look", "{\"where\":\"north\"}"), call("c2", "look", "")))
                .attributes(Map.of("signature", "s1")).build();
        AiMessage sent = asked.toBuilder().toolExecutionRequests(
                List.of(call("c1", "look", "{\"where\":\"north\"}"), call("c2", "look", "{}"))).build();
        ScriptedChatModel model = ScriptedChatModel.answering(answer(asked, FinishReason.TOOL_EXECUTION),
                says("a bee"));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());

        HarnessOutput first = harness.run(offering(LOOK), bed.context());
        HarnessOutput second = harness.run(results(first, new ToolResult("look", JsonValue.of("a bee"), null),
                new ToolResult("look", null, "no such place")), bed.context());

        assertThat(first.stopReason()).isEqualTo(ModelStopReason.TOOL_USE);
        assertThat(first.toolCalls()).extracting("id").containsExactly("c1", "c2");
        assertThat(second.content()).isEqualTo("a bee");
        List<ChatMessage> messages = model.requests.getLast().messages();
        assertThat(messages.get(1)).isEqualTo(sent);
        assertThat(messages.subList(2, 4)).containsExactly(
                ToolExecutionResultMessage.builder().id("c1").toolName("look").text("a bee").isError(false).build(),
                ToolExecutionResultMessage.builder().id("c2").toolName("look").text("error: no such place")
                        .isError(true).build());
    }

    @Test
    void anAnswerThatLacksNothingGoesBackAsItIs() throws Exception {
        AiMessage signed = AiMessage.builder().text("well").thinking("hm").attributes(Map.of("signature", "s1"))
                .build();
        ScriptedChatModel model = ScriptedChatModel.answering(answer(signed, FinishReason.STOP), says("bye"));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());

        HarnessOutput first = harness.run(HarnessContract.question("how?"), bed.context());
        harness.run(next(first, "and then?"), bed.context());

        assertThat(model.requests.getLast().messages().get(1)).isSameAs(signed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n"})
    void anEmptyAnswerDoesNotGoBackEmpty(String text) throws Exception {
        AiMessage empty = AiMessage.builder().text(text).thinking("hm").build();
        ScriptedChatModel model = ScriptedChatModel.answering(answer(empty, FinishReason.LENGTH), says("well"));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());

        HarnessOutput first = harness.run(HarnessContract.question("how?"), bed.context());
        harness.run(next(first, "say it again"), bed.context());

        assertThat(first.stopReason()).isEqualTo(ModelStopReason.MAX_TOKENS);
        assertThat(first.content()).isEqualTo(text);
        assertThat(model.requests.getLast().messages().get(1))
                .isEqualTo(AiMessage.builder().text("(no answer)").thinking("hm").build());
    }

    @Test
    void brokenArgumentsAreATextAndGoBackAsNone() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(calls(call("c1", "look", "{\"where\": \"no")),
                says("well"));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());

        HarnessOutput first = harness.run(offering(LOOK), bed.context());
        harness.run(results(first, new ToolResult("look", null, "where is not a text")), bed.context());

        assertThat(first.toolCalls().getFirst().input()).isEqualTo(JsonValue.of("{\"where\": \"no"));
        assertThat(((AiMessage) model.requests.getLast().messages().get(1)).toolExecutionRequests())
                .containsExactly(call("c1", "look", "{}"));
    }

    @Test
    void callsWithoutAnIdOfTheirOwnGetOneAndNamelessOnesAreDropped() throws Exception {
        ChatResponse asked = calls(call(null, "look", "{}"), call("c1", "look", "{}"), call("c1", "look", "{}"),
                call("c4", "", "{}"));
        List<String> ids = ChatModelHarness.of(NAME, ScriptedChatModel.answering(asked).whole())
                .run(offering(LOOK), bed.context()).toolCalls().stream().map(found -> found.id()).toList();
        List<String> again = ChatModelHarness.of(NAME, ScriptedChatModel.answering(asked).whole())
                .run(offering(LOOK), bed.context()).toolCalls().stream().map(found -> found.id()).toList();

        assertThat(ids).hasSize(3).doesNotHaveDuplicates().contains("c1").doesNotContain("").isEqualTo(again);
    }

    @Test
    void resultsThatDoNotFitTheCallsAreRefused() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(calls(call("c1", "look", "{}")));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());
        HarnessOutput first = harness.run(offering(LOOK), bed.context());

        HarnessFailure none = bed.failure(harness, next(first, "go on"));
        HarnessFailure other = bed.failure(harness, results(first, new ToolResult("listen", null, null)));
        HarnessFailure unknown = bed.failure(harness, next(first.withSessionId("ses_other"), "go on"));

        assertThat(none.kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(none.message()).startsWith("the session waits for the results of 1 calls, got 0\nMaybe ");
        assertThat(other.kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(other.message()).startsWith("result 1 is of the tool listen, but that call was to look\nMaybe ");
        assertThat(unknown.kind()).isEqualTo(Kind.UNKNOWN_SESSION);
        assertThat(model.requests).hasSize(1);
    }

    @Test
    void aConversationWithCallsStillNamesItsToolsAndForbidsThem() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(calls(call("c1", "look", "{}")), says("a bee"));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());
        HarnessOutput first = harness.run(offering(LOOK), bed.context());

        harness.run(results(first, new ToolResult("look", JsonValue.of("a bee"), null)), bed.context());

        assertThat(model.requests.getFirst().toolChoice()).isNull();
        assertThat(model.requests.getLast().toolChoice()).isEqualTo(ToolChoice.NONE);
        assertThat(model.requests.getLast().toolSpecifications()).extracting("name").containsExactly("look");
    }

    @Test
    void whatAModuleCannotWriteIsAskedForInASimplerFormFromThenOn() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((request, handler) -> {
            if (request.toolSpecifications().getFirst().parameters().properties()
                    .get("where") instanceof JsonRawSchema) {
                throw new IllegalArgumentException("Unknown schema type: class JsonRawSchema");
            }
            if (request.toolChoice() != null) {
                throw new UnsupportedFeatureException("ToolChoice.NONE is not supported");
            }
            boolean isResult = request.messages().getLast() instanceof ToolExecutionResultMessage;
            handler.onCompleteResponse(isResult ? says("a bee") : calls(call("c1", "look", "{}")));
        });
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.streaming());

        HarnessOutput first = harness.run(offering(LOOK), bed.context());
        harness.run(results(first, new ToolResult("look", JsonValue.of("a bee"), null)), bed.context());
        int before = model.requests.size();
        HarnessOutput third = harness.run(offering(LOOK), bed.context());
        harness.run(results(third, new ToolResult("look", JsonValue.of("a bee"), null)), bed.context());

        assertThat(before).isEqualTo(4);
        assertThat(model.requests).hasSize(6);
        assertThat(model.requests.getLast().toolSpecifications().getFirst().parameters().properties().get("where"))
                .isEqualTo(JsonStringSchema.builder().description("(minLength: 1)").build());
        assertThat(HarnessLaws.of(HarnessSignals.ERROR, bed.told)).isEmpty();
    }

    @Test
    void aModuleThatTakesNoOptionsGetsThoseWithWhichItsModelWasBuilt() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((request, handler) -> {
            if (request.maxOutputTokens() != null) {
                throw new UnsupportedFeatureException("'maxOutputTokens' parameter is not supported yet");
            }
            handler.onCompleteResponse(says("well"));
        });
        HarnessInput input = HarnessContract.question("how?").withMaxTokens(500.0);
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());

        assertThat(harness.run(input, bed.context()).content()).isEqualTo("well");
        assertThat(harness.run(input, bed.context()).content()).isEqualTo("well");
        assertThat(model.requests).hasSize(3);
    }

    @Test
    void aRequestThatNoFormSavesFailsWithTheWordsOfTheLibrary() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((_, _) -> {
            throw new UnsupportedFeatureException("tools are not supported");
        });

        HarnessFailure failure = bed.failure(ChatModelHarness.of(NAME, model.whole()), offering(LOOK));

        assertThat(failure.kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(failure.message()).contains("tools are not supported").contains("\nMaybe ");
        assertThat(model.requests).hasSize(1);
    }
}
