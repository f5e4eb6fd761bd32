package dev.waggle.connect.llm.rules;

import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The rules of OpenAI's responses, one test each, against a server that refuses what breaks them. */
class ResponsesRulesTest {

    private static final FakeAnswer.Says CALLS = FakeAnswer.calls(
            new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}"),
            new FakeAnswer.Call("c2", "now", "{}")).thinking("let me look");

    private static FakeAnswer looksFirst(FakeRequest request) {
        return request.asked().results().isEmpty() ? CALLS : FakeAnswer.says("nothing there");
    }

    @Test
    void answersStreamWithUsage() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed
                .responses(_ -> FakeAnswer.says("bees dance well").withUsage(new FakeAnswer.Usage(70, 50, 40)))) {
            HarnessOutput output = bed.model("gpt-5.5").run(OpenAiTestBed.asking(null), bed.context());

            assertThat(output.content()).isEqualTo("bees dance well");
            assertThat(output.stopReason()).isEqualTo(ModelStopReason.END);
            assertThat(output.usage()).isNotNull().extracting(TokenUsage::inputTokens, TokenUsage::outputTokens)
                    .containsExactly(70.0, 50.0);
            assertThat(bed.last().format()).isEqualTo(WireFormatName.OPENAI_RESPONSES);
            assertThat(bed.last().system()).isEqualTo("be brief");
            assertThat(bed.last().settings().maxTokens()).isEqualTo(1_200.0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5.5", "gpt-5.6-sol", "o3-pro", "gpt-5.1-codex", "gpt-4o"})
    void reasoningGoesBackBeforeTheCallsThatItLedTo(String name) throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.responses(ResponsesRulesTest::looksFirst)) {
            Harness model = bed.model(name);
            HarnessOutput asks = model.run(OpenAiTestBed.asking(null, OpenAiTestBed.LOOK, OpenAiTestBed.NOW),
                    bed.turn());
            HarnessOutput answer = model.run(OpenAiTestBed.answering(asks, OpenAiTestBed.LOOK, OpenAiTestBed.NOW),
                    bed.turn());

            assertThat(asks.stopReason()).isEqualTo(ModelStopReason.TOOL_USE);
            assertThat(asks.toolCalls()).extracting(call -> call.name()).containsExactly("look", "now");
            assertThat(answer.content()).isEqualTo("nothing there");
            assertThat(bed.last().asked().results()).hasSize(2);
        }
    }

    /** Nothing of a solve is to stay with the provider. */
    @Test
    void nothingIsStored() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.responses(_ -> FakeAnswer.says("yes"))) {
            bed.model("gpt-5.5").run(OpenAiTestBed.hello(), bed.context());

            assertThat(bed.last().raw().body()).containsPattern("\"store\"\\s*:\\s*false");
        }
    }

    @Test
    void aReplySchemaThatIsNotClosedIsTaken() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.responses(_ -> FakeAnswer.says("{\"signals\":[]}"))) {
            assertThat(bed.model("gpt-5.5").run(OpenAiTestBed.asking(null), bed.turn()).content())
                    .isEqualTo("{\"signals\":[]}");
            assertThat(bed.last().settings().schema()).isNotNull();
        }
    }

    @Test
    void aLimitBelowSixteenIsRaised() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.responses(_ -> FakeAnswer.says("y"))) {
            assertThat(bed.model("gpt-5.5").run(OpenAiTestBed.hello().withMaxTokens(1.0), bed.context()).content())
                    .isEqualTo("y");
        }
    }

    @Test
    void row8ARepairAfterAnEmptyReplyIsTaken() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.responses(request -> request.lastText().contains("again")
                ? FakeAnswer.says("now")
                : FakeAnswer.says(""))) {
            Harness model = bed.model("gpt-5.5");
            HarnessOutput empty = model.run(OpenAiTestBed.asking(null), bed.turn());

            assertThat(model.run(OpenAiTestBed.repairing(empty), bed.turn()).content()).isEqualTo("now");
        }
    }

    @Test
    void row9ReasoningModelsGetNoTemperature() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.responses(_ -> FakeAnswer.says("yes"))) {
            assertThat(bed.model("gpt-5.5").run(OpenAiTestBed.asking(0.7), bed.context()).content()).isEqualTo("yes");
        }
    }

    /** Two frames say that the response was created and is in progress; a third opens the reasoning. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void row10CreatedIsNoContent(int frames) throws Exception {
        assertThat(OpenAiTestBed.afterFiveSilentMinutes(OpenAiTestBed::responses, "gpt-5.5", frames).content())
                .isEqualTo("after all");
    }

    @Test
    void row11AnAnswerThatThoughtsCutSaysSo() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed
                .responses(_ -> FakeAnswer.says("the answer").withUsage(new FakeAnswer.Usage(20, 4_000, 3_990)))) {
            HarnessOutput output = bed.model("gpt-5.5").run(OpenAiTestBed.asking(null), bed.context());

            assertThat(output.stopReason()).isEqualTo(ModelStopReason.MAX_TOKENS);
            assertThat(output.content()).isEmpty();
            assertThat(output.usage()).isNotNull().extracting(TokenUsage::outputTokens).isEqualTo(1_200.0);
        }
    }

    @Test
    void aFilteredAnswerIsRefused() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed
                .responses(_ -> FakeAnswer.says("").finishing(FakeAnswer.Finish.REFUSED))) {
            assertThat(bed.failure(bed.model("gpt-5.5"), OpenAiTestBed.hello()).kind())
                    .isEqualTo(HarnessFailure.Kind.REFUSED);
        }
    }

    @Test
    void anErrorInTheMiddleIsNamed() throws Exception {
        for (ProviderRefusal problem : List.of(ProviderRefusal.SERVER_ERROR, ProviderRefusal.RATE_LIMITED)) {
            try (OpenAiTestBed bed = OpenAiTestBed
                    .responses(_ -> new FakeAnswer.Fault.FailsLate(FakeAnswer.says("bees dance"), 4, problem))) {
                HarnessFailure failure = bed.failure(bed.model("gpt-5.5"), OpenAiTestBed.hello());

                assertThat(failure.recoverable()).isTrue();
                assertThat(failure.message()).containsAnyOf("The server had an error", "Rate limit reached");
            }
        }
    }
}
