package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

import dev.waggle.connect.llm.protocol.ProviderReply.Stop;
import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of streamed messages. An answer is a list of blocks, of which thoughts have to go back with their signature. */
final class AnthropicReader implements ReplyReader {

    private static final String OUTPUT = "output_tokens";

    private final ReplySink sink;
    private final StringBuilder text = new StringBuilder();
    private final ToolCallBuilder calls = new ToolCallBuilder();
    private final Map<Integer, ContentBlock> blocks = new TreeMap<>();
    private final Map<String, Double> usage = new LinkedHashMap<>();
    private @Nullable Stop stop;
    private @Nullable String error;
    private boolean hasContent;
    private boolean complete;
    private @Nullable ContentBlock open;

    AnthropicReader(ReplySink sink) {
        this.sink = sink;
    }

    /** A block of the answer so far. */
    private static final class ContentBlock {

        private final String type;
        private final JsonValue begun;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder signature = new StringBuilder();
        private int call = -1;

        ContentBlock(JsonValue begun) {
            this.begun = begun;
            type = EventFields.text(begun, "type");
        }
    }

    @Override
    public void read(JsonValue event) {
        switch (EventFields.text(event, "type")) {
            case "message_start" -> {
                count(EventFields.at(event, "message", "usage"));
                usage.remove(OUTPUT); // What the answer will cost is known at its end.
            }
            case "content_block_start" -> begin(EventFields.place(event, "index", blocks.size()),
                    EventFields.at(event, "content_block"));
            case "content_block_delta" -> extend(EventFields.place(event, "index", Math.max(0, blocks.size() - 1)),
                    EventFields.at(event, "delta"));
            case "content_block_stop" -> open = null;
            case "message_delta" -> {
                count(EventFields.at(event, "usage"));
                String reason = EventFields.text(event, "delta", "stop_reason");
                if (!reason.isEmpty()) {
                    stop = new Stop(meaning(reason), reason);
                }
            }
            case "message_stop" -> complete = true;
            case "error" -> error = JsonLine.of(event);
            default -> {
                // Pings, and events that are not known, say nothing about the answer.
            }
        }
    }

    private void begin(int place, JsonValue begun) {
        ContentBlock block = new ContentBlock(begun);
        blocks.put(place, block);
        open = block;
        switch (block.type) {
            case "text" -> addText(block, EventFields.text(begun, "text"));
            case "thinking" -> addThought(block, EventFields.text(begun, "thinking"));
            case "tool_use" -> {
                block.call = calls.size();
                calls.begin(EventFields.text(begun, "id"), EventFields.text(begun, "name"), "");
            }
            default -> {
                // Kept as it is.
            }
        }
    }

    private void extend(int place, JsonValue delta) {
        ContentBlock block = blocks.get(place);
        if (block == null) {
            return;
        }
        switch (EventFields.text(delta, "type")) {
            case "text_delta" -> addText(block, EventFields.text(delta, "text"));
            case "thinking_delta" -> addThought(block, EventFields.text(delta, "thinking"));
            case "signature_delta" -> block.signature.append(EventFields.text(delta, "signature"));
            case "input_json_delta" -> addArgument(block, EventFields.text(delta, "partial_json"));
            default -> {
                // Quotations and kinds that are not known change no text.
            }
        }
    }

    private void addText(ContentBlock block, String piece) {
        if (!piece.isEmpty()) {
            hasContent = true;
            block.text.append(piece);
            text.append(piece);
            sink.text(piece);
        }
    }

    private void addThought(ContentBlock block, String piece) {
        if (!piece.isEmpty()) {
            hasContent = true;
            block.text.append(piece);
            sink.thinking(piece);
        }
    }

    private void addArgument(ContentBlock block, String piece) {
        if (block.call >= 0 && !piece.isEmpty()) {
            hasContent = true;
            calls.extend(block.call, "", "", piece);
            sink.argument(piece);
        }
    }

    /** Counts are cumulative: a later one takes the place of an earlier one. */
    private void count(JsonValue counted) {
        for (String name : List.of("input_tokens", OUTPUT, "cache_creation_input_tokens",
                "cache_read_input_tokens")) {
            Double tokens = EventFields.number(counted, name);
            if (tokens != null) {
                usage.put(name, tokens);
            }
        }
    }

    @Override
    public @Nullable String error() {
        return error;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public boolean isThinking() {
        return !hasContent || (open != null && open.type.endsWith("thinking"));
    }

    @Override
    public ProviderReply reply(IntFunction<String> callId) {
        List<ToolCall> all = calls.calls(callId);
        Double written = usage.get("cache_creation_input_tokens");
        Double cached = usage.get("cache_read_input_tokens");
        // The provider counts what it cached apart from the rest of the input.
        Double input = TokenCounts.sum(usage.get("input_tokens"), TokenCounts.sum(written, cached));
        TokenCounts counts = new TokenCounts(input, usage.get(OUTPUT), null, cached, written, null);
        return new ProviderReply(text.toString(), all, counts.usage(), stop, wireForm(all));
    }

    /** The blocks as they came, without empty ones and thoughts that broke off; the last is never a thought. */
    private JsonValue wireForm(List<ToolCall> all) {
        List<JsonValue> kept = new ArrayList<>();
        int call = 0;
        for (ContentBlock block : blocks.values()) {
            switch (block.type) {
                case "text" -> {
                    if (!block.text.toString().isBlank()) {
                        kept.add(AnthropicBlock.text(block.text.toString()));
                    }
                }
                case "thinking" -> {
                    if (!block.signature.isEmpty()) {
                        kept.add(with(block.begun, Map.of("thinking", JsonValue.of(block.text.toString()), "signature",
                                JsonValue.of(block.signature.toString()))));
                    }
                }
                case "tool_use" -> {
                    if (call < all.size()) {
                        ToolCall made = all.get(call++);
                        kept.add(with(block.begun, Map.of("id", JsonValue.of(made.id()), "input",
                                EventFields.argumentObject(made.input()))));
                    }
                }
                default -> kept.add(block.begun);
            }
        }
        if (kept.isEmpty() || EventFields.text(kept.getLast(), "type").endsWith("thinking")) {
            kept.add(AnthropicBlock.text(ConversationItem.NO_ANSWER));
        }
        return JsonValue.of(kept);
    }

    private static JsonValue with(JsonValue block, Map<String, JsonValue> changed) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(
                block instanceof JsonValue.Obj object ? object.fields() : Map.of());
        fields.putAll(changed);
        return new JsonValue.Obj(fields);
    }

    private static StopKind meaning(String reason) {
        return switch (reason) {
            case "end_turn", "stop_sequence" -> StopKind.COMPLETE;
            case "max_tokens" -> StopKind.LENGTH;
            case "tool_use" -> StopKind.TOOLS;
            case "refusal" -> StopKind.REFUSED;
            default -> StopKind.OTHER;
        };
    }
}
