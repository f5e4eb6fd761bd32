package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.protocol.ConversationItem.ModelAnswer;
import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerFormat;
import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerOptions;
import dev.waggle.connect.llm.protocol.ProviderRequest.ToolForm;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Messages as Anthropic publishes them. The provider caches a prompt up to the places that the request marks. These are
 * the tools, the system prompt, and with tools the newest words, because the next call of the turn repeats them. A
 * fourth place is the last breakpoint of a message. Text up to each breakpoint is a block of its own, because a cached
 * part ends with a block.
 */
final class AnthropicProtocol implements ModelProtocol {

    @Override
    public String path(ProviderRequest request) {
        return "/messages";
    }

    @Override
    public JsonValue.Obj body(ProviderRequest request) {
        AnswerOptions options = request.options();
        JsonObjectBuilder body = new JsonObjectBuilder().with("model", request.model());
        if (options.maxTokens() != null) {
            body.with("max_tokens", options.maxTokens().longValue());
        }
        if (request.system() != null) {
            body.with("system", List.of(marked(AnthropicBlock.text(request.system()))));
        }
        body.with("messages", messages(request)).with("stream", true).withPresent("temperature", options.temperature());
        if (!request.tools().isEmpty()) {
            body.with("tools", tools(request));
            if (!request.tools().callable()) {
                body.with("tool_choice", new JsonObjectBuilder().with("type", "none").json());
            }
        }
        if (options.format() instanceof AnswerFormat.OfSchema format) {
            body.with("output_config", new JsonObjectBuilder().with("format", new JsonObjectBuilder()
                    .with("type", "json_schema").with("schema", format.schema()).json()).json());
        }
        return JsonMerge.changed(body.json(), request.extra());
    }

    @Override
    public ReplyReader reader(ReplySink sink) {
        return new AnthropicReader(sink);
    }

    private static List<JsonValue> tools(ProviderRequest request) {
        List<JsonValue> tools = new ArrayList<>();
        for (ToolForm tool : request.tools().tools()) {
            JsonValue.Obj parameters = tool.parameters();
            JsonValue.Obj form = new JsonObjectBuilder().with("name", tool.name())
                    .with("description", tool.description())
                    .with("input_schema", parameters == null ? anyInput() : parameters).json();
            boolean isLast = tools.size() == request.tools().tools().size() - 1;
            tools.add(isLast ? marked(form) : form);
        }
        return tools;
    }

    private static JsonValue.Obj anyInput() {
        return new JsonObjectBuilder().with("type", "object").json();
    }

    /** Messages with roles in turn: the parts of one side that follow each other stand in one message. */
    @SuppressWarnings("ReferenceEquality") // The repeated item is a place; another one may be equal.
    private static List<JsonValue> messages(ProviderRequest request) {
        List<RoleBlocks> all = new ArrayList<>();
        ConversationItem repeated = repeated(request);
        for (ConversationItem item : request.conversation()) {
            switch (item) {
                case ConversationItem.UserText it -> add(all, "user", blocks(it, item == repeated));
                case ConversationItem.QuotedAnswer it -> add(all, "assistant", List.of(AnthropicBlock.text(it.text())));
                case ModelAnswer it -> add(all, "assistant", it.api() == ProtocolName.ANTHROPIC
                        ? EventFields.items(it.wireForm())
                        : AnthropicBlock.answer(it.text(), it.calls()));
                case ConversationItem.ToolResults it ->
                    add(all, "user", it.results().stream().map(AnthropicProtocol::result).toList());
            }
        }
        if (request.tools().callable() && !all.isEmpty()) {
            List<JsonValue> newest = all.getLast().blocks();
            newest.set(newest.size() - 1, marked(newest.getLast()));
        }
        return all.stream().<JsonValue>map(message -> new JsonObjectBuilder().with("role", message.role())
                .with("content", message.blocks()).json()).toList();
    }

    /** The last words with a repeated part, if there are any. */
    private static @Nullable ConversationItem repeated(ProviderRequest request) {
        return request.conversation().stream()
                .filter(item -> item instanceof ConversationItem.UserText words && !words.breakpoints().isEmpty())
                .reduce((earlier, later) -> later).orElse(null);
    }

    /** The words, a block up to each breakpoint. */
    private static List<JsonValue> blocks(ConversationItem.UserText words, boolean isMarked) {
        List<JsonValue> blocks = new ArrayList<>();
        int from = 0;
        for (int end : words.breakpoints()) {
            if (!words.text().substring(from, end).isBlank()) {
                blocks.add(AnthropicBlock.text(words.text().substring(from, end)));
                from = end;
            }
        }
        if (isMarked && !blocks.isEmpty()) {
            blocks.set(blocks.size() - 1, marked(blocks.getLast()));
        }
        String rest = words.text().substring(from);
        if (!rest.isBlank()) {
            blocks.add(AnthropicBlock.text(rest));
        }
        return blocks;
    }

    /** A message in the making. */
    private record RoleBlocks(String role, List<JsonValue> blocks) {}

    private static void add(List<RoleBlocks> all, String role, List<JsonValue> blocks) {
        if (all.isEmpty() || !all.getLast().role().equals(role)) {
            all.add(new RoleBlocks(role, new ArrayList<>()));
        }
        all.getLast().blocks().addAll(blocks);
    }

    private static JsonValue result(CallResult result) {
        JsonObjectBuilder block = new JsonObjectBuilder().with("type", "tool_result")
                .with("tool_use_id", result.callId()).with("content", result.text());
        return (result.failed() ? block.with("is_error", true) : block).json();
    }

    /** The block as the end of a part of the prompt that is worth keeping. */
    private static JsonValue marked(JsonValue block) {
        if (!(block instanceof JsonValue.Obj object)) {
            return block;
        }
        Map<String, JsonValue> fields = new LinkedHashMap<>(object.fields());
        fields.put("cache_control", new JsonObjectBuilder().with("type", "ephemeral").json());
        return new JsonValue.Obj(fields);
    }
}
