package dev.waggle.connect.llm.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.waggle.connect.llm.provider.ProviderConfig.Kind;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Events of each format: content, notices and reasoning items. */
class ContentWatchTest {

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 7);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI    | {"choices":[{"delta":{"role":"assistant","content":""}}]}
            OPENAI    | {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"look","arguments":""}}]}}]}
            OPENAI    | {"choices":[],"prompt_filter_results":[]}
            OPENAI    | {"type":"response.created","response":{"status":"in_progress","error":null}}
            OPENAI    | {"type":"response.in_progress","response":{}}
            OPENAI    | {"type":"response.output_item.added","item":{"type":"message"}}
            ANTHROPIC | {"type":"message_start","message":{"content":[]}}
            ANTHROPIC | {"type":"ping"}
            ANTHROPIC | {"type":"content_block_start","content_block":{"type":"text","text":""}}
            GEMINI    | {"usageMetadata":{"promptTokenCount":7}}
            GEMINI    | {"candidates":[{"content":{"parts":[{"text":""}]}}]}
            OLLAMA    | {"message":{"role":"assistant","content":""},"done":false}
            OLLAMA    | {"status":"loading"}
            OLLAMA    | no json
            """)
    void aNoticeIsNoContent(Kind kind, String data) {
        ContentWatch watch = watch(kind);
        CompletableFuture<Void> change = watch.change();
        world.advance(Duration.ofMinutes(1));

        watch.accept(event(data));

        assertThat(watch.isAwaiting()).isTrue();
        assertThat(watch.lastContentNanos()).isZero();
        assertThat(change).isNotDone();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI    | {"choices":[{"delta":{"content":"a"}}]}
            AZURE     | {"choices":[{"delta":{"content":"a"}}]}
            OPENAI    | {"choices":[{"delta":{"reasoning_content":"a"}}]}
            OPENAI    | {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{"}}]}}]}
            OPENAI    | {"type":"response.output_text.delta","delta":"a"}
            OPENAI    | {"type":"response.reasoning_summary_text.delta","delta":"a"}
            OPENAI    | {"type":"response.function_call_arguments.delta","delta":"{"}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"a"}}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{"}}
            GEMINI    | {"candidates":[{"content":{"parts":[{"text":"a","thought":true}]}}]}
            GEMINI    | {"candidates":[{"content":{"parts":[{"functionCall":{"name":"look"}}]}}]}
            OLLAMA    | {"message":{"role":"assistant","content":"","thinking":"a"},"done":false}
            OLLAMA    | {"message":{"role":"assistant","content":"","tool_calls":[{}]},"done":false}
            """)
    void aPieceOfTextThoughtOrArgumentsEndsTheWait(Kind kind, String data) {
        ContentWatch watch = watch(kind);
        CompletableFuture<Void> change = watch.change();
        world.advance(Duration.ofMinutes(1));

        watch.accept(event(data));

        assertThat(watch.isAwaiting()).isFalse();
        assertThat(watch.lastContentNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());
        assertThat(change).isDone();
        assertThat(watch.change()).isNotDone();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI    | {"choices":[{"delta":{},"finish_reason":"stop"}]}
            OPENAI    | {"type":"response.completed","response":{}}
            ANTHROPIC | {"type":"message_delta","delta":{"stop_reason":"end_turn"}}
            GEMINI    | {"candidates":[{"finishReason":"STOP"}]}
            OLLAMA    | {"message":{"content":""},"done":true}
            """)
    void theEndOfAnAnswerEndsTheWait(Kind kind, String data) {
        ContentWatch watch = watch(kind);
        watch.accept(event(data));

        assertThat(watch.isAwaiting()).isFalse();
    }

    @Test
    void anOpenReasoningItemOfResponsesIsAWaitUntilItIsDone() {
        ContentWatch watch = watch(Kind.OPENAI);
        watch.accept(event("{\"type\":\"response.output_text.delta\",\"delta\":\"a\"}"));
        world.advance(Duration.ofMinutes(1));
        watch.accept(event("{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"reasoning\"}}"));

        assertThat(watch.isAwaiting()).isTrue();
        assertThat(watch.lastContentNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());

        world.advance(Duration.ofMinutes(1));
        watch.accept(event("{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"hm\"}"));

        assertThat(watch.isAwaiting()).as("a thought ends no open item").isTrue();
        assertThat(watch.lastContentNanos()).isEqualTo(Duration.ofMinutes(2).toNanos());

        watch.accept(event("{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"reasoning\"}}"));
        assertThat(watch.isAwaiting()).isFalse();
    }

    @Test
    void anOpenBlockOfThinkingIsAWaitUntilItStops() {
        ContentWatch watch = watch(Kind.ANTHROPIC);
        watch.accept(event("{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"thinking\"}}"));
        watch.accept(event("{\"type\":\"content_block_delta\",\"delta\":{\"thinking\":\"hm\"}}"));
        assertThat(watch.isAwaiting()).isTrue();

        watch.accept(event("{\"type\":\"content_block_stop\",\"index\":0}"));
        assertThat(watch.isAwaiting()).isFalse();

        watch.accept(event("{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"redacted_thinking\"}}"));
        assertThat(watch.isAwaiting()).isTrue();
    }

    /** Hidden reasoning is no content, so its end leaves the wait for the first. */
    @Test
    void hiddenReasoningIsNoContent() {
        ContentWatch watch = watch(Kind.OPENAI);
        watch.accept(event("{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"reasoning\"}}"));
        watch.accept(event("{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"reasoning\"}}"));

        assertThat(watch.isAwaiting()).isTrue();
    }

    private ContentWatch watch(Kind kind) {
        return new ContentWatch(kind, world);
    }

    private static ServerSentEvent event(String data) {
        return new ServerSentEvent(null, data);
    }
}
