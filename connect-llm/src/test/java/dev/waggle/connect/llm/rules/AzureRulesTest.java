package dev.waggle.connect.llm.rules;

import java.util.function.Function;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The rules of Azure OpenAI, one test each, against a server that refuses what breaks them. */
class AzureRulesTest {

    private static final String DATED = ",\"apiVersion\":\"2024-10-21\"";
    private static final String BY_SCHEMA = ",\"structuredOutput\":\"schema\"";

    private static OpenAiTestBed azure(String fields, Function<FakeRequest, FakeAnswer> script) {
        return new OpenAiTestBed("\"kind\":\"azure\",\"baseUrl\":\"%s\"" + BY_SCHEMA + fields,
                FakeServerConfig.defaults().withDeployment("team-chat", "gpt-5.1"), script);
    }

    private static FakeAnswer looksFirst(FakeRequest request) {
        return request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}"),
                        new FakeAnswer.Call("c2", "look", "{\"where\":\"south\"}"))
                : FakeAnswer.says("nothing there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", DATED, ",\"bearer\":true"})
    void toolsAndSchemaGoThroughEachForm(String fields) throws Exception {
        try (OpenAiTestBed bed = azure(fields, AzureRulesTest::looksFirst)) {
            Harness model = bed.model("fake-fast");
            HarnessOutput asks = model.run(OpenAiTestBed.asking(0.3, OpenAiTestBed.LOOK), bed.turn());
            HarnessOutput answer = model.run(OpenAiTestBed.answering(asks, OpenAiTestBed.LOOK), bed.turn());

            assertThat(answer.content()).isEqualTo("nothing there");
            assertThat(bed.last().format()).isEqualTo(WireFormatName.AZURE);
            assertThat(bed.last().key()).isEqualTo(OpenAiTestBed.KEY);
            assertThat(bed.last().header(fields.contains("bearer") ? "authorization" : "api-key")).isNotEmpty();
            assertThat(bed.last().raw().path()).startsWith(fields.equals(DATED)
                    ? "/openai/deployments/fake-fast/"
                    : "/openai/v1/");
        }
    }

    @Test
    void aDeploymentHasANameOfItsOwn() throws Exception {
        try (OpenAiTestBed bed = azure(DATED + ",\"deployment\":\"team-chat\"", _ -> FakeAnswer.says("yes"))) {
            assertThat(bed.model("gpt-5.1").run(OpenAiTestBed.asking(0.7), bed.context()).content()).isEqualTo("yes");
            assertThat(bed.last().model()).isEqualTo("team-chat");
        }
    }

    /** The name of the deployment does not say that its model reasons. */
    @Test
    void row7AHiddenModelIsAskedAgainAsItWants() throws Exception {
        try (OpenAiTestBed bed = azure(DATED, _ -> FakeAnswer.says("yes"))) {
            Harness model = bed.model("team-chat");

            assertThat(model.run(OpenAiTestBed.asking(0.7), bed.context()).content()).isEqualTo("yes");
            int asked = bed.server.requests().size();
            model.run(OpenAiTestBed.asking(0.7), bed.context());

            assertThat(bed.server.requests()).as("the refusals are remembered").hasSize(asked + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5", "o4-mini"})
    void row7ReasoningModelsGetTheNewerLimit(String name) throws Exception {
        try (OpenAiTestBed bed = azure(DATED, _ -> FakeAnswer.says("yes"))) {
            assertThat(bed.model(name).run(OpenAiTestBed.asking(null), bed.context()).content()).isEqualTo("yes");
            assertThat(bed.server.requests()).hasSize(1);
        }
    }

    /** Versions of Azure from before schemas, the newer limit and counts in streams. Each refusal teaches one. */
    @ParameterizedTest
    @ValueSource(strings = {"2024-02-01", "2024-06-01"})
    void anOldVersionIsAskedAsItWants(String version) throws Exception {
        try (OpenAiTestBed bed = azure(",\"apiVersion\":\"" + version + "\"", _ -> FakeAnswer.says("yes"))) {
            Harness model = bed.model("gpt-4o");
            HarnessOutput first = run(model, bed);
            int asked = bed.server.requests().size();
            run(model, bed);

            assertThat(first.content()).isEqualTo("yes");
            assertThat(bed.last().raw().body()).contains("\"max_tokens\"").doesNotContain("stream_options",
                    "json_schema");
            assertThat(bed.server.requests()).as("the refusals are remembered").hasSize(asked + 1);
        }
    }

    private static HarnessOutput run(Harness model, OpenAiTestBed bed) throws InterruptedException {
        try {
            return model.run(OpenAiTestBed.asking(0.7, OpenAiTestBed.LOOK), bed.turn());
        } catch (HarnessException failed) {
            throw new AssertionError(failed.failure().message(), failed);
        }
    }

    @Test
    void row8ARepairAfterAnEmptyReplyIsTaken() throws Exception {
        try (OpenAiTestBed bed = azure("", request -> request.lastText().contains("again")
                ? FakeAnswer.says("now")
                : FakeAnswer.says(""))) {
            Harness model = bed.model("fake-fast");
            HarnessOutput empty = model.run(OpenAiTestBed.asking(null), bed.turn());

            assertThat(model.run(OpenAiTestBed.repairing(empty), bed.turn()).content()).isEqualTo("now");
        }
    }

    @Test
    void anUnknownDeploymentIsNamed() throws Exception {
        try (OpenAiTestBed bed = azure(DATED, _ -> FakeAnswer.says("never"))) {
            HarnessFailure failure = bed.failure(bed.model("nowhere"), OpenAiTestBed.hello());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.UNKNOWN_MODEL);
            assertThat(failure.message()).contains("nowhere").contains("deployment");
        }
    }

    @Test
    void anUnknownVersionIsNamed() throws Exception {
        try (OpenAiTestBed bed = azure(",\"apiVersion\":\"2031-01-01\"", _ -> FakeAnswer.says("never"))) {
            HarnessFailure failure = bed.failure(bed.model("fake-fast"), OpenAiTestBed.hello());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.BAD_REQUEST);
            assertThat(failure.message()).contains("API version not supported");
        }
    }

    @Test
    void aFilteredPromptIsRefused() throws Exception {
        try (OpenAiTestBed bed = azure(DATED, _ -> FakeAnswer.filteredByAzure())) {
            HarnessFailure failure = bed.failure(bed.model("fake-fast"), OpenAiTestBed.hello());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.REFUSED);
            assertThat(failure.message()).contains("content");
        }
    }
}
