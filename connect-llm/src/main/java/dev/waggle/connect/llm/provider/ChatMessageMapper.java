package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;

/**
 * Maps the messages for a model: the session so far, the results of its tools, the new ones. Blank ones are omitted.
 */
final class ChatMessageMapper {

    private static final String NO_RESULT = "(no result)";

    private ChatMessageMapper() {}

    /**
     * The messages of a request.
     *
     * @throws HarnessException of the kind {@code UNKNOWN_SESSION} when the session is not known, {@code BAD_REQUEST}
     *         when results and calls do not fit together
     */
    static List<ChatMessage> of(HarnessInput input, SessionStore sessions) throws HarnessException {
        List<ChatMessage> all = new ArrayList<>(soFar(input, sessions));
        all.addAll(results(input, all));
        String system = input.system();
        if (system != null && !system.isBlank()) {
            all.removeIf(SystemMessage.class::isInstance);
            all.addFirst(SystemMessage.from(system));
        }
        input.messages().stream().filter(message -> !message.content().isBlank()).map(ChatMessageMapper::message)
                .forEach(all::add);
        if (all.stream().allMatch(SystemMessage.class::isInstance)) {
            throw refused("there is nothing to answer: no message, or blank ones only");
        }
        return all;
    }

    private static List<ChatMessage> soFar(HarnessInput input, SessionStore sessions) throws HarnessException {
        String id = input.sessionId();
        if (id == null) {
            return List.of();
        }
        return sessions.of(id).map(SessionStore.StoredSession::messages).orElseThrow(() -> HarnessException
                .of(HarnessFailure.Kind.UNKNOWN_SESSION, "the session " + VisibleText.of(id) + " is not known here"
                        + "\nMaybe it is too old, the last " + SessionStore.MAX_SESSIONS
                        + " are kept, or of another process:"
                        + " ask again with the whole conversation and no session."));
    }

    /** The results as the answers to the calls at the end of the session, in their order. */
    private static List<ChatMessage> results(HarnessInput input, List<ChatMessage> soFar) throws HarnessException {
        List<ToolExecutionRequest> calls = !soFar.isEmpty() && soFar.getLast() instanceof AiMessage last
                ? last.toolExecutionRequests()
                : List.of();
        List<ToolResult> results = input.toolResults();
        if (calls.size() != results.size()) {
            throw refused("the session waits for the results of " + calls.size() + " calls, got " + results.size()
                    + "\nMaybe the session id is missing or an older one: give the one of the answer that holds the"
                    + " calls, and one result for each.");
        }
        List<ChatMessage> paired = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            ToolExecutionRequest call = calls.get(i);
            ToolResult result = results.get(i);
            if (!call.name().equals(result.toolName())) {
                throw refused("result " + (i + 1) + " is of the tool " + VisibleText.of(result.toolName())
                        + ", but that call was to " + VisibleText.of(call.name())
                        + "\nMaybe they are in another order: results go in the order of the calls.");
            }
            paired.add(ToolExecutionResultMessage.builder().id(call.id()).toolName(call.name()).text(text(result))
                    .isError(result.error() != null).build());
        }
        return paired;
    }

    private static String text(ToolResult result) {
        String error = result.error();
        String resultText = switch (result.result()) {
            case null -> error == null ? NO_RESULT : "";
            case JsonValue.Str text -> text.value();
            case JsonValue other -> JsonText.write(other);
        };
        String all = error == null ? resultText : ("error: " + error + "\n" + resultText).strip();
        return all.isBlank() ? NO_RESULT : all;
    }

    private static ChatMessage message(Message message) {
        return switch (message.role()) {
            case USER -> UserMessage.from(message.content());
            case ASSISTANT -> AiMessage.from(message.content());
            case SYSTEM -> SystemMessage.from(message.content());
        };
    }

    private static HarnessException refused(String reason) {
        return HarnessException.of(HarnessFailure.Kind.BAD_REQUEST, reason);
    }
}
