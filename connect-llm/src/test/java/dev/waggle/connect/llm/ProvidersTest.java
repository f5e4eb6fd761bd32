package dev.waggle.connect.llm;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.connect.llm.provider.ApiKey;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Abilities of every provider, asked for in its own format. */
class ProvidersTest {

    private static final JsonValue.Obj SCHEMA = object("""
            {"type":"object","properties":{"stance":{"type":"string","enum":["for","against"]}},
             "required":["stance"],"additionalProperties":false}""");

    private static final ToolOffer LOOK = new ToolOffer("look", "Looks somewhere", object("""
            {"type":"object","properties":{"where":{"type":"string","minLength":2},
             "far":{"type":["integer","null"],"minimum":1}},"required":["where"],"additionalProperties":false}"""));

    @ParameterizedTest
    @EnumSource
    void streamsTextAndThinkingAndCounts(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(
                _ -> FakeAnswer.says("bees dance well").thinking("hm so").costing(7, 5))) {
            HarnessInput input = new HarnessInput("be brief", List.of(Message.user("hello")), List.of(), List.of(),
                    null, 64.0, 0.5);

            HarnessOutput output = bed.model(format).run(input, bed.context());

            assertThat(output.content()).isEqualTo("bees dance well");
            assertThat(output.usage()).isEqualTo(new TokenUsage(7, 5, 12));
            assertThat(output.stopReason()).isEqualTo(ModelStopReason.END);
            assertThat(output.sessionId()).startsWith("ses_");
            assertThat(bed.types()).first().isEqualTo("harness:start");
            assertThat(bed.types()).last().isEqualTo("harness:end");
            assertThat(bed.contents("text:delta")).containsExactly("bees ", "dance ", "well");
            assertThat(String.join("", bed.contents("thinking:delta"))).isEqualTo("hm so");
            FakeRequest asked = bed.server.requests().getFirst();
            assertThat(asked.model()).isEqualTo("fake-fast");
            assertThat(asked.streamed()).isTrue();
            assertThat(asked.system()).isEqualTo("be brief");
            assertThat(asked.lastText()).isEqualTo("hello");
            assertThat(asked.settings()).isEqualTo(new FakeRequest.Settings(null, 0.5, 64.0));
            assertThat(asked.key()).isEqualTo(ProviderTestBed.KEY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsOnlyWhatIsAskedFor(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("yes").withUsage(null))) {
            HarnessOutput output = bed.model(format).run(ProviderTestBed.hello(), bed.context());

            assertThat(output.content()).isEqualTo("yes");
            FakeRequest asked = bed.server.requests().getFirst();
            assertThat(asked.settings().temperature()).isNull();
            assertThat(asked.settings().schema()).isNull();
            assertThat(asked.settings().maxTokens()).isEqualTo(format == WireFormatName.ANTHROPIC ? 8_192.0 : null);
            assertThat(asked.asked().tools()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesOnAfterTools(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}"),
                        new FakeAnswer.Call("c2", "look", "{\"where\":\"south\",\"far\":3}"))
                : FakeAnswer.says("nothing there"))) {
            Harness model = bed.model(format);
            HarnessOutput asks = model.run(new HarnessInput("be brief", List.of(Message.user("hello")), List.of(LOOK),
                    List.of(), null, null, null), bed.context());

            assertThat(asks.stopReason()).isEqualTo(ModelStopReason.TOOL_USE);
            assertThat(asks.toolCalls()).extracting(call -> call.input())
                    .containsExactly(object("{\"where\":\"north\"}"), object("{\"where\":\"south\",\"far\":3}"));
            assertThat(asks.toolCalls()).extracting(call -> call.id()).doesNotHaveDuplicates().doesNotContainNull();

            HarnessOutput answer = model.run(new HarnessInput(null, List.of(), List.of(LOOK),
                    List.of(new ToolResult("look", object("{\"found\":0}"), null),
                            new ToolResult("look", null, "too dark")),
                    asks.sessionId(), null, null), bed.context());

            assertThat(answer.content()).isEqualTo("nothing there");
            FakeRequest second = bed.server.requests().getLast();
            assertThat(second.system()).isEqualTo("be brief");
            assertThat(second.asked().results()).hasSize(2);
            assertThat(second.asked().results().get(0).text()).contains("found");
            assertThat(second.asked().results().get(1).text()).contains("too dark");
            assertThat(second.messages()).anyMatch(said -> said.calls().equals(List.of("look", "look")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesTheToolsOfAConversationThatMayCallNoneAnyMore(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}"))
                : FakeAnswer.says("nothing there"))) {
            Harness model = bed.model(format);
            HarnessOutput asks = model.run(new HarnessInput(null, List.of(Message.user("hello")), List.of(LOOK),
                    List.of(), null, null, null), bed.context());

            model.run(new HarnessInput(null, List.of(), List.of(),
                    List.of(new ToolResult("look", object("{\"found\":0}"), null)), asks.sessionId(), null, null),
                    bed.context());

            FakeRequest second = bed.server.requests().getLast();
            if (format == WireFormatName.OLLAMA) {
                assertThat(second.asked().tools()).isEmpty(); // It needs none beside results, and knows no such choice.
            } else {
                assertThat(second.asked().tools()).singleElement()
                        .satisfies(offer -> assertThat(offer.name()).isEqualTo("look"));
                assertThat(second.raw().body().toLowerCase(Locale.ROOT)).containsAnyOf("\"tool_choice\"", "\"mode\"")
                        .contains("none");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsToolsWithTheirConstraints(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"))) {
            bed.model(format).run(new HarnessInput(null, List.of(Message.user("hello")), List.of(LOOK), List.of(),
                    null, null, null), bed.context());

            FakeRequest.Offer offer = bed.server.requests().getFirst().asked().tools().getFirst();
            assertThat(offer.name()).isEqualTo("look");
            assertThat(offer.description()).isEqualTo("Looks somewhere");
            boolean hasKeywords = format != WireFormatName.GEMINI && format != WireFormatName.OLLAMA;
            assertThat(JsonText.write(offer.schema())).contains("\"where\"", "required")
                    .contains(hasKeywords ? List.of("minLength", "minimum")
                            : List.of("at least 2 characters", "at least 1"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsTheSchemaOfTheAnswer(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("{\"stance\":\"for\"}"))) {
            Harness model = bed.model(format);
            HarnessOutput output = model.run(ProviderTestBed.hello(), bed.context().withReplySchema(SCHEMA));

            assertThat(output.content()).isEqualTo("{\"stance\":\"for\"}");
            assertThat(model.capabilities().structuredOutput()).isTrue();
            assertThat(bed.server.requests().getFirst().settings().schema()).isEqualTo(SCHEMA);
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesTheSchemaToThePromptWhereTheServerTakesNone(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("{}"))) {
            Harness model = bed.model(bed.provider(format, ProviderConfig.StructuredOutput.NONE), "fake-fast",
                    new KeySource.KeyLookup.Key(ApiKey.of(ProviderTestBed.KEY), "a test"));
            model.run(ProviderTestBed.hello(), bed.context().withReplySchema(SCHEMA));

            assertThat(model.capabilities().structuredOutput()).isFalse();
            assertThat(bed.server.requests().getFirst().settings().schema()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void mapsTheReasonsToStop(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(
                _ -> FakeAnswer.says("bees dan").finishing(FakeAnswer.Finish.LENGTH))) {
            assertThat(bed.model(format).run(ProviderTestBed.hello(), bed.context()).stopReason())
                    .isEqualTo(ModelStopReason.MAX_TOKENS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesAnEmptyAnswer(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says(""))) {
            HarnessOutput output = bed.model(format).run(ProviderTestBed.hello(), bed.context());

            assertThat(output.content()).isEmpty();
            assertThat(output.stopReason()).isEqualTo(ModelStopReason.END);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesEveryScriptAndRolesOfAllKinds(WireFormatName format) throws Exception {
        String text = "蜂 \uD83D\uDC1D \"quoted\" <b>\n\u0000 end";
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("").inPieces(text))) {
            HarnessOutput output = bed.model(format).run(HarnessInput.of(List.of(Message.user(text),
                    new Message(Message.Role.ASSISTANT, "said"), Message.user("and?"))), bed.context());

            assertThat(output.content()).isEqualTo(text);
            assertThat(bed.server.requests().getFirst().messages()).extracting(FakeRequest.Said::role)
                    .containsExactly("user", "assistant", "user");
            assertThat(bed.server.requests().getFirst().messages().getFirst().text()).isEqualTo(text);
        }
    }

    @Test
    void keepsArgumentsThatAreNoJsonAsText() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(
                _ -> FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{\"where\": nor")))) {
            HarnessOutput output = bed.model(WireFormatName.OPENAI)
                    .run(new HarnessInput(null, List.of(Message.user("hello")),
                            List.of(LOOK), List.of(), null, null, null), bed.context());

            assertThat(output.toolCalls().getFirst().input()).isEqualTo(JsonValue.of("{\"where\": nor"));
        }
    }

    @Test
    void givesSessionsTheSameIdsInEveryRun() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("bees dance well"))) {
            String one = bed.model(WireFormatName.OPENAI).run(ProviderTestBed.hello(), bed.context()).sessionId();
            String again = bed.model(WireFormatName.OPENAI).run(ProviderTestBed.hello(), bed.context()).sessionId();
            String other = bed.model(WireFormatName.OLLAMA).run(ProviderTestBed.hello(), bed.context()).sessionId();

            assertThat(one).isEqualTo(again).isNotEqualTo(other);
        }
    }

    private static JsonValue.Obj object(String json) {
        return JsonText.read(json) instanceof JsonValue.Obj object ? object : new JsonValue.Obj(Map.of());
    }
}
