package dev.waggle.testing.provider;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules of Azure OpenAI: paths, versions, keys, deployments, and the rules of OpenAI behind them. */
class AzureRulesTest {

    private static final String NEW = "?api-version=2024-10-21";

    private final RuleProbe probe = new RuleProbe(FakeServerConfig.defaults().withDeployment("team-chat", "gpt-5.1")
            .withDeployment("team-pro", "o3-pro").withDeployment("team-mini", "o3-mini"),
            _ -> FakeAnswer.says("taken"));

    @AfterEach
    void close() {
        probe.close();
    }

    private static String path(String deployment, String query) {
        return "/openai/deployments/" + deployment + "/chat/completions" + query;
    }

    private static String body(String fields) {
        return "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + fields + "}";
    }

    private RuleProbe.Reply post(String path, String body) throws Exception {
        return probe.post(path, body, "api-key", "0123456789");
    }

    @Test
    void takesBothFormsOfPathAndKey() throws Exception {
        String v1 = "{\"model\":\"fake-fast\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

        assertThat(post(path("fake-fast", NEW), body("")).body()).contains("taken");
        assertThat(probe.post(path("fake-fast", NEW), body("")).body()).contains("taken");
        assertThat(post("/openai/v1/chat/completions", v1).body()).contains("taken");
        String input = "{\"model\":\"fake-fast\",\"input\":\"hi\"}";
        assertThat(post("/openai/v1/responses?api-version=preview", input).body()).contains("taken");
        assertThat(post("/openai/responses?api-version=2025-04-01-preview", input).body()).contains("taken");
        assertThat(probe.server.requests()).allMatch(request -> request.format() == WireFormatName.AZURE)
                .allMatch(request -> request.model().equals("fake-fast"));
        assertThat(probe.server.requests()).extracting(FakeRequest::key).contains("0123456789", "sk-test");
    }

    @Test
    void aMissingKeyIsRefused() throws Exception {
        RuleProbe.Reply reply = probe.post(path("fake-fast", NEW), body(""), "Content-Type", "application/json");

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("401");
        assertThat(reply.message()).startsWith("Access denied due to invalid subscription key or wrong API endpoint.");
    }

    @ParameterizedTest
    @CsvSource({"'', 404, 404, Resource not found",
        "?api-version=2024-10-20, 400, BadRequest, API version not supported"})
    void aMissingOrUnknownVersionIsRefused(String query, int status, String code, String words) throws Exception {
        RuleProbe.Reply reply = post(path("fake-fast", query), body(""));

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.message()).isEqualTo(words);
    }

    @Test
    void theNewPathTakesNoDatedVersion() throws Exception {
        assertThat(post("/openai/v1/chat/completions" + NEW, body(",\"model\":\"fake-fast\"")).message())
                .isEqualTo("API version not supported");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/openai/chat/completions", "/openai/deployments/fake-fast/chat", "/openai/v2/responses"})
    void anUnknownPathIsNotFound(String path) throws Exception {
        RuleProbe.Reply reply = post(path, body(""));

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.message()).isEqualTo("Resource not found");
    }

    @Test
    void anUnknownDeploymentIsNotFound() throws Exception {
        RuleProbe.Reply reply = post(path("none", NEW), body(""));

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.code()).isEqualTo("DeploymentNotFound");
        assertThat(post("/openai/v1/chat/completions", body(",\"model\":\"none\"")).code())
                .isEqualTo("DeploymentNotFound");
    }

    @Test
    void aDeploymentHasTheRulesOfItsModel() throws Exception {
        RuleProbe.Reply older = post(path("team-chat", NEW), body(",\"max_tokens\":900"));
        RuleProbe.Reply cold = post(path("team-chat", NEW), body(",\"temperature\":0.2"));
        RuleProbe.Reply good = post(path("team-chat", NEW), body(",\"max_completion_tokens\":900"));

        assertThat(older.message()).startsWith("Unsupported parameter: 'max_tokens' is not supported with this model.");
        assertThat(cold.message()).contains("Only the default (1) value is supported.");
        assertThat(good.body()).contains("taken").contains("\"model\":\"gpt-5.1\"");
        assertThat(probe.server.requests()).extracting(FakeRequest::model).containsOnly("team-chat");
    }

    @Test
    void aModelOfTheResponsesIsNotOfChat() throws Exception {
        RuleProbe.Reply reply = post(path("team-pro", NEW), body(""));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("OperationNotSupported");
        assertThat(reply.message()).startsWith("The chatCompletion operation does not work with the specified model,"
                + " o3-pro.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fake-fast | 2024-06-01 | 2024-08-01-preview | schema  | 2024-08-01-preview and later
            fake-fast | 2024-06-01 | 2024-10-21         | usage   | Unrecognized request argument supplied: stream_options
            fake-fast | 2024-06-01 | 2024-10-21         | limit   | supplied: max_completion_tokens
            team-mini | 2024-10-21 | 2024-12-01-preview | nothing | Model {modelName} is enabled only for api versions
            """)
    void aVersionHasTheFieldsOfItsTime(String deployment, String old, String late, String feature, String words)
            throws Exception {
        String field = switch (feature) {
            case "schema" -> "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"x\"}}";
            case "usage" -> "\"stream\":true,\"stream_options\":{\"include_usage\":true}";
            case "limit" -> "\"max_completion_tokens\":900";
            default -> "\"n\":1";
        };
        RuleProbe.Reply refused = post(path(deployment, "?api-version=" + old), body("," + field));
        RuleProbe.Reply taken = post(path(deployment, "?api-version=" + late), body("," + field));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.message()).contains(words);
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    }

    @Test
    void responsesNeedALateVersion() throws Exception {
        assertThat(post("/openai/responses" + NEW, "{\"model\":\"fake-fast\",\"input\":\"hi\"}").message())
                .isEqualTo("Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later");
    }

    @Test
    void aStreamBeginsWithAChunkWithoutChoices() throws Exception {
        String body = post(path("fake-fast", NEW), body(",\"stream\":true")).body();

        assertThat(body.lines().findFirst().orElseThrow()).startsWith("data: {\"choices\":[]")
                .contains("prompt_filter_results");
    }

    @Test
    void theContentFilterHasWordsOfItsOwn() throws Exception {
        try (RuleProbe filters = new RuleProbe(FakeServerConfig.defaults(), _ -> FakeAnswer.filteredByAzure())) {
            RuleProbe.Reply reply = filters.post(path("fake-fast", NEW), body(""));

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo("content_filter");
            assertThat(reply.message()).startsWith("The response was filtered due to the prompt triggering Azure");
            assertThat(reply.body()).contains("ResponsibleAIPolicyViolation");
        }
    }
}
