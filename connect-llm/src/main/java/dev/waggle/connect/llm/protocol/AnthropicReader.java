package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of streamed messages. An answer is a list of blocks, of which thoughts have to go back with their signature. */
final class AnthropicReader extends ReplyBuilder {

    private static final String OUTPUT = "output_tokens";

    /** The counts that hold from the start; the output is known at the end. */
    private static final List<String> INPUT = List.of("input_tokens", "cache_creation_input_tokens",
            "cache_read_input_tokens");
    private static final List<String> ALL = List.of("input_tokens", "cache_creation_input_tokens",
            "cache_read_input_tokens", OUTPUT);

    private final Map<Integer, ContentBlock> blocks = new TreeMap<>();
    private final Map<String, Double> usage = new LinkedHashMap<>();
    private @Nullable Double thoughts;
    private @Nullable ContentBlock open;

    AnthropicReader(ReplySink sink) {
        super(sink);
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
            case "message_start" -> readUsage(EventFields.at(event, "message", "usage"), INPUT);
            case "content_block_start" -> begin(EventFields.place(event, "index", blocks.size()),
                    EventFields.at(event, "content_block"));
            case "content_block_delta" -> extend(EventFields.place(event, "index", Math.max(0, blocks.size() - 1)),
                    EventFields.at(event, "delta"));
            case "content_block_stop" -> open = null;
            case "message_delta" -> {
                readUsage(EventFields.at(event, "usage"), ALL);
                String reason = EventFields.text(event, "delta", "stop_reason");
                if (!reason.isEmpty()) {
                    stop(meaning(reason), reason);
                }
            }
            case "message_stop" -> complete();
            case "error" -> fail(event);
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
                if (!EventFields.text(begun, "name").isEmpty()) {
                    block.call = calls().size();
                    beginCall(EventFields.text(begun, "id"), EventFields.text(begun, "name"), "");
                }
            }
            default -> {
                // Kept as it is.
            }
        }
    }

    private void extend(int place, JsonValue delta) {
        ContentBlock block = blocks.get(place);
        if (block == null) {
            addHidden(EventFields.text(delta, "text") + EventFields.text(delta, "thinking")
                    + EventFields.text(delta, "partial_json"));
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
        block.text.append(addText(piece));
    }

    private void addThought(ContentBlock block, String piece) {
        block.text.append(addThought(piece));
    }

    private void addArgument(ContentBlock block, String piece) {
        if (block.call < 0) {
            addHidden(piece);
        } else {
            extendCall(block.call, "", "", piece);
        }
    }

    /** Counts are cumulative: a later one takes the place of an earlier one. */
    private void readUsage(JsonValue counted, List<String> names) {
        for (String name : names) {
            Double tokens = EventFields.number(counted, name);
            if (tokens != null) {
                usage.put(name, tokens);
            }
        }
        // Part of the output (Particle-Academy/prism 0.117.0, September 2026); older servers do not count it.
        Double thought = EventFields.number(counted, "output_tokens_details", "thinking_tokens");
        thoughts = thought == null ? thoughts : thought;
        Double written = usage.get("cache_creation_input_tokens");
        Double cached = usage.get("cache_read_input_tokens");
        // The provider counts what it cached apart from the rest of the input.
        Double input = TokenCounts.sum(usage.get("input_tokens"), TokenCounts.sum(written, cached));
        count(new TokenCounts(input, usage.get(OUTPUT), null, cached, written, thoughts));
    }

    @Override
    public boolean isThinking() {
        return super.isThinking() || (open != null && open.type.endsWith("thinking"));
    }

    /** The blocks as they came, without empty ones and thoughts that broke off; the last is never a thought. */
    @Override
    JsonValue wireForm(List<ToolCall> made) {
        List<JsonValue> kept = new ArrayList<>();
        for (ContentBlock block : blocks.values()) {
            switch (block.type) {
                case "text" -> {
                    if (!block.text.toString().isBlank()) {
                        kept.add(AnthropicBlock.text(block.text.toString()));
                    }
                }
                case "thinking" -> {
                    if (!block.signature.isEmpty()) {
                        JsonValue whole = with(block.begun, "thinking", JsonValue.of(block.text.toString()));
                        kept.add(with(whole, "signature", JsonValue.of(block.signature.toString())));
                    }
                }
                case "tool_use" -> {
                    if (block.call >= 0 && block.call < made.size()) {
                        ToolCall named = made.get(block.call);
                        JsonValue whole = with(block.begun, "id", JsonValue.of(named.id()));
                        kept.add(with(whole, "input", EventFields.argumentObject(named.input())));
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

    private static JsonValue with(JsonValue block, String name, JsonValue value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(
                block instanceof JsonValue.Obj object ? object.fields() : Map.of());
        fields.put(name, value);
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
