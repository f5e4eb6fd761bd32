package dev.waggle.connect.langchain4j;

import java.util.List;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Maps an input to the library's request. Options that the input does not set are those with which the model was built.
 *
 * @param tools the tools for the model, from the input or from its session
 */
record ChatRequestMapper(RequestForm form, HarnessInput input, List<ToolOffer> tools) {

    /** The name that providers want a schema to have. */
    private static final String SCHEMA_NAME = "reply";

    ChatRequest request(ChatConversation conversation, JsonValue.@Nullable Obj schema) {
        DefaultChatRequestParameters.Builder<?> parameters = DefaultChatRequestParameters.builder();
        if (form.options()) {
            parameters.maxOutputTokens(mostTokens()).temperature(input.temperature());
        }
        if (!tools.isEmpty()) {
            parameters.toolSpecifications(ToolSpecificationMapper.of(tools, form.rawSchemas()));
            if (input.tools().isEmpty() && form.toolChoice()) {
                parameters.toolChoice(ToolChoice.NONE);
            }
        } else if (schema != null) {
            parameters.responseFormat(format(schema));
        }
        return ChatRequest.builder().messages(conversation.all()).parameters(parameters.build()).build();
    }

    private static ResponseFormat format(JsonValue.Obj schema) {
        return ResponseFormat.builder().type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder().name(SCHEMA_NAME)
                        .rootElement(JsonRawSchema.from(JsonText.write(schema))).build())
                .build();
    }

    private @Nullable Integer mostTokens() {
        Double most = input.maxTokens();
        return most == null ? null : (int) Math.max(1, Math.min(Integer.MAX_VALUE, most));
    }
}
