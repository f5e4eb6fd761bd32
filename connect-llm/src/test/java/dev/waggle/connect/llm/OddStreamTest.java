package dev.waggle.connect.llm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Streams that are read although they are unusual, and the requests that go on after them. */
class OddStreamTest {

    /** A short answer of the Responses API. */
    private static final String FINE = """
            data: {"type":"response.output_text.delta","output_index":0,"delta":"fine"}

            data: {"type":"response.completed","response":{"status":"completed"}}

            """;

    private static final ToolOffer LOOK = new ToolOffer("look", "Looks somewhere", new JsonValue.Obj(Map.of("type",
            JsonValue.of("object"), "properties", new JsonValue.Obj(Map.of("where",
                    new JsonValue.Obj(Map.of("type", JsonValue.of("string"))))))));

    private static final String FINE_ANTHROPIC = """
            event: message_start
            data: {"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"fine"}}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
    private static final String FINE_CHAT = """
            data: {"choices":[{"index":0,"delta":{"content":"fine"}}]}

            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: [DONE]

            """;
    private static final String FINE_GEMINI = """
            data: {"candidates":[{"content":{"role":"model","parts":[{"text":"fine"}]},"finishReason":"STOP"}]}

            """;
    private static final String FINE_OLLAMA = """
            {"message":{"role":"assistant","content":"fine"},"done":true,"done_reason":"stop"}
            """;

    /** A provider with one answer to each request, in order. */
    private static final class Bed implements AutoCloseable {

        private final Deque<String> answers = new ArrayDeque<>();
        private final RawServer server;
        private final ModelCatalog catalog;

        Bed(String settings, String... bodies) {
            answers.addAll(List.of(bodies));
            server = RawServer.answering(_ -> new RawServer.Feed().send(RawServer.STREAM + answers.poll())
                    .send(RawServer.END));
            catalog = ModelCatalog.of(Map.of("LAB_KEY", ProviderTestBed.KEY), """
                    {"providers": {"lab": {"baseUrl": "http://127.0.0.1:%d/v1", "keyEnv": "LAB_KEY", %s}}}"""
                    .formatted(server.port(), settings));
        }

        HarnessOutput ask(String model, HarnessInput input) throws InterruptedException {
            Harness harness = catalog.harness("lab:" + model);
            try {
                return harness.run(input, context());
            } catch (HarnessException failed) {
                throw new AssertionError(failed.failure().message(), failed);
            }
        }

        HarnessFailure failure(String model) throws InterruptedException {
            try {
                throw new AssertionError("answered: " + catalog.harness("lab:" + model).run(hello(), context()));
            } catch (HarnessException failed) {
                return failed.failure();
            }
        }

        String body(int request) {
            return server.requests().get(request).body();
        }

        @Override
        public void close() {
            catalog.close();
            server.close();
        }
    }

    private static RunContext context() {
        return RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), _ -> {
        });
    }

    private static HarnessInput hello() {
        return new HarnessInput(null, List.of(Message.user("hello")), List.of(LOOK), List.of(), null, 2_000.0, null);
    }

    private static HarnessInput answering(HarnessOutput calls) {
        return new HarnessInput(null, List.of(), List.of(LOOK), calls.toolCalls().stream()
                .map(call -> new ToolResult(call.name(), JsonValue.of("ice"), null)).toList(), calls.sessionId(),
                2_000.0, null);
    }

    private static String fine(String kind) {
        return switch (kind) {
            case "anthropic" -> FINE_ANTHROPIC;
            case "gemini" -> FINE_GEMINI;
            case "ollama" -> FINE_OLLAMA;
            default -> FINE_CHAT;
        };
    }

    /** The HTML standard, "Server-sent events": one byte order mark before the stream is not part of it. */
    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic", "gemini", "ollama"})
    void aByteOrderMarkIsNotPartOfTheFirstEvent(String kind) throws Exception {
        try (Bed bed = new Bed("\"kind\": \"" + kind + "\"", "\uFEFF" + fine(kind))) {
            assertThat(bed.ask("m", hello()).content()).isEqualTo("fine");
        }
    }

    @ParameterizedTest
    @CsvSource({"openai, '\r\n'", "anthropic, '\r\n'", "gemini, '\r\n'", "ollama, '\r\n'", "openai, '\r'",
        "anthropic, '\r'"})
    void allEndsOfLinesAreRead(String kind, String end) throws Exception {
        String odd = (": hello\nretry: 3\nid: 7\n\n" + fine(kind)).replace("data: ", "data:");
        try (Bed bed = new Bed("\"kind\": \"" + kind + "\"",
                (kind.equals("ollama") ? fine(kind) : odd).replace("\n", end))) {
            assertThat(bed.ask("m", hello()).content()).isEqualTo("fine");
        }
    }

    /** Text Generation Inference sends the words of an error without an object. */
    @Test
    void anErrorThatIsAWordIsTold() throws Exception {
        try (Bed bed = new Bed("\"kind\": \"openai\"",
                "data: {\"error\":\"Request failed during generation\",\"error_type\":\"generation\"}\n\n")) {
            assertThat(bed.failure("m").message()).contains("Request failed during generation");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"call_id\":\"same\",", ""})
    void callsOfResponsesThatShareAnIdGoBackWithTheirOwn(String id) throws Exception {
        String item = "{\"type\":\"function_call\",\"id\":\"fc_%d\"," + id
                + "\"name\":\"look\",\"arguments\":\"{\\\"where\\\":\\\"here\\\"}\"}";
        String event = "data: {\"type\":\"response.output_item.%s\",\"output_index\":%d,\"item\":" + item + "}\n\n";
        String calls = event.formatted("added", 0, 0) + event.formatted("done", 0, 0) + event.formatted("added", 1, 1)
                + event.formatted("done", 1, 1)
                + "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}\n\n";
        try (Bed bed = new Bed("\"kind\": \"openai\", \"api\": \"responses\"", calls, FINE)) {
            HarnessOutput asks = bed.ask("m", hello());
            bed.ask("m", answering(asks));

            assertThat(asks.toolCalls()).extracting(ToolCall::id).doesNotHaveDuplicates().hasSize(2);
            for (ToolCall call : asks.toolCalls()) {
                assertThat(bed.body(1).split("\"call_id\":\"" + call.id() + "\"", -1))
                        .as("the call and its result").hasSize(3);
            }
        }
    }

    @Test
    void aCallOfResponsesThatBrokeOffIsAnswered() throws Exception {
        String calls = """
                data: {"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"c1","name":"look","arguments":""}}

                data: {"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\\"whe"}

                data: {"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}

                """;
        try (Bed bed = new Bed("\"kind\": \"openai\", \"api\": \"responses\"", calls, FINE)) {
            HarnessOutput asks = bed.ask("m", hello());
            bed.ask("m", answering(asks));

            assertThat(bed.body(1)).contains("\"type\":\"function_call\",\"call_id\":\"c1\"",
                    "\"type\":\"function_call_output\",\"call_id\":\"c1\"");
        }
    }

    /** Calls that name no tool are dropped, and what goes back does not hold them either. */
    @Test
    void aCallWithoutANameIsDroppedOnBothWays() throws Exception {
        String anthropic = """
                data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"","input":{}}}

                data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t2","name":"look","input":{}}}

                data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":2}}

                data: {"type":"message_stop"}

                """;
        try (Bed bed = new Bed("\"kind\": \"anthropic\"", anthropic, FINE_ANTHROPIC)) {
            bed.ask("m", answering(bed.ask("m", hello())));

            assertThat(bed.body(1)).doesNotContain("t1").contains("\"id\":\"t2\"", "\"tool_use_id\":\"t2\"");
            assertThat(bed.body(1).split("\"type\":\"tool_use\"", -1)).hasSize(2);
            assertThat(bed.body(1)).contains("\"name\":\"look\",\"input\"");
        }
        String gemini = """
                data: {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"args":{}}},{"functionCall":{"id":"g2","name":"look","args":{}}}]},"finishReason":"STOP"}]}

                """;
        try (Bed bed = new Bed("\"kind\": \"gemini\"", gemini, FINE_GEMINI)) {
            bed.ask("m", answering(bed.ask("m", hello())));

            assertThat(bed.body(1).split("\"functionCall\":", -1)).hasSize(2);
            assertThat(bed.body(1)).contains("\"functionResponse\":{\"id\":\"g2\",\"name\":\"look\"");
        }
    }

    /** Google's compatible server and others count every call of an answer as the first. */
    @Test
    void callsThatShareAPlaceAreDifferentIfTheirIdsAre() throws Exception {
        String chat = """
                data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":"{\\"where\\":\\"north\\"}"},"extra_content":{"google":{"thought_signature":"s1"}}}]}}]}

                data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"look","arguments":"{\\"where\\":"}}]}}]}

                data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"south\\"}"}}]},"finish_reason":"tool_calls"}]}

                data: [DONE]

                """;
        try (Bed bed = new Bed("\"kind\": \"openai\"", chat, FINE_CHAT)) {
            HarnessOutput asks = bed.ask("m", hello());
            bed.ask("m", answering(asks));

            assertThat(asks.toolCalls()).extracting(ToolCall::id).containsExactly("a", "b");
            assertThat(asks.toolCalls()).extracting(call -> String.valueOf(call.input()))
                    .satisfiesExactly(one -> assertThat(one).contains("north").doesNotContain("south"),
                            other -> assertThat(other).contains("south"));
            assertThat(bed.body(1)).contains("\"tool_call_id\":\"a\"", "\"tool_call_id\":\"b\"",
                    "\"thought_signature\":\"s1\"");
        }
    }

    /** The guide "Prompt caching" of OpenAI, as of July 2026: from GPT-5.6 on, writes to the cache have a price. */
    @ParameterizedTest
    @ValueSource(strings = {"chat", "responses"})
    void tokensWrittenToTheCacheAreCounted(String api) throws Exception {
        String chat = FINE_CHAT.replace("data: [DONE]", "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9657,"
                + "\"completion_tokens\":78,\"total_tokens\":9735,\"prompt_tokens_details\":{\"cached_tokens\":3,"
                + "\"cache_write_tokens\":9654}}}\n\ndata: [DONE]");
        String responses = "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"fine\"}\n\n"
                + "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":{"
                + "\"input_tokens\":9657,\"input_tokens_details\":{\"cached_tokens\":3,\"cache_write_tokens\":9654},"
                + "\"output_tokens\":78,\"total_tokens\":9735}}}\n\n";
        try (Bed bed = new Bed("\"kind\": \"openai\", \"api\": \"" + api + "\"",
                api.equals("chat") ? chat : responses)) {
            assertThat(bed.ask("gpt-5.6-sol", hello()).usage()).isNotNull().extracting(TokenUsage::inputTokens,
                    TokenUsage::cachedInputTokens, TokenUsage::cacheWriteTokens)
                    .containsExactly(9_657.0, 3.0, 9_654.0);
        }
    }

    /** The API names its models with their folder, and so do many users. */
    @ParameterizedTest
    @CsvSource({"models/gemini-2.5-flash, /v1/models/gemini-2.5-flash:streamGenerateContent",
        "gemini-2.5-flash, /v1/models/gemini-2.5-flash:streamGenerateContent",
        "tunedModels/my-bees-7, /v1/tunedModels/my-bees-7:streamGenerateContent"})
    void theFolderOfAModelOfGeminiIsNotDoubled(String model, String path) throws Exception {
        try (Bed bed = new Bed("\"kind\": \"gemini\"", FINE_GEMINI)) {
            bed.ask(model, hello());

            assertThat(bed.server.requests().getFirst().line()).contains(" " + path + "?alt=sse ");
        }
    }

    @Test
    void aNameWithMarksOfAnAddressIsEncoded() throws Exception {
        try (Bed bed = new Bed("\"kind\": \"gemini\"", FINE_GEMINI)) {
            bed.ask("odd?x#{1}", hello());

            assertThat(bed.server.requests().getFirst().line()).contains("/v1/models/odd%3Fx%23%7B1%7D:stream");
        }
    }
}
