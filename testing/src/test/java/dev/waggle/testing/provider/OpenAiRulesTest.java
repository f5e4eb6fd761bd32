package dev.waggle.testing.provider;

import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.testing.provider.OpenAiBodies.ASKS;
import static dev.waggle.testing.provider.OpenAiBodies.HI;
import static dev.waggle.testing.provider.OpenAiBodies.PATH;
import static dev.waggle.testing.provider.OpenAiBodies.body;
import static dev.waggle.testing.provider.OpenAiBodies.call;
import static dev.waggle.testing.provider.OpenAiBodies.format;
import static dev.waggle.testing.provider.OpenAiBodies.messages;
import static dev.waggle.testing.provider.OpenAiBodies.result;
import static dev.waggle.testing.provider.OpenAiBodies.tools;
import static dev.waggle.testing.provider.OpenAiBodies.with;
import static org.assertj.core.api.Assertions.assertThat;

/** Rules of OpenAI's chat completions: a request that breaks each, and the nearest one that is taken. */
class OpenAiRulesTest {

    private final RuleProbe probe = new RuleProbe();

    @AfterEach
    void close() {
        probe.close();
    }

    static Stream<RuleProbe.Rule> shapes() {
        return Stream.of(
                new RuleProbe.Rule("an unknown field is refused", with("\"num_ctx\":1"),
                        "Unrecognized request argument supplied: num_ctx", with("\"seed\":1")),
                new RuleProbe.Rule("an unknown field of a message is refused",
                        messages("{\"role\":\"user\",\"content\":\"hi\",\"thinking\":\"hm\"}"),
                        "Unknown parameter: 'messages[0].thinking'.", messages(HI)),
                new RuleProbe.Rule("a model is required", "{\"messages\":[" + HI + "]}",
                        "Missing required parameter: 'model'.", with()),
                new RuleProbe.Rule("messages are required", "{\"model\":\"gpt-4o\"}",
                        "Missing required parameter: 'messages'.", with()),
                new RuleProbe.Rule("messages are not empty", messages(),
                        "Invalid 'messages': empty array. Expected an array with minimum length 1", messages(HI)),
                new RuleProbe.Rule("a role is known", messages("{\"role\":\"human\",\"content\":\"hi\"}"),
                        "Invalid value: 'human'. Supported values are: 'assistant', 'developer'", messages(HI)),
                new RuleProbe.Rule("a role is required", messages("{\"content\":\"hi\"}"),
                        "Missing required parameter: 'messages[0].role'.", messages(HI)),
                new RuleProbe.Rule("content is a text or a list of parts",
                        messages("{\"role\":\"user\",\"content\":{\"text\":\"hi\"}}"),
                        "expected one of a string or array of objects, but got an object instead.",
                        messages("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}")),
                new RuleProbe.Rule("content of a user is not null", messages("{\"role\":\"user\",\"content\":null}"),
                        "Invalid value for 'content': expected a string, got null.", messages(HI)),
                new RuleProbe.Rule("a number is no text", with("\"temperature\":\"hot\""),
                        "Invalid type for 'temperature': expected a decimal, but got a string instead.",
                        with("\"temperature\":1")),
                new RuleProbe.Rule("a body is JSON", "{\"model\":", "We could not parse the JSON body", with()));
    }

    static Stream<RuleProbe.Rule> messageRules() {
        return Stream.of(
                new RuleProbe.Rule("an assistant message has content unless it has tool calls",
                        messages(HI, "{\"role\":\"assistant\"}", HI),
                        "Invalid value for 'content': expected a string, got null.",
                        messages(HI, "{\"role\":\"assistant\",\"content\":\"(no answer)\"}", HI)),
                new RuleProbe.Rule("content that is null is none",
                        messages(HI, "{\"role\":\"assistant\",\"content\":null}", HI), "got null",
                        messages(HI, ASKS, result("c1"), result("c2"))),
                new RuleProbe.Rule("each call is answered", messages(HI, ASKS, result("c1")),
                        "The following tool_call_ids did not have response messages: c2",
                        messages(HI, ASKS, result("c1"), result("c2"))),
                new RuleProbe.Rule("calls are answered right behind them",
                        messages(HI, ASKS, HI, result("c1"), result("c2")),
                        "must be followed by tool messages responding to each 'tool_call_id'",
                        messages(HI, ASKS, result("c2"), result("c1"), HI)),
                new RuleProbe.Rule("a result belongs to a call", messages(HI, result("c1")),
                        "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
                        messages(HI, ASKS, result("c1"), result("c2"))),
                new RuleProbe.Rule("the id of a result is that of a call",
                        messages(HI, ASKS, result("c1"), result("c2"), result("c3")),
                        "messages with role 'tool' must be a response", messages(HI, ASKS, result("c1"), result("c2"))),
                new RuleProbe.Rule("the id of a call has 40 characters at most",
                        messages(HI, "{\"role\":\"assistant\",\"tool_calls\":[" + call("c".repeat(41)) + "]}",
                                result("c".repeat(41))),
                        "'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40",
                        messages(HI, "{\"role\":\"assistant\",\"tool_calls\":[" + call("c".repeat(40)) + "]}",
                                result("c".repeat(40)))),
                new RuleProbe.Rule("a list of calls is not empty",
                        messages(HI, "{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[]}"),
                        "Invalid 'messages[1].tool_calls': empty array",
                        messages(HI, "{\"role\":\"assistant\",\"content\":\"x\"}")));
    }

    static Stream<RuleProbe.Rule> settingRules() {
        return Stream.of(
                new RuleProbe.Rule("stream options need a stream", with("\"stream_options\":{\"include_usage\":true}"),
                        "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
                        with("\"stream\":true", "\"stream_options\":{\"include_usage\":true}")),
                new RuleProbe.Rule("the output limit has one name",
                        with("\"max_tokens\":9", "\"max_completion_tokens\":9"),
                        "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
                        with("\"max_tokens\":9")),
                new RuleProbe.Rule("the output limit is above 0", with("\"max_tokens\":0"),
                        "Invalid 'max_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.",
                        with("\"max_tokens\":1")),
                new RuleProbe.Rule("the output limit is that of the model", with("\"max_completion_tokens\":16385"),
                        "This model supports at most 16384 completion tokens, whereas you provided 16385.",
                        with("\"max_completion_tokens\":16384")),
                new RuleProbe.Rule("a temperature is 2 at most", with("\"temperature\":2.5"),
                        "decimal above maximum value. Expected a value <= 2, but got 2.5 instead.",
                        with("\"temperature\":2")),
                new RuleProbe.Rule("a plain model has no effort", with("\"reasoning_effort\":\"low\""),
                        "Unrecognized request argument supplied: reasoning_effort",
                        body("o3", "\"reasoning_effort\":\"low\"")),
                new RuleProbe.Rule("JSON mode wants the word", with("\"response_format\":{\"type\":\"json_object\"}"),
                        "'messages' must contain the word 'json' in some form",
                        "{\"model\":\"gpt-4o\",\"messages\":[{\"role\":\"user\",\"content\":\"Write JSON.\"}],"
                                + "\"response_format\":{\"type\":\"json_object\"}}"));
    }

    @ParameterizedTest
    @MethodSource({"shapes", "messageRules", "settingRules"})
    void refusesWhatBreaksARuleAndTakesItsNeighbour(RuleProbe.Rule rule) throws Exception {
        RuleProbe.Reply refused = probe.post(PATH, rule.bad());
        RuleProbe.Reply taken = probe.post(PATH, rule.good());

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.message()).contains(rule.words());
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"o1", "o3", "o3-mini", "o4-mini", "gpt-5", "gpt-5-mini", "gpt-5.1", "gpt-5.4", "gpt-5.5",
        "gpt-5.6-terra"})
    void reasoningModelsTakeTheNewerLimitAndTemperatureOneOnly(String model) throws Exception {
        RuleProbe.Reply older = probe.post(PATH, body(model, "\"max_tokens\":900"));
        RuleProbe.Reply cold = probe.post(PATH, body(model, "\"temperature\":0.7"));
        RuleProbe.Reply good = probe.post(PATH, body(model, "\"max_completion_tokens\":900", "\"temperature\":1"));

        assertThat(older.status()).isEqualTo(400);
        assertThat(older.message()).isEqualTo("Unsupported parameter: 'max_tokens' is not supported with this model."
                + " Use 'max_completion_tokens' instead.");
        assertThat(older.code()).isEqualTo("unsupported_parameter");
        assertThat(cold.message()).isEqualTo("Unsupported value: 'temperature' does not support 0.7 with this model."
                + " Only the default (1) value is supported.");
        assertThat(cold.code()).isEqualTo("unsupported_value");
        assertThat(good.status()).as(good.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-4o", "gpt-4.1-mini", "gpt-5-chat-latest", "fake-fast"})
    void plainModelsTakeTheOlderLimitAndAnyTemperature(String model) throws Exception {
        assertThat(probe.post(PATH, body(model, "\"max_tokens\":900", "\"temperature\":0.7")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"gpt-5.5, , true", "gpt-5.5, none, true", "gpt-5.6-sol, , true", "gpt-5.6-sol, low, true",
        "gpt-5.6-sol, none, false", "gpt-5.4, , false", "gpt-5.4, low, true", "gpt-5.2, medium, true",
        "gpt-5.1, low, false", "gpt-4o, , false", "o3, low, false"})
    void newModelsTakeNoFunctionToolsHere(String model, String effort, boolean refused) throws Exception {
        String tools = tools("{\"type\":\"object\",\"properties\":{}}");
        RuleProbe.Reply reply = probe.post(PATH, effort == null
                ? body(model, tools)
                : body(model, tools, "\"reasoning_effort\":\"" + effort + "\""));

        assertThat(reply.status()).as(reply.body()).isEqualTo(refused ? 400 : 200);
        assertThat(reply.message()).startsWith(refused
                ? "Function tools with reasoning_effort are not supported for " + model + " in /v1/chat/completions."
                : "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"o1-pro", "o3-pro", "gpt-5-pro", "gpt-5.2-pro", "gpt-5-codex", "gpt-5.1-codex-max",
        "codex-mini-latest"})
    void someModelsAreOfTheResponsesOnly(String model) throws Exception {
        RuleProbe.Reply reply = probe.post(PATH, body(model));

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.message())
                .isEqualTo("This model is only supported in v1/responses and not in v1/chat/completions.");
        assertThat(reply.param()).isEqualTo("model");
    }

    @Test
    void anUnknownEffortIsRefusedWithTheKnownOnes() throws Exception {
        assertThat(probe.post(PATH, body("gpt-5", "\"reasoning_effort\":\"none\"")).message())
                .isEqualTo("Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported"
                        + " values are: 'minimal', 'low', 'medium', and 'high'.");
        assertThat(probe.post(PATH, body("gpt-5.1", "\"reasoning_effort\":\"none\"")).status()).isEqualTo(200);
    }

    @Test
    void anUnknownModelPathOrMissingKeyIsRefused() throws Exception {
        RuleProbe.Reply model = probe.post(PATH, body("llama3.2"));
        RuleProbe.Reply path = probe.post("/v1/chat/completion", with());
        RuleProbe.Reply key = probe.post(PATH, with(), "Content-Type", "application/json");

        assertThat(model.status()).isEqualTo(404);
        assertThat(model.code()).isEqualTo("model_not_found");
        assertThat(path.status()).isEqualTo(404);
        assertThat(path.message()).isEqualTo("Invalid URL (POST /v1/chat/completion)");
        assertThat(key.status()).isEqualTo(401);
        assertThat(key.message()).isEqualTo("Missing bearer or basic authentication in header");
    }

    @Test
    void thoughtsOfAReasoningModelEatTheLimit() throws Exception {
        try (RuleProbe thinks = new RuleProbe(FakeServerConfig.defaults(),
                _ -> FakeAnswer.says("the answer").withUsage(new FakeAnswer.Usage(20, 4_000, 3_990)))) {
            RuleProbe.Reply eaten = thinks.post(PATH, body("gpt-5", "\"max_completion_tokens\":1200"));
            RuleProbe.Reply enough = thinks.post(PATH, body("gpt-5", "\"max_completion_tokens\":8192"));

            assertThat(eaten.body()).contains("\"finish_reason\":\"length\"").contains("\"reasoning_tokens\":1200")
                    .doesNotContain("the answer");
            assertThat(enough.body()).contains("\"finish_reason\":\"stop\"").contains("the answer");
        }
    }

    @Test
    void tellsCachedTokensAndItsOwnWords() throws Exception {
        try (RuleProbe cached = new RuleProbe(FakeServerConfig.defaults(),
                _ -> FakeAnswer.says("I cannot").withUsage(new FakeAnswer.Usage(90, 5, 0, 64, 0))
                        .finishingWith("refusal"))) {
            String body = cached.post(PATH, with()).body();

            assertThat(body).contains("\"cached_tokens\":64").contains("\"refusal\":\"I cannot\"")
                    .contains("\"content\":null").contains("\"finish_reason\":\"stop\"");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NO_TOOLS             | tools                 | requires --enable-auto-tool-choice and --tool-call-parser
            NO_SCHEMAS           | response_format       | This response_format type is unavailable now
            NO_COMPLETION_TOKENS | max_completion_tokens | Extra inputs are not permitted
            """)
    void aCompatibleServerRefusesWhatItIsToRefuse(FakeServerConfig.CompatibleLimit limit, String field, String words)
            throws Exception {
        String body = body("any", switch (field) {
            case "tools" -> tools("{\"type\":\"object\"}");
            case "response_format" -> format("reply", false, "{}");
            default -> "\"max_completion_tokens\":9";
        });
        try (RuleProbe limited = new RuleProbe(FakeServerConfig.compatible(limit), _ -> FakeAnswer.says("taken"));
                RuleProbe plain = new RuleProbe(FakeServerConfig.compatible(), _ -> FakeAnswer.says("taken"))) {
            RuleProbe.Reply refused = limited.post("/compatible/chat/completions", body);

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains(words);
            assertThat(plain.post("/chat/completions", body).status()).isEqualTo(200);
        }
    }

    @Test
    void aCompatibleServerTakesUnknownFieldsAndNoKey() throws Exception {
        try (RuleProbe plain = new RuleProbe(FakeServerConfig.compatible(), _ -> FakeAnswer.says("taken"))) {
            RuleProbe.Reply reply = plain.post(PATH, body("any", "\"repeat_penalty\":1.1", "\"max_tokens\":9"),
                    "Content-Type", "application/json");

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body().toLowerCase(Locale.ROOT)).contains("taken");
            assertThat(plain.server.requests().getFirst().settings().maxTokens()).isEqualTo(9);
        }
    }
}
