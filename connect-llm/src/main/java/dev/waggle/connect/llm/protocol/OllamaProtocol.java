package dev.waggle.connect.llm.protocol;

import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerFormat;
import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerOptions;
import dev.waggle.connect.llm.protocol.ProviderRequest.ToolForm;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Chat as Ollama publishes it. A format is a grammar, and with a grammar no model can call a tool. So a request has
 * either callable tools or a format.
 */
final class OllamaProtocol implements ModelProtocol {

    @Override
    public String path(ProviderRequest request) {
        return "/api/chat";
    }

    @Override
    public JsonValue.Obj body(ProviderRequest request) {
        JsonObjectBuilder body = new JsonObjectBuilder().with("model", request.model())
                .with("messages", ChatMessages.of(request, ProtocolName.OLLAMA,
                        it -> OllamaMessage.answer(it.text(), it.calls(), ""), OllamaProtocol::result))
                .with("stream", true);
        if (request.tools().callable()) {
            body.with("tools", request.tools().tools().stream().map(OllamaProtocol::tool).toList());
        } else {
            switch (request.options().format()) {
                case AnswerFormat.AnyText _ -> {
                    // No grammar.
                }
                case AnswerFormat.AnyObject _ -> body.with("format", "json");
                case AnswerFormat.OfSchema it -> body.with("format", it.schema());
            }
        }
        JsonValue.Obj options = options(request.options());
        if (!options.fields().isEmpty()) {
            body.with("options", options);
        }
        return JsonMerge.changed(body.json(), request.extra());
    }

    @Override
    public ReplyReader reader(ReplySink sink) {
        return new OllamaReader(sink);
    }

    private static JsonValue.Obj options(AnswerOptions options) {
        JsonObjectBuilder all = new JsonObjectBuilder();
        if (options.maxTokens() != null) {
            all.with("num_predict", options.maxTokens().longValue());
        }
        return all.withPresent("temperature", options.temperature()).json();
    }

    private static JsonValue result(CallResult result) {
        return new JsonObjectBuilder().with("role", "tool").with("tool_name", result.toolName())
                .with("content", result.text()).json();
    }

    private static JsonValue tool(ToolForm tool) {
        JsonValue.Obj parameters = tool.parameters();
        return new JsonObjectBuilder().with("type", "function")
                .with("function", new JsonObjectBuilder().with("name", tool.name())
                        .with("description", tool.description())
                        .with("parameters", parameters == null ? noInput() : parameters).json())
                .json();
    }

    private static JsonValue.Obj noInput() {
        return new JsonObjectBuilder().with("type", "object").with("properties", new JsonObjectBuilder().json()).json();
    }
}
