package dev.waggle.connect.llm.provider;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;

/**
 * Watch over the events of one answer: the time of its last content, and whether content is awaited. Content is a
 * piece of text, of thought or of the arguments of a call.
 *
 * <pre>
 *   awaiting --content--> flowing --reasoning opened--> awaiting --reasoning done--> flowing
 *      \________________________________the answer ends_______________________________/ -> ended
 * </pre>
 *
 * <p>An event is parsed at most once, and only while content is awaited or when it may open a reasoning item. The
 * thread that reads the stream writes; the caller of the run reads. A state is written before the future that reports
 * it, and the caller takes the future before the state, so it misses no change.
 */
final class ContentWatch implements Consumer<ServerSentEvent> {

    private final ProviderConfig.Kind kind;
    private final World world;
    private volatile long lastContent;
    private volatile boolean isAwaiting = true;
    private volatile CompletableFuture<Void> change = new CompletableFuture<>();

    // Of the reading thread.
    private boolean hasContent;
    private boolean isReasoning;
    private boolean isEnded;

    ContentWatch(ProviderConfig.Kind kind, World world) {
        this.kind = kind;
        this.world = world;
        lastContent = world.nanos();
    }

    /** True before the first content and while a reasoning item is open. */
    boolean isAwaiting() {
        return isAwaiting;
    }

    /** Time of the last content or of the opening of a reasoning item, by the stopwatch; at first, of the start. */
    long lastContentNanos() {
        return lastContent;
    }

    /** Done at the next change between awaiting and flowing. */
    CompletableFuture<Void> change() {
        return change;
    }

    @Override
    public void accept(ServerSentEvent event) {
        if (isEnded || (!isAwaiting && !mayOpenReasoning(event.data()))) {
            return;
        }
        JsonValue json = read(event.data());
        switch (kind) {
            case OPENAI, AZURE -> {
                readChat(json);
                readResponses(json);
            }
            case ANTHROPIC -> readMessages(json);
            case GEMINI -> readCandidates(json);
            case OLLAMA -> readOllama(json);
        }
    }

    private boolean mayOpenReasoning(String data) {
        return switch (kind) {
            case OPENAI, AZURE -> data.contains("output_item.added");
            case ANTHROPIC -> data.contains("content_block_start");
            case GEMINI, OLLAMA -> false;
        };
    }

    /** Chat completions; {@code reasoning_content} and {@code reasoning} are the thoughts of compatible servers. */
    private void readChat(JsonValue chunk) {
        for (JsonValue choice : items(field(chunk, "choices"))) {
            JsonValue delta = field(choice, "delta");
            boolean isContent = hasText(delta, "content") || hasText(delta, "reasoning_content")
                    || hasText(delta, "reasoning") || hasText(delta, "refusal")
                    || items(field(delta, "tool_calls")).stream()
                            .anyMatch(call -> hasText(field(call, "function"), "arguments"));
            if (isContent) {
                content();
            }
            if (field(choice, "finish_reason") instanceof JsonValue.Str) {
                end();
            }
        }
    }

    /** The Responses API of OpenAI. */
    private void readResponses(JsonValue event) {
        String type = text(event, "type");
        boolean isReasoning = text(field(event, "item"), "type").equals("reasoning");
        if (type.equals("response.output_item.added") && isReasoning) {
            open();
        } else if (type.equals("response.output_item.done") && isReasoning) {
            close();
        } else if (type.startsWith("response.") && type.endsWith(".delta") && hasText(event, "delta")) {
            content();
        } else if (type.equals("response.completed") || type.equals("response.incomplete")
                || type.equals("response.failed")) {
            end();
        }
    }

    /** Anthropic messages; blocks come one after the other. */
    private void readMessages(JsonValue event) {
        JsonValue delta = field(event, "delta");
        switch (text(event, "type")) {
            case "content_block_start" -> {
                if (text(field(event, "content_block"), "type").endsWith("thinking")) {
                    open();
                }
            }
            case "content_block_delta" -> {
                if (hasText(delta, "text") || hasText(delta, "thinking") || hasText(delta, "partial_json")) {
                    content();
                }
            }
            case "content_block_stop" -> close();
            case "message_delta", "message_stop" -> end();
            default -> {
                // A ping or a notice.
            }
        }
    }

    private void readCandidates(JsonValue chunk) {
        for (JsonValue candidate : items(field(chunk, "candidates"))) {
            boolean isContent = items(field(field(candidate, "content"), "parts")).stream()
                    .anyMatch(part -> hasText(part, "text") || field(part, "functionCall") instanceof JsonValue.Obj);
            if (isContent) {
                content();
            }
            if (field(candidate, "finishReason") instanceof JsonValue.Str) {
                end();
            }
        }
    }

    private void readOllama(JsonValue chunk) {
        JsonValue message = field(chunk, "message");
        if (hasText(message, "content") || hasText(message, "thinking")
                || !items(field(message, "tool_calls")).isEmpty()) {
            content();
        }
        if (field(chunk, "done").equals(JsonValue.of(true))) {
            end();
        }
    }

    /** The first content ends the wait, but not that of an open reasoning item. */
    private void content() {
        lastContent = world.nanos();
        if (!hasContent) {
            hasContent = true;
            awaiting(isReasoning);
        }
    }

    private void open() {
        isReasoning = true;
        lastContent = world.nanos();
        awaiting(true);
    }

    private void close() {
        isReasoning = false;
        awaiting(!hasContent);
    }

    private void end() {
        isEnded = true;
        awaiting(false);
    }

    private void awaiting(boolean now) {
        if (isAwaiting != now) {
            isAwaiting = now;
            CompletableFuture<Void> reported = change;
            change = new CompletableFuture<>();
            reported.complete(null);
        }
    }

    private static boolean hasText(JsonValue of, String name) {
        return !text(of, name).isEmpty();
    }

    private static String text(JsonValue of, String name) {
        return field(of, name) instanceof JsonValue.Str text ? text.value() : "";
    }

    private static List<JsonValue> items(JsonValue value) {
        return value instanceof JsonValue.Arr array ? array.items() : List.of();
    }

    private static JsonValue field(JsonValue of, String name) {
        JsonValue value = of instanceof JsonValue.Obj object ? object.fields().get(name) : null;
        return value == null ? JsonValue.ofNull() : value;
    }

    private static JsonValue read(String data) {
        try {
            return JsonText.read(data);
        } catch (IllegalArgumentException notJson) {
            return JsonValue.ofNull();
        }
    }
}
