package dev.waggle.signal.harness;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonMutants;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HarnessCodecTest {

    @Test
    void whatIsAbsentHasNoField() {
        assertThat(line(new HarnessPayload.Start(HarnessInput.of(List.of()))))
                .isEqualTo("{\"input\":{\"messages\":[]}}");
        assertThat(line(new HarnessPayload.End(HarnessOutput.of(""), 0)))
                .isEqualTo("{\"output\":{\"content\":\"\"},\"durationMs\":0.0}");
        assertThat(line(new HarnessPayload.Result("c", "look", null, null)))
                .isEqualTo("{\"id\":\"c\",\"name\":\"look\"}");
    }

    @Test
    void theValueNullIsNotAbsent() {
        assertThat(line(new HarnessPayload.Call("c", "look", JsonValue.ofNull())))
                .isEqualTo("{\"id\":\"c\",\"name\":\"look\",\"input\":null}");
    }

    @Test
    void everythingHasTheNameOfTheSpecification() {
        HarnessInput input = new HarnessInput("s", List.of(new Message(Message.Role.ASSISTANT, "a")),
                List.of(new ToolOffer("t", "d", new JsonValue.Obj(Map.of()))),
                List.of(new ToolResult("t", JsonValue.of(1), "e")), "ses", 5.0, 0.25);
        HarnessOutput output = new HarnessOutput("o", List.of(new ToolCall("i", "t", JsonValue.of(true))), "ses",
                new TokenUsage(1, 2, 3), ModelStopReason.MAX_TOKENS);

        assertThat(JsonLine.of(HarnessCodec.encode(input))).isEqualTo("{\"system\":\"s\",\"messages\":"
                + "[{\"role\":\"assistant\",\"content\":\"a\"}],\"tools\":[{\"name\":\"t\",\"description\":\"d\","
                + "\"inputSchema\":{}}],\"toolResults\":[{\"toolName\":\"t\",\"result\":1,\"error\":\"e\"}],"
                + "\"sessionId\":\"ses\",\"maxTokens\":5.0,\"temperature\":0.25}");
        assertThat(JsonLine.of(HarnessCodec.encode(output)))
                .isEqualTo("{\"content\":\"o\",\"toolCalls\":[{\"id\":\"i\","
                        + "\"name\":\"t\",\"input\":true}],\"sessionId\":\"ses\",\"usage\":{\"inputTokens\":1.0,"
                        + "\"outputTokens\":2.0,\"totalTokens\":3.0},\"stopReason\":\"max_tokens\"}");
        assertThat(line(new HarnessPayload.Error("stalled", "nothing came", true)))
                .isEqualTo("{\"code\":\"stalled\",\"message\":\"nothing came\",\"recoverable\":true}");
        assertThat(JsonLine.of(HarnessCodec.encode(new HarnessCapabilities(true, false, true, false)))).isEqualTo(
                "{\"streaming\":true,\"structuredOutput\":false,\"tools\":true,\"resume\":false}");
    }

    @Test
    void theBreakpointsOfAMessageAreWrittenOnlyWhereThereAreSome() {
        Message plain = Message.user("one two");
        Message marked = new Message(Message.Role.USER, "one two", List.of(3, 7));

        assertThat(JsonLine.of(HarnessCodec.encode(plain))).isEqualTo("{\"role\":\"user\",\"content\":\"one two\"}");
        assertThat(JsonLine.of(HarnessCodec.encode(marked)))
                .isEqualTo("{\"role\":\"user\",\"content\":\"one two\",\"breakpoints\":[3,7]}");
        assertThat(HarnessCodec.message(HarnessCodec.encode(plain))).isEqualTo(plain);
        assertThat(HarnessCodec.message(HarnessCodec.encode(marked))).isEqualTo(marked);
        assertThat(RequestHash.of("m", HarnessInput.of(List.of(marked)), null))
                .isEqualTo(RequestHash.of("m", HarnessInput.of(List.of(plain)), null));
    }

    @Test
    void breakpointsRiseWithinTheContent() {
        for (List<Integer> wrong : List.of(List.of(0), List.of(2, 2), List.of(3, 2), List.of(4))) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Message(Message.Role.USER, "abc", wrong))
                    .withMessageContaining("breakpoints");
            assertThatIllegalArgumentException().isThrownBy(() -> HarnessCodec.message(new JsonObjectBuilder()
                    .with("role", "user").with("content", "abc")
                    .with("breakpoints", wrong.stream().map(end -> JsonValue.of((long) end)).toList()).json()));
        }
    }

    @Test
    void theLimitsOfAModelHaveFieldsOnlyWhereTheyDiffer() {
        HarnessCapabilities thinking = new HarnessCapabilities(true, true, true, true, 8_192, 64_000, 200_000, true);
        HarnessCapabilities plain = new HarnessCapabilities(true, false, true, false);

        assertThat(JsonLine.of(HarnessCodec.encode(thinking))).isEqualTo("{\"streaming\":true,"
                + "\"structuredOutput\":true,\"tools\":true,\"resume\":true,\"usualOutputTokens\":8192,"
                + "\"maxOutputTokens\":64000,\"contextTokens\":200000,\"thinks\":true}");
        assertThat(HarnessCodec.capabilities(HarnessCodec.encode(thinking))).isEqualTo(thinking);
        assertThat(HarnessCodec.capabilities(HarnessCodec.encode(plain))).isEqualTo(plain);
    }

    @Test
    void theWordOfAnUnusualStopIsWrittenAndReadAndAbsentAfterAUsualOne() {
        HarnessOutput usual = new HarnessOutput("o", List.of(), null, null, ModelStopReason.END);
        HarnessOutput paused = new HarnessOutput("o", List.of(), null, null, null, "pause_turn");

        assertThat(JsonLine.of(HarnessCodec.encode(usual))).isEqualTo("{\"content\":\"o\",\"stopReason\":\"end\"}");
        assertThat(JsonLine.of(HarnessCodec.encode(paused)))
                .isEqualTo("{\"content\":\"o\",\"stopDetail\":\"pause_turn\"}");
        assertThat(HarnessCodec.output(HarnessCodec.encode(paused))).isEqualTo(paused);
        assertThat(paused.withSessionId("s").stopDetail()).isEqualTo("pause_turn");
        assertThat(HarnessCodec.recordedPayload(HarnessSignals.END,
                HarnessCodec.encode(new HarnessPayload.End(paused, 1)))).isEqualTo(new HarnessPayload.End(paused, 1));
    }

    @Test
    void valuesOutsideTheirRangeAreRefusedByName() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenUsage(1, Double.NaN, 1))
                .withMessageContaining("outputTokens").withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenUsage(-1, 1, 1))
                .withMessageContaining("inputTokens").withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new HarnessPayload.End(HarnessOutput.of(""), -0.5))
                .withMessageContaining("durationMs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HarnessInput(null, List.of(), List.of(), List.of(), null, 0.0, null))
                .withMessageContaining("maxTokens");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HarnessInput(null, List.of(), List.of(), List.of(), null, null, 1.5))
                .withMessageContaining("temperature").withMessageContaining("1.5");
    }

    @Test
    void aRecordedPayloadIsRefusedOrWrittenBack() {
        HarnessInput input = new HarnessInput("s", List.of(Message.user("a")),
                List.of(new ToolOffer("t", "d", new JsonValue.Obj(Map.of()))),
                List.of(new ToolResult("t", JsonValue.of(1), "e")), "ses", 5.0, 0.25);
        HarnessOutput output = new HarnessOutput("o", List.of(new ToolCall("i", "t", JsonValue.of(true))), "ses",
                new TokenUsage(9, 2, 11, 3, 4, 1), ModelStopReason.END, "pause_turn");
        Map<SignalType, HarnessPayload> payloads = Map.of(HarnessSignals.START, new HarnessPayload.Start(input),
                HarnessSignals.END, new HarnessPayload.End(output, 1.5),
                HarnessSignals.ERROR, new HarnessPayload.Error("c", "m", true),
                HarnessSignals.TEXT_COMPLETE, new HarnessPayload.Text("t"),
                HarnessSignals.THINKING_COMPLETE, new HarnessPayload.Thinking("t"),
                HarnessSignals.TOOL_CALL, new HarnessPayload.Call("i", "t", JsonValue.of(1)),
                HarnessSignals.TOOL_RESULT, new HarnessPayload.Result("i", "t", JsonValue.of(1), "e"));

        payloads.forEach((type, payload) -> {
            List<JsonValue> mutants = JsonMutants.of(HarnessCodec.encode(payload));
            long refused = mutants.stream().filter(mutant -> isRefusedOrWrittenBack(type, mutant)).count();

            assertThat(HarnessCodec.recordedPayload(type, HarnessCodec.encode(payload))).isEqualTo(payload);
            assertThat(refused).as("of %s mutants of %s", mutants.size(), type).isGreaterThan(mutants.size() / 3);
        });
    }

    /** True if it is refused; fails when it is read as something else. */
    private static boolean isRefusedOrWrittenBack(SignalType type, JsonValue mutant) {
        try {
            assertThat(JsonMutants.plain(HarnessCodec.encode(HarnessCodec.recordedPayload(type, mutant))))
                    .as("%s %s", type, JsonLine.of(mutant)).isEqualTo(JsonMutants.plain(mutant));
            return false;
        } catch (IllegalArgumentException refused) {
            return true;
        }
    }

    @Test
    void otherProgramsMayHaveFieldsOfTheirOwn() {
        JsonValue output = JsonValue.of(Map.of("content", JsonValue.of("x"), "structuredOutput",
                JsonValue.of(Map.of()), "toolCalls", JsonValue.of(List.of())));
        JsonValue end = JsonValue.of(Map.of("output", output, "durationMs", JsonValue.of(1)));

        assertThat(HarnessCodec.output(output)).isEqualTo(HarnessOutput.of("x"));
        assertThat(HarnessCodec.payload(HarnessSignals.END, end))
                .isEqualTo(new HarnessPayload.End(HarnessOutput.of("x"), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> HarnessCodec.recordedPayload(HarnessSignals.END, end))
                .withMessageStartingWith("output.toolCalls must be an array with items");
    }

    @Test
    void aMisspelledFieldOfARecordingIsNamedWithTheRightOne() {
        JsonValue result = JsonValue.of(Map.of("id", JsonValue.of("a"), "name", JsonValue.of("n"), "eror",
                JsonValue.of("x")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarnessCodec.recordedPayload(HarnessSignals.TOOL_RESULT, result))
                .withMessage("eror is unknown\nMaybe error.");
    }

    private static String line(HarnessPayload payload) {
        return JsonLine.of(HarnessCodec.encode(payload));
    }
}
