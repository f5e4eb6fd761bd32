package dev.waggle.testing.provider;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that Gemini refuses, each with a neighbour that it takes. */
class GeminiRulesTest {

    private static final String HELLO = "{\"role\":\"user\",\"parts\":[{\"text\":\"hello\"}]}";
    private static final String CALL = "{\"functionCall\":{\"name\":\"look\",\"args\":{}}}";
    private static final String RESULT = "{\"functionResponse\":{\"name\":\"look\",\"response\":{\"found_it\":1}}}";

    private final RulesClient client = new RulesClient("", _ -> FakeAnswer.says("fine")
            .withUsage(new FakeAnswer.Usage(50, 20, 5, 30, 0)));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void unknownFieldsAreNamedWithTheirPlace() throws Exception {
        refuses("{\"contents\":[" + HELLO + "],\"messages\":[]}",
                "Invalid JSON payload received. Unknown name \"messages\": Cannot find field.");
        refuses("{\"contents\":[{\"role\":\"user\",\"content\":\"a\",\"parts\":[{\"text\":\"a\"}]}]}",
                "Invalid JSON payload received. Unknown name \"content\" at 'contents[0]': Cannot find field.");
        refuses(of(HELLO, ",\"generationConfig\":{\"temperature\":\"warm\"}"),
                "Invalid value at 'generation_config.temperature' (TYPE_FLOAT), \"warm\"");
        takes("{\"contents\":{\"parts\":{\"text\":\"a\"}},\"generation_config\":{\"max_output_tokens\":5}}");
    }

    @Test
    void contentsAndPartsAreNotEmpty() throws Exception {
        refuses("{}", "* GenerateContentRequest.contents: contents is not specified");
        refuses("{\"contents\":[" + HELLO + ",{\"role\":\"model\",\"parts\":[]}," + HELLO + "]}",
                "* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.");
        refuses("{\"contents\":[{\"parts\":[{\"text\":\"\"}]}]}", "* GenerateContentRequest.contents[0].parts[0].data:"
                + " required oneof field 'data' must have one initialized field");
        takes(of(HELLO, ""));
    }

    @Test
    void rolesAreUserAndModelAndAUserComesLast() throws Exception {
        refuses(of("{\"role\":\"assistant\",\"parts\":[{\"text\":\"a\"}]}", ""),
                "Please use a valid role: user, model.");
        refuses(of(HELLO + "," + model("{\"text\":\"a\"}"), ""),
                "Please ensure that multiturn requests ends with a user role or a function response.");
        takes(of(HELLO + "," + model("{\"text\":\"a\"}") + "," + HELLO, ""));
    }

    @Test
    void allResponsesOfATurnStandInOneContent() throws Exception {
        String words = "Please ensure that the number of function response parts is equal to the number of function"
                + " call parts of the function call turn.";
        refuses(of(HELLO + "," + model(CALL + "," + CALL) + "," + user(RESULT) + "," + user(RESULT), ""), words);
        refuses(of(HELLO + "," + model(CALL) + "," + user(RESULT + "," + RESULT), ""), words);
        refuses(of(HELLO + "," + model(CALL) + "," + user(RESULT.replace("look", "see")), ""), words);
        refuses(of(HELLO + "," + model(CALL) + "," + HELLO, ""), words);
        takes(of(HELLO + "," + model(CALL + "," + CALL) + "," + user(RESULT + "," + RESULT), ""));
    }

    @Test
    void callsAndResponsesStandInTheirOrder() throws Exception {
        refuses(of(model(CALL) + "," + user(RESULT), ""), "Please ensure that function call turn comes immediately"
                + " after a user turn or after a function response turn.");
        refuses(of(HELLO + "," + user(RESULT), ""),
                "Please ensure that function response turn comes immediately after a function call turn.");
        refuses(of(HELLO + "," + model(CALL) + "," + user(RESULT.replace("look", "")), ""),
                "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.");
    }

    @Test
    void callsOfTheThirdGenerationAreSigned() throws Exception {
        String unsigned = of(HELLO + "," + model(CALL) + "," + user(RESULT), "");
        client.at(path("gemini-3-pro-preview")).refuses(400, unsigned, "Function call is missing a thought_signature in"
                + " functionCall parts. This is required for tools to work correctly, and missing thought_signature may"
                + " lead to degraded model performance. Additional data, function call `default_api:look` ,"
                + " position 2.");
        client.takes(unsigned.replace("\"args\":{}}", "\"args\":{}},\"thoughtSignature\":\"c2ln\""));
        client.takes(of(HELLO + "," + model(CALL) + "," + user(RESULT) + "," + model("{\"text\":\"a\"}") + "," + HELLO,
                ""));
        client.at(path("gemini-2.5-pro")).takes(unsigned);
    }

    @Test
    void thoughtsAreShownOnlyWhereThereAreAny() throws Exception {
        String config = ",\"generationConfig\":{\"thinkingConfig\":{\"thinkingBudget\":0%s}}";
        client.at(path("gemini-2.5-flash")).refuses(400, of(HELLO, config.formatted(",\"includeThoughts\":true")),
                "include_thoughts is only enabled when thinking is enabled");
        client.takes(of(HELLO, config.formatted(",\"includeThoughts\":false")));
        client.takes(of(HELLO, config.formatted("")));
    }

    @Test
    void theFirstOfParallelCallsCarriesASignature() throws Exception {
        try (RulesClient calling = new RulesClient(path("gemini-3.1-pro"), _ -> FakeAnswer.calls(
                new FakeAnswer.Call("a", "look", "{}"), new FakeAnswer.Call("b", "look", "{}")))) {
            JsonValue parts = WireJson.field(WireJson.items(calling.takes(of(HELLO, "")), "candidates").getFirst(),
                    "content", "parts");

            assertThat(WireJson.items(parts)).extracting(part -> WireJson.has(part, "thoughtSignature"))
                    .containsExactly(true, false);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{'type':'object','properties':{}} | .parameters.properties: should be non-empty for OBJECT type",
        "{'type':'object','properties':{'a':{'type':'object'}}} | .properties[a].properties: should be non-empty",
        "{'type':'object','properties':{'a':{'type':'array'}}} | .properties[a].items: missing field",
        "{'type':'object','properties':{'a':{'type':'integer','enum':['1']}}} | .enum: only allowed for STRING type",
        "{'type':'object','properties':{'a':{'type':'string','enum':['']}}} | .enum[0]: cannot be empty",
        "{'type':'object','properties':{'a':{'type':'string','format':'uri'}}} | .format: only 'enum' and 'date-time'",
        "{'type':'object','properties':{'a':{'type':'string'}},'required':['b']} | .required[0]: property is not"
                + " defined"
    })
    void parametersAreMeaningful(String schema, String words) throws Exception {
        refuses(tool(schema), "* GenerateContentRequest.tools[0].function_declarations[0].parameters");
        refuses(tool(schema), words);
        takes(tool("{'type':'OBJECT','properties':{'a':{'type':'string','enum':['b']}},'required':['a']}"));
        takes(tool(schema).replace("\"parameters\"", "\"parametersJsonSchema\""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{'type':['string','null']} | Unknown name \"type\" at 'tools[0].function_declarations[0].parameters"
                + ".properties[0].value': Proto field is not repeating, cannot start list.",
        "{'type':'string','additionalProperties':false} | Unknown name \"additionalProperties\" at 'tools[0]"
                + ".function_declarations[0].parameters.properties[0].value': Cannot find field.",
        "{'$ref':'#/$defs/a'} | Unknown name \"$ref\" at",
        "{'const':'a'} | Unknown name \"const\" at",
        "{'type':'integer','enum':[2]} | parameters.properties[0].value.enum[0]' (TYPE_STRING), 2",
        "{'type':'text'} | (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), \"text\""})
    void parametersAreReadable(String property, String words) throws Exception {
        refuses(tool("{'type':'object','properties':{'a':" + property + "}}"), words);
        takes(tool("{'type':'object','properties':{'a':{'type':'string','nullable':true}}}"));
    }

    @Test
    void functionsHaveNames() throws Exception {
        refuses(tool("{'type':'object','properties':{'a':{'type':'string'}}}").replace("look", "1 look"),
                "function_declarations[0].name: Invalid function name. Must start with a letter or an underscore.");
        refuses(of(HELLO, ",\"tools\":[{\"functionDeclarations\":[{\"name\":\"a\"},{\"name\":\"a\"}]}]"),
                "Duplicate function declaration found: a");
        refuses(of(HELLO, ",\"toolConfig\":{\"functionCallingConfig\":{\"mode\":\"NONE\"}}"),
                "Function calling config is set without function_declarations.");
        refuses(of(HELLO, ",\"toolConfig\":{\"functionCallingConfig\":{\"mode\":\"MAYBE\"}}"),
                "Invalid value at 'tool_config.function_calling_config.mode'");
        takes(of(HELLO, ",\"tools\":[{\"functionDeclarations\":[{\"name\":\"a\"}]}]"));
    }

    @Test
    void aFormatBesideToolsNeedsTheThirdGeneration() throws Exception {
        String both = of(HELLO, ",\"tools\":[{\"functionDeclarations\":[{\"name\":\"a\"}]}],\"generationConfig\":"
                + "{\"responseMimeType\":\"application/json\"}");
        refuses(both, "Function calling with a response mime type: 'application/json' is unsupported");
        client.at(path("gemini-2.5-flash")).refuses(400, both, "is unsupported");
        client.at(path("gemini-3-flash-preview")).takes(both);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "gemini-3-pro-preview | 'thinkingBudget':128,'thinkingLevel':'LOW' | You can only set only one of thinking"
                + " budget",
        "gemini-2.5-pro | 'thinkingLevel':'LOW' | Thinking level is not supported for this model.",
        "gemini-3.1-pro-preview | 'thinkingLevel':'minimal' | Thinking level MINIMAL is not supported for this model.",
        "gemini-2.5-pro | 'thinkingBudget':0 | Budget 0 is invalid. This model only works in thinking mode.",
        "gemini-2.5-pro | 'thinkingBudget':64000 | The thinking budget 64000 is invalid. Please choose a value between"
                + " 128 and 32768.",
        "gemini-2.5-flash | 'thinkingBudget':32000 | Please choose a value between 0 and 24576.",
        "gemini-2.5-flash-lite | 'thinkingBudget':256 | Please choose a value between 512 and 24576."})
    void modelsThinkInTheirOwnWay(String model, String config, String words) throws Exception {
        client.at(path(model)).refuses(400, thinking(config), words);
        client.takes(thinking("'includeThoughts':true"));
        client.at(path("gemini-2.5-flash")).takes(thinking("'thinkingBudget':0"));
        client.at(path("gemini-3-flash-preview")).takes(thinking("'thinkingLevel':'MINIMAL'"));
    }

    @Test
    void settingsHaveRanges() throws Exception {
        refuses(of(HELLO, ",\"generationConfig\":{\"temperature\":2.5}"),
                "temperature must be in the range [0.0, 2.0]");
        refuses(of(HELLO, ",\"generationConfig\":{\"stopSequences\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]}"),
                "the number of stop_sequences must not exceed 5");
        takes(of(HELLO, ",\"generationConfig\":{\"temperature\":2}"));
    }

    @Test
    void aSchemaOfAnAnswerObeysTheSameRules() throws Exception {
        String config = ",\"generationConfig\":{\"responseMimeType\":\"application/json\",\"responseSchema\":SCHEMA}";
        refuses(of(HELLO, config.replace("SCHEMA", "{\"type\":\"object\"}")),
                "generation_config.response_schema.properties: should be non-empty for OBJECT type");
        takes(of(HELLO, config.replace("responseSchema", "responseJsonSchema").replace("SCHEMA",
                "{\"type\":[\"object\",\"null\"],\"additionalProperties\":false}")));
    }

    @Test
    void aKeyIsNeeded() throws Exception {
        assertThat(client.at(path("fake-fast")).send(of(HELLO, "")).statusCode()).isEqualTo(403);
        assertThat(client.at("/models/fake-fast:generateContent").ask(of(HELLO, "")).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE",
        "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL", "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT", "IMAGE_OTHER", "NO_IMAGE", "IMAGE_RECITATION", "UNEXPECTED_TOOL_CALL",
        "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "ESCALATION"})
    void everyFinishReasonCanBeScripted(String reason) throws Exception {
        try (RulesClient scripted = new RulesClient(path("fake-fast"),
                _ -> FakeAnswer.says("well").finishingWith(reason))) {
            JsonValue candidate = WireJson.items(scripted.takes(of(HELLO, "")), "candidates").getFirst();

            assertThat(WireJson.text(candidate, "finishReason")).isEqualTo(reason);
            assertThat(WireJson.has(candidate, "finishMessage"))
                    .isEqualTo(!reason.equals("STOP") && !reason.equals("MAX_TOKENS"));
        }
    }

    @Test
    void cachedAndThoughtTokensAreCounted() throws Exception {
        JsonValue usage = WireJson.field(client.at(path("fake-fast")).takes(of(HELLO, "")), "usageMetadata");

        assertThat(WireJson.number(usage, "promptTokenCount")).isEqualTo(50);
        assertThat(WireJson.number(usage, "cachedContentTokenCount")).isEqualTo(30);
        assertThat(WireJson.number(usage, "thoughtsTokenCount")).isEqualTo(5);
        assertThat(WireJson.number(usage, "candidatesTokenCount")).isEqualTo(15);
    }

    @Test
    void errorsInAStreamAreAListOfOne() throws Exception {
        try (RulesClient failing = new RulesClient("/v1beta/models/fake-fast:streamGenerateContent?alt=sse",
                _ -> new FakeAnswer.Fault.FailsLate(FakeAnswer.says("a b c"), 1, ProviderRefusal.OVERLOADED))) {
            assertThat(failing.ask(of(HELLO, "")).body()).contains("data: [{\"error\":{\"code\":503");
            assertThat(failing.ask("{}").body()).startsWith("{\"error\"");
            assertThat(failing.at("/v1beta/models/fake-fast:streamGenerateContent").ask("{}").body())
                    .startsWith("[{\"error\"");
        }
    }

    @Test
    void namesWithUnderscoresAreReadButDataIsLeftAlone() throws Exception {
        client.at(path("fake-fast"))
                .takes("{\"system_instruction\":{\"parts\":[{\"text\":\"be brief\"}]},\"contents\":["
                        + HELLO + "," + model(CALL) + "," + user(RESULT) + "]}");

        FakeRequest request = client.server().requests().getLast();
        assertThat(request.system()).isEqualTo("be brief");
        assertThat(request.asked().results().getFirst().text()).contains("found_it");
    }

    private void refuses(String body, String words) throws Exception {
        client.at(path("fake-fast")).refuses(400, body, words);
    }

    private void takes(String body) throws Exception {
        client.at(path("fake-fast")).takes(body);
    }

    private static String path(String model) {
        return "/v1beta/models/" + model + ":generateContent";
    }

    private static String of(String contents, String fields) {
        return "{\"contents\":[" + contents + "]" + fields + "}";
    }

    private static String user(String parts) {
        return "{\"role\":\"user\",\"parts\":[" + parts + "]}";
    }

    private static String model(String parts) {
        return "{\"role\":\"model\",\"parts\":[" + parts + "]}";
    }

    private static String tool(String schema) {
        return of(HELLO, ",\"tools\":[{\"functionDeclarations\":[{\"name\":\"look\",\"parameters\":"
                + schema.replace('\'', '"') + "}]}]");
    }

    private static String thinking(String config) {
        return of(HELLO, ",\"generationConfig\":{\"thinkingConfig\":{" + config.replace('\'', '"') + "}}");
    }
}
