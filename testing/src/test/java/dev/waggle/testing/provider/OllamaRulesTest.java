package dev.waggle.testing.provider;

import java.net.http.HttpResponse;
import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that Ollama refuses or answers in its own way, each with a neighbour that it takes. */
class OllamaRulesTest {

    private static final String HELLO = "{\"role\":\"user\",\"content\":\"hello\"}";
    private static final String LOOK = "{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":"
            + "{\"type\":\"object\",\"properties\":{\"where\":{\"$ref\":\"#/$defs/place\",\"minLength\":2},"
            + "\"far\":{\"type\":[\"integer\",\"null\"],\"minimum\":1,\"description\":\"steps\"}}}}}";

    private final RulesClient client = new RulesClient("/api/chat", request -> request.asked().tools().isEmpty()
            ? FakeAnswer.says("fine").thinking("hm")
            : FakeAnswer.calls(new FakeAnswer.Call("a", "look", "{}")));

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{'messages':[]} | model is required",
        "{'model':'a','messages':{}} | json: cannot unmarshal object into Go struct field ChatRequest.messages of type",
        "{'model':'a','messages':[{'role':'user','content':[]}]} | json: cannot unmarshal array into Go struct field"
                + " ChatRequest.messages.content of type string",
        "{'model':'a','messages':[],'stream':'no'} | json: cannot unmarshal string into Go struct field"
                + " ChatRequest.stream of type bool",
        "{'model':'a','messages':[],'keep_alive':'soon'} | time: invalid duration \"soon\"",
        "{'model':'a','messages':[],'keep_alive':'10'} | time: missing unit in duration \"10\"",
        "{'model':'a','messages':[],'keep_alive':true} | Unsupported type: 'true'",
        "{'model':'a','messages':[],'think':'much'} | invalid think value: \"much\" (must be \"high\", \"medium\","
                + " \"low\", \"max\", true, or false)",
        "{'model':'llama3.2','messages':[],'think':true} | \"llama3.2\" does not support thinking",
        "{'model':'gemma3:4b','messages':[],'tools':[{}]} | registry.ollama.ai/library/gemma3:4b does not support"
                + " tools",
        "{'model':'llama2','messages':[],'tools':[{}]} | registry.ollama.ai/library/llama2:latest does not support"
                + " tools"
    })
    void refusesInItsOwnWords(String body, String words) throws Exception {
        client.refuses(400, body.replace('\'', '"'), words);
    }

    @Test
    void optionsAndFormatsFailWhileTheModelIsReadied() throws Exception {
        client.refuses(500, of("a", ",\"options\":{\"temperature\":\"warm\"}"),
                "option \"temperature\" must be of type float32");
        client.refuses(500, of("a", ",\"format\":\"xml\""),
                "invalid format: \"xml\"; expected \"json\" or a valid JSON Schema object");
        client.takes(of("a", ",\"options\":{\"temperature\":0.5,\"unheard_of\":true},\"format\":\"\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0", "300", "\"5m\"", "\"-1s\"", "\"1h30m\"", "null"})
    void aSpanIsANumberOrAText(String keepAlive) throws Exception {
        client.takes(of("a", ",\"keep_alive\":" + keepAlive + ",\"unknown\":1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "\"low\""})
    void modelsThatThinkCanBeTold(String think) throws Exception {
        JsonValue answer = client.takes(of("qwen3:8b", ",\"think\":" + think));

        assertThat(WireJson.has(answer, "message", "thinking")).isEqualTo(!think.equals("false"));
    }

    @Test
    void underAGrammarNoToolIsCalled() throws Exception {
        String format = ",\"format\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[\"x\"]},"
                + "\"b\":{\"type\":\"array\"},\"c\":{\"type\":\"number\",\"minimum\":1}},"
                + "\"required\":[\"a\",\"b\",\"c\"]}";
        JsonValue held = client.takes(of("a", ",\"tools\":[" + LOOK + "]" + format));
        JsonValue free = client.takes(of("a", ",\"tools\":[" + LOOK + "]"));

        assertThat(WireJson.has(held, "message", "tool_calls")).isFalse();
        assertThat(JsonText.read(WireJson.text(held, "message", "content")))
                .isEqualTo(JsonText.read("{\"a\":\"x\",\"b\":[],\"c\":1}"));
        assertThat(WireJson.text(held, "done_reason")).isEqualTo("stop");
        assertThat(WireJson.items(free, "message", "tool_calls")).hasSize(1);
    }

    @Test
    void referencesAndConstraintsOfToolsAreLostWhenTheyAreRead() throws Exception {
        client.takes(of("a", ",\"tools\":[" + LOOK + "]"));

        assertThat(client.server().requests().getLast().asked().tools().getFirst().schema()).isEqualTo(JsonText.read("""
                {"type":"object","properties":{"where":{},
                "far":{"type":["integer","null"],"description":"steps"}}}"""));
    }

    @Test
    void theOldestOfALongConversationIsCutWithoutAWord() throws Exception {
        String system = "{\"role\":\"system\",\"content\":\"be brief\"}";
        String old = "{\"role\":\"user\",\"content\":\"" + "a".repeat(18_000) + "\"}";
        String said = "{\"role\":\"assistant\",\"content\":\"well\"}";
        JsonValue cut = client.takes(messages("", system, old, said, HELLO));
        FakeRequest read = client.server().requests().getLast();
        JsonValue whole = client.takes(messages(",\"options\":{\"num_ctx\":8192}", system, old, said, HELLO));

        assertThat(read.system()).isEqualTo("be brief");
        assertThat(read.messages()).extracting(FakeRequest.Said::text).containsExactly("well", "hello");
        assertThat(WireJson.number(cut, "prompt_eval_count")).isLessThan(100);
        assertThat(client.server().requests().getLast().messages()).hasSize(3);
        assertThat(WireJson.text(whole, "done_reason")).isEqualTo("stop");
    }

    @Test
    void resultsStayWithTheirCalls() throws Exception {
        String call = "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"look\","
                + "\"arguments\":{}}}]}";
        String result = "{\"role\":\"tool\",\"tool_name\":\"look\",\"content\":\"" + "b".repeat(15_000) + "\"}";
        client.takes(messages("", HELLO.replace("hello", "a".repeat(9_000)), call, result));
        FakeRequest read = client.server().requests().getLast();

        assertThat(read.messages()).extracting(FakeRequest.Said::calls).containsExactly(List.of("look"));
        assertThat(read.asked().results()).extracting(FakeRequest.Result::call).containsExactly("look");
    }

    @Test
    void aMessageThatIsTooLongAloneLosesItsBeginning() throws Exception {
        JsonValue cut = client.takes(messages("", HELLO.replace("hello", "a".repeat(20_000) + "end")));

        assertThat(client.server().requests().getLast().lastText()).hasSize(8_192).endsWith("end");
        assertThat(WireJson.number(cut, "prompt_eval_count")).isEqualTo(2_048);
    }

    @Test
    void withoutMessagesTheModelIsLoadedOrUnloaded() throws Exception {
        assertThat(WireJson.text(client.takes("{\"model\":\"a\",\"messages\":[],\"stream\":false}"), "done_reason"))
                .isEqualTo("load");
        assertThat(WireJson.text(client.takes("{\"model\":\"a\",\"stream\":false,\"keep_alive\":0}"), "done_reason"))
                .isEqualTo("unload");
    }

    @Test
    void anErrorInTheStreamIsALine() throws Exception {
        try (RulesClient failing = new RulesClient("/api/chat",
                _ -> new FakeAnswer.Fault.FailsLate(FakeAnswer.says("a b c"), 1, ProviderRefusal.SERVER_ERROR))) {
            HttpResponse<String> answer = failing.ask("{\"model\":\"a\",\"messages\":[" + HELLO + "]}");

            assertThat(answer.headers().firstValue("content-type")).contains("application/x-ndjson");
            assertThat(answer.body().lines().toList()).last().asString().startsWith("{\"error\":\"model runner");
        }
    }

    @Test
    void anUnknownPathIsNotFound() throws Exception {
        assertThat(client.at("/api/chatter").send(of("a", "")).body()).isEqualTo("404 page not found");
    }

    private static String of(String model, String fields) {
        return "{\"model\":\"" + model + "\",\"stream\":false,\"messages\":[" + HELLO + "]" + fields + "}";
    }

    private static String messages(String fields, String... messages) {
        return "{\"model\":\"a\",\"stream\":false,\"messages\":[" + String.join(",", messages) + "]" + fields + "}";
    }
}
