package dev.waggle.connect.llm.protocol;

import java.util.Map;

import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerFormat;
import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerOptions;
import dev.waggle.connect.llm.protocol.ProviderRequest.ToolForm;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Chat completions as OpenAI publishes them. Compatible servers take the same with the older name of the limit. */
final class OpenAiChatProtocol implements ModelProtocol {

    /** The name that the provider wants a schema to have. */
    static final String SCHEMA_NAME = "reply";

    @Override
    public String path(ProviderRequest request) {
        return "/chat/completions";
    }

    @Override
    public JsonValue.Obj body(ProviderRequest request) {
        AnswerOptions options = request.options();
        JsonObjectBuilder body = new JsonObjectBuilder().with("model", request.model())
                .with("messages", ChatMessages.of(request, ProtocolName.OPENAI_CHAT,
                        it -> OpenAiChatMessage.answer(it.text(), it.calls(), Map.of()), OpenAiChatProtocol::result))
                .with("stream", true)
                .with("stream_options", new JsonObjectBuilder().with("include_usage", true).json());
        if (options.maxTokens() != null) {
            body.with(options.tokenField(), options.maxTokens().longValue());
        }
        body.withPresent("temperature", options.temperature());
        if (!request.tools().isEmpty()) {
            body.with("tools", request.tools().tools().stream().map(OpenAiChatProtocol::tool).toList());
            if (!request.tools().callable()) {
                body.with("tool_choice", "none");
            }
        }
        body.withPresent("response_format", format(options.format()));
        return JsonMerge.changed(body.json(), request.extra());
    }

    @Override
    public ReplyReader reader(ReplySink sink) {
        return new OpenAiChatReader(sink);
    }

    private static JsonValue result(CallResult result) {
        return new JsonObjectBuilder().with("role", "tool").with("tool_call_id", result.callId())
                .with("content", result.text()).json();
    }

    private static JsonValue tool(ToolForm tool) {
        return new JsonObjectBuilder().with("type", "function")
                .with("function", new JsonObjectBuilder().with("name", tool.name())
                        .with("description", tool.description()).withPresent("parameters", tool.parameters()).json())
                .json();
    }

    private static JsonValue.@Nullable Obj format(AnswerFormat format) {
        return switch (format) {
            case AnswerFormat.AnyText _ -> null;
            case AnswerFormat.AnyObject _ -> new JsonObjectBuilder().with("type", "json_object").json();
            case AnswerFormat.OfSchema it -> new JsonObjectBuilder().with("type", "json_schema")
                    .with("json_schema", new JsonObjectBuilder().with("name", SCHEMA_NAME)
                            .with("strict", it.strict()).with("schema", it.schema()).json())
                    .json();
        };
    }
}
