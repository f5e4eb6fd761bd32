package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.waggle.connect.llm.protocol.ConversationItem.ModelAnswer;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Messages of formats in which a conversation is a list of texts with roles. */
final class ChatMessages {

    private ChatMessages() {}

    /**
     * The messages of a request.
     *
     * @param own the format, whose answers go back as they came
     * @param foreign writes the answer of another format
     * @param result writes the result of a call
     */
    static List<JsonValue> of(ProviderRequest request, ProtocolName own, Function<ModelAnswer, JsonValue> foreign,
            Function<CallResult, JsonValue> result) {
        List<JsonValue> messages = new ArrayList<>();
        if (request.system() != null) {
            messages.add(message("system", request.system()));
        }
        for (ConversationItem item : request.conversation()) {
            switch (item) {
                case ConversationItem.UserText it -> messages.add(message("user", it.text()));
                case ConversationItem.QuotedAnswer it -> messages.add(message("assistant", it.text()));
                case ModelAnswer it -> messages.add(it.api() == own ? it.wireForm() : foreign.apply(it));
                case ConversationItem.ToolResults it -> it.results().forEach(one -> messages.add(result.apply(one)));
            }
        }
        return messages;
    }

    private static JsonValue message(String role, String content) {
        return new JsonObjectBuilder().with("role", role).with("content", content).json();
    }
}
