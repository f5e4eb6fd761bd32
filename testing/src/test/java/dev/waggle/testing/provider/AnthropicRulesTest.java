package dev.waggle.testing.provider;

import java.net.http.HttpResponse;
import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.AnthropicTurnRules;
import dev.waggle.testing.provider.rule.WireJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that Anthropic refuses, each with a neighbour that it takes. */
class AnthropicRulesTest {

    private static final String HAIKU = "claude-haiku-4-5";
    private static final String HELLO = "{\"role\":\"user\",\"content\":\"hello\"}";
    private static final String LOOK = "{\"name\":\"look\",\"input_schema\":{\"type\":\"object\",\"properties\":"
            + "{\"where\":{\"type\":\"string\",\"minLength\":2}}}}";
    private static final String CALL = "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"look\",\"input\":{}}";
    private static final String RESULT = "{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"north\"}";

    private final RulesClient client = new RulesClient("/v1/messages", _ -> FakeAnswer.says("fine").thinking("hm"));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void theVersionIsAHeader() throws Exception {
        HttpResponse<String> answer = client.send(of(HAIKU, ""), "x-api-key", "k");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("anthropic-version: header is required");
    }

    @Test
    void anUnknownPathIsNotFound() throws Exception {
        assertThat(client.at("/messages").ask(of(HAIKU, "")).statusCode()).isEqualTo(404);
        assertThat(client.ask(of(HAIKU, "")).body()).contains("not_found_error");
    }

    @Test
    void unknownFieldsAreRefused() throws Exception {
        refuses(of(HAIKU, ",\"response_format\":{}"), "response_format: Extra inputs are not permitted");
        refuses(of(HAIKU, ",\"tools\":[{\"name\":\"a\",\"input_schema\":{\"type\":\"object\"},\"x\":1}]"),
                "tools.0.custom.x: Extra inputs are not permitted");
        refuses(messages(HELLO,
                assistant("{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"b\",\"input\":{},\"text\":1}")),
                "messages.1.content.0.tool_use.text: Extra inputs are not permitted");
        client.takes(of(HAIKU, ",\"top_k\":3"));
    }

    @Test
    void requiredFieldsAreRequired() throws Exception {
        refuses("{\"model\":\"m\",\"messages\":[" + HELLO + "]}", "max_tokens: Field required");
        refuses("{\"max_tokens\":1,\"messages\":[" + HELLO + "]}", "model: Field required");
        refuses("{\"model\":\"m\",\"max_tokens\":1,\"messages\":[]}", "messages: at least one message is required");
    }

    @Test
    void theLimitIsThatOfTheModel() throws Exception {
        refuses("{\"model\":\"claude-sonnet-4-20250514\",\"max_tokens\":1000000,\"messages\":[" + HELLO + "]}",
                "max_tokens: 1000000 > 64000, which is the maximum allowed number of output tokens for"
                        + " claude-sonnet-4-20250514");
        client.takes("{\"model\":\"claude-opus-5\",\"max_tokens\":128000,\"messages\":[" + HELLO + "]}");
    }

    @Test
    void someModelsCannotStopThinking() throws Exception {
        for (String model : List.of("claude-fable-5-1", "claude-opus-5-5", "claude-sonnet-5-5")) {
            refuses(of(model, ",\"thinking\":{\"type\":\"disabled\"}"),
                    "\"thinking.type.disabled\" is not supported for this model");
        }
        for (String model : List.of("claude-opus-5", "claude-haiku-5-5")) {
            client.takes(of(model, ",\"thinking\":{\"type\":\"disabled\"}"));
        }
    }

    @Test
    void theSystemPromptIsNoMessage() throws Exception {
        refuses(messages("{\"role\":\"system\",\"content\":\"be brief\"}", HELLO), "Unexpected role \"system\"");
        client.takes(of(HAIKU, ",\"system\":\"be brief\""));
    }

    @Test
    void contentsAreNotEmpty() throws Exception {
        refuses(messages(HELLO, "{\"role\":\"assistant\",\"content\":\"\"}", HELLO),
                "messages.1: all messages must have non-empty content except for the optional final assistant message");
        refuses(messages("{\"role\":\"user\",\"content\":[]}"), "messages.0: all messages must have non-empty content");
        refuses(messages(user(text(""))), "messages: text content blocks must be non-empty");
        refuses(messages(user(text(" \\n"))), "messages: text content blocks must contain non-whitespace text");
        client.takes(messages(user(text(" ") + "," + text("real"))));
    }

    @Test
    void theLastAnswerEndsWithoutWhiteSpaceWhereItMayBeGiven() throws Exception {
        refuses(messages(HELLO, assistant(text("well "))),
                "messages: final assistant content cannot end with trailing whitespace");
        client.takes(messages(HELLO, assistant(text("well"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-opus-4-6", "claude-opus-4-8", "claude-sonnet-5", "claude-opus-5"})
    void newerModelsTakeNoBeginningOfAnAnswer(String model) throws Exception {
        refuses(of(model, HELLO + "," + assistant(text("well")), ""),
                "This model does not support assistant message prefill. The conversation must end with a user"
                        + " message.");
        client.takes(of(model, HELLO + "," + assistant(text("well")) + "," + HELLO, ""));
    }

    @Test
    void thoughtsAreNotTheLastBlock() throws Exception {
        refuses(messages(HELLO, assistant(thought("hm")), HELLO),
                "messages.1: The final block in an assistant message cannot be `thinking`.");
        client.takes(messages(HELLO, assistant(thought("hm") + "," + text("well")), HELLO));
    }

    @Test
    void thoughtsComeBackAsTheyWere() throws Exception {
        String changed = thought("hm").replace("\"thinking\":\"hm\"", "\"thinking\":\"ha\"");
        refuses(messages(HELLO, assistant(changed + "," + text("well")), HELLO),
                "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot"
                        + " be modified.");
        refuses(messages(HELLO, assistant(changed + "," + text("well")), HELLO, assistant(text("so")), HELLO),
                "messages.1.content.0: Invalid `signature` in `thinking` block");
        refuses(messages(HELLO, assistant("{\"type\":\"thinking\",\"thinking\":\"hm\"}," + text("well")), HELLO),
                "messages.1.content.0.thinking.signature: Field required");
    }

    @Test
    void theSignatureOfAnAnswerIsTaken() throws Exception {
        JsonValue answer = client.takes(of(HAIKU, ""));

        client.takes(messages(HELLO, "{\"role\":\"assistant\",\"content\":"
                + JsonText.write(WireJson.field(answer, "content")) + "}", HELLO));
    }

    @Test
    void callsAreLedByThoughtsWhileThinkingIsOn() throws Exception {
        String thinks = ",\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024},\"tools\":[" + LOOK + "]";
        refuses(of(HAIKU, HELLO + "," + assistant(CALL) + "," + user(RESULT), thinks),
                "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.");
        client.takes(of(HAIKU, HELLO + "," + assistant(thought("hm") + "," + CALL) + "," + user(RESULT), thinks));
    }

    @Test
    void everyCallHasItsResultInTheNextMessage() throws Exception {
        refuses(tools(HELLO, assistant(CALL), HELLO),
                "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t1.");
        refuses(tools(HELLO, assistant(CALL), user(text("so") + "," + RESULT)),
                "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t1.");
        refuses(tools(HELLO, user(RESULT)),
                "messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t1.");
        refuses(tools(HELLO, assistant(CALL), user(RESULT + "," + RESULT)),
                "messages.2.content.1: each tool_use must have a single result.");
        refuses(tools(HELLO, assistant(CALL + "," + CALL), user(RESULT)), "messages.1: `tool_use` ids must be unique");
        refuses(tools(HELLO, assistant(CALL), user(RESULT.replace("\"north\"", "\"\",\"is_error\":true"))),
                "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true");
        refuses(messages(HELLO, assistant(CALL), user(RESULT)),
                "Requests which include `tool_use` or `tool_result` blocks must define tools");
        client.takes(tools(HELLO, assistant(CALL), user(RESULT + "," + text("so"))));
    }

    @Test
    void idsOfCallsFitTheirPattern() throws Exception {
        refuses(tools(HELLO, assistant(CALL.replace("t1", "call:1")), user(RESULT.replace("t1", "call:1"))),
                "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'");
    }

    @Test
    void toolsHaveNamesAndSchemas() throws Exception {
        String open = "{\"name\":\"NAME\",\"input_schema\":{\"type\":\"object\"SO}}";
        refuses(of(HAIKU, ",\"tools\":[" + open.replace("NAME", "a b").replace("SO", "") + "]"),
                "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'");
        refuses(of(HAIKU, ",\"tools\":[" + LOOK + "," + LOOK + "]"), "tools: Tool names must be unique.");
        refuses(of(HAIKU, ",\"tools\":[{\"name\":\"a\",\"input_schema\":{}}]"),
                "tools.0.custom.input_schema.type: Field required");
        refuses(of(HAIKU, ",\"tools\":[" + open.replace("SO", ",\"oneOf\":[]") + "]"),
                "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level");
        refuses(of(HAIKU, ",\"tools\":[" + open.replace("SO", ",\"properties\":{\"a b\":{}}") + "]"),
                "tools.0.custom.input_schema.properties: Property keys should match pattern");
        refuses(of(HAIKU, ",\"tool_choice\":{\"type\":\"any\"}"), "may only be specified while providing tools");
        client.takes(of(HAIKU, ",\"tools\":[" + LOOK + "],\"tool_choice\":{\"type\":\"none\"}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{'type':'number','minimum':0,'maximum':1} | For 'number' type, properties maximum, minimum are not supported",
        "{'type':'integer','multipleOf':2} | For 'integer' type, property 'multipleOf' is not supported",
        "{'type':'string','minLength':1} | For 'string' type, property 'minLength' is not supported",
        "{'type':'string','format':'regex'} | For 'string' type, format 'regex' is not supported",
        "{'type':'array','items':{},'maxItems':3} | For 'array' type, property 'maxItems' is not supported",
        "{'type':'array','items':{},'minItems':2} | For 'array' type, 'minItems' values other than 0 or 1 are not",
        "{'type':'object'} | For 'object' type, 'additionalProperties' must be explicitly set to false",
        "{'type':'object','additionalProperties':true} | 'additionalProperties: true' is not supported.",
        "{'type':'object','additionalProperties':{}} | 'additionalProperties: object' is not supported.",
        "{'oneOf':[{'type':'null'}]} | Schema type 'oneOf' is not supported",
        "{'enum':[{}]} | Enum values must be strings, numbers, booleans, or null",
        "{'$ref':'http://x.test/a'} | External $ref 'http://x.test/a' is not supported"})
    void aSchemaOfAnAnswerHasOnlySupportedKeywords(String property, String words) throws Exception {
        refuses(format(property, ""), "output_config.format.schema: ");
        refuses(format(property, ""), words);
        refuses(of(HAIKU, ",\"tools\":[{\"name\":\"a\",\"strict\":true,\"input_schema\":"
                + schema(property, "") + "}]"),
                words);
        client.takes(of(HAIKU, ",\"tools\":[{\"name\":\"a\",\"input_schema\":" + schema(property, "") + "}]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'type':'array','items':{'type':'string'},'minItems':1}",
        "{'type':'string','format':'date','description':'a day'}", "{'enum':['a',1,null]}",
        "{'anyOf':[{'type':'string'},{'type':'null'}]}", "{'$ref':'#/$defs/a'}"})
    void supportedKeywordsAreTaken(String property) throws Exception {
        client.takes(format(property, ",'$defs':{'a':{'type':'string'}}"));
    }

    @Test
    void aSchemaDoesNotLeadBackToItself() throws Exception {
        String node = ",'$defs':{'node':{'type':'object','additionalProperties':false,'properties':{'next':"
                + "{'$ref':'#/$defs/node'}}}}";
        refuses(format("{'$ref':'#/$defs/node'}", node),
                "Circular reference detected in schema definitions: node -> node.");
    }

    @Test
    void aSchemaHasFewOptionalFieldsAndUnions() throws Exception {
        refuses(format(many(25, "{'type':'string'}"), ""), "Schemas contains too many optional parameters (26)");
        refuses(format(many(17, "{'type':['string','null']}"), ""),
                "Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf) which"
                        + " exceeds the limit: 16");
        client.takes(format(many(16, "{'type':['string','null']}"), ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-opus-4-7", "claude-opus-4-8", "claude-sonnet-5", "claude-opus-5-20260801"})
    void theNewestModelsTakeNoTemperature(String model) throws Exception {
        refuses(of(model, HELLO, ",\"temperature\":0.7"), "`temperature` is deprecated for this model.");
        client.takes(of(model, HELLO, ",\"temperature\":1"));
        client.takes(of("claude-opus-4-6", HELLO, ",\"temperature\":0.7"));
    }

    @Test
    void aTemperatureIsAtMostOneAndOneBesideThoughts() throws Exception {
        refuses(of(HAIKU, ",\"temperature\":1.5"), "temperature: range: 0..1");
        refuses(of(HAIKU, ",\"temperature\":0.5,\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}"),
                "`temperature` may only be set to 1 when thinking is enabled");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "claude-opus-4-7 | enabled | \"thinking.type.enabled\" is not supported for this model.",
        "claude-sonnet-5 | enabled | \"thinking.type.enabled\" is not supported for this model.",
        "claude-opus-5 | enabled | \"thinking.type.enabled\" is not supported for this model.",
        "claude-fable-5-1 | disabled | \"thinking.type.disabled\" is not supported for this model.",
        "claude-haiku-4-5 | adaptive | adaptive thinking is not supported on this model"})
    void modelsThinkInTheirOwnWay(String model, String type, String words) throws Exception {
        String budget = type.equals("enabled") ? ",\"budget_tokens\":1024" : "";
        refuses(of(model, HELLO, ",\"thinking\":{\"type\":\"" + type + "\"" + budget + "}"), words);
        client.takes(of("claude-opus-4-6", HELLO, ",\"thinking\":{\"type\":\"" + type + "\"" + budget + "}"));
    }

    @Test
    void aBudgetOfThoughtsFitsTheLimit() throws Exception {
        String thinks = ",\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":BUDGET}";
        refuses(of(HAIKU, thinks.replace("BUDGET", "512")),
                "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
        refuses(of(HAIKU, thinks.replace("BUDGET", "2048")),
                "`max_tokens` must be greater than `thinking.budget_tokens`.");
        refuses(of(HAIKU, thinks.replace("BUDGET", "1024") + ",\"tools\":[" + LOOK + "],\"tool_choice\":"
                + "{\"type\":\"any\"}"), "Thinking may not be enabled when tool_choice forces tool use.");
        client.takes(of(HAIKU, thinks.replace("BUDGET", "1024")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "claude-opus-5 | extreme | Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
        "claude-haiku-4-5 | low | This model does not support the effort parameter.",
        "claude-opus-4-6 | xhigh | does not support effort level 'xhigh'. Supported levels: high, low, max, medium."})
    void effortIsAWordThatTheModelKnows(String model, String effort, String words) throws Exception {
        refuses(of(model, HELLO, ",\"output_config\":{\"effort\":\"" + effort + "\"}"), words);
        client.takes(of("claude-opus-5", HELLO, ",\"output_config\":{\"effort\":\"low\"}"));
    }

    @Test
    void fourBlocksAreCachedAtMostAndNoEmptyOne() throws Exception {
        String marked = text("a").replace("}", ",\"cache_control\":{\"type\":\"ephemeral\"}}");
        refuses(messages(user(String.join(",", marked, marked, marked, marked, marked))),
                "A maximum of 4 blocks with cache_control may be provided. Found 5.");
        refuses(messages(user(marked.replace("\"a\"", "\"\""))),
                "messages.0.content.0.text: cache_control cannot be set for empty text blocks");
        refuses(messages(user(marked.replace("ephemeral\"", "ephemeral\",\"scope\":\"global\""))),
                "messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted");
        client.takes(messages(user(String.join(",", marked, marked, marked, marked))));
    }

    @Test
    void aPromptIsReadFromTheCacheTheSecondTime() throws Exception {
        String system = ",\"system\":[{\"type\":\"text\",\"text\":\"" + "a".repeat(20_000)
                + "\",\"cache_control\":{\"type\":\"ephemeral\"}}]";

        JsonValue first = WireJson.field(client.takes(of(HAIKU, system)), "usage");
        JsonValue second = WireJson.field(client.takes(of(HAIKU, system)), "usage");
        JsonValue other = WireJson.field(client.takes(of("claude-opus-5", HELLO, system)), "usage");
        JsonValue small = WireJson.field(client.takes(of(HAIKU, system.replace("a".repeat(19_000), ""))), "usage");

        Double written = WireJson.number(first, "cache_creation_input_tokens");
        assertThat(written).isGreaterThan(4_999);
        assertThat(WireJson.number(first, "cache_read_input_tokens")).isZero();
        assertThat(WireJson.number(first, "input_tokens")).isBetween(1.0, 20.0);
        assertThat(WireJson.number(second, "cache_read_input_tokens")).isEqualTo(written);
        assertThat(WireJson.number(second, "cache_creation_input_tokens")).isZero();
        assertThat(WireJson.number(other, "cache_read_input_tokens")).as("of another model").isZero();
        assertThat(WireJson.number(small, "cache_creation_input_tokens")).as("below the minimum").isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause_turn", "model_context_window_exceeded", "stop_sequence", "something_new"})
    void everyStopReasonCanBeScripted(String reason) throws Exception {
        try (RulesClient scripted = new RulesClient("/v1/messages",
                _ -> FakeAnswer.says("well").finishingWith(reason).redacting("c2VjcmV0"))) {
            assertThat(WireJson.text(scripted.takes(of(HAIKU, "")), "stop_reason")).isEqualTo(reason);
            String stream = scripted.ask(of(HAIKU, ",\"stream\":true")).body();
            assertThat(stream).contains("\"stop_reason\":\"" + reason + "\"", "redacted_thinking", "c2VjcmV0",
                    "event: ping");
        }
    }

    private void refuses(String body, String words) throws Exception {
        client.refuses(400, body, words);
        assertThat(client.ask(body).body()).contains("invalid_request_error");
    }

    private static String of(String model, String fields) {
        return of(model, HELLO, fields);
    }

    private static String of(String model, String messages, String fields) {
        return "{\"model\":\"" + model + "\",\"max_tokens\":2000,\"messages\":[" + messages + "]" + fields + "}";
    }

    private static String messages(String... messages) {
        return of(HAIKU, String.join(",", messages), "");
    }

    private static String tools(String... messages) {
        return of(HAIKU, String.join(",", messages), ",\"tools\":[" + LOOK + "]");
    }

    private static String user(String blocks) {
        return "{\"role\":\"user\",\"content\":[" + blocks + "]}";
    }

    private static String assistant(String blocks) {
        return "{\"role\":\"assistant\",\"content\":[" + blocks + "]}";
    }

    private static String text(String text) {
        return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
    }

    private static String thought(String text) {
        return "{\"type\":\"thinking\",\"thinking\":\"" + text + "\",\"signature\":\""
                + AnthropicTurnRules.signature(text) + "\"}";
    }

    private static String format(String property, String more) {
        return of(HAIKU, ",\"output_config\":{\"format\":{\"type\":\"json_schema\",\"schema\":" + schema(property, more)
                + "}}");
    }

    private static String schema(String property, String more) {
        return ("{'type':'object','properties':{'a':" + property + "},'additionalProperties':false" + more + "}")
                .replace('\'', '"');
    }

    private static String many(int count, String property) {
        StringBuilder all = new StringBuilder(
                "{'type':'object','additionalProperties':false,'required':[],'properties':{");
        for (int i = 0; i < count; i++) {
            all.append(i == 0 ? "" : ",").append("'p").append(i).append("':").append(property);
        }
        return all.append("}}").toString();
    }
}
