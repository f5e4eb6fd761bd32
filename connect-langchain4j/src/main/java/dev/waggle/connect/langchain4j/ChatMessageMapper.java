package dev.waggle.connect.langchain4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.waggle.connect.langchain4j.ChatSessionStore.StoredSession;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Maps an input to a conversation: the session so far, the results of its tools, the new messages. Blank messages are
 * omitted. Consecutive messages of the user become one, because some providers take no two of them.
 */
final class ChatMessageMapper {

    private static final String NO_RESULT = "(no result)";
    private static final String PARAGRAPH = "\n\n";

    private ChatMessageMapper() {}

    /**
     * The conversation of an input.
     *
     * @throws HarnessException of the kind {@code UNKNOWN_SESSION} when the session is not known, {@code BAD_REQUEST}
     *         when results and calls do not fit together
     */
    static ChatConversation of(HarnessInput input, ChatSessionStore sessions) throws HarnessException {
        Optional<ChatConversation> session = session(input, sessions);
        List<ChatMessage> all = new ArrayList<>(session.map(ChatConversation::messages).orElse(List.of()));
        all.addAll(results(input, all));
        List<Message> messages = input.messages().stream().filter(message -> !message.content().isBlank()).toList();
        messages.stream().filter(message -> message.role() != Message.Role.SYSTEM).forEach(said -> add(said, all));
        if (all.isEmpty()) {
            throw refused("there is nothing to answer: no message, or blank ones only");
        }
        String system = system(input, messages);
        return new ChatConversation(system == null ? session.map(ChatConversation::system).orElse(null) : system, all);
    }

    private static Optional<ChatConversation> session(HarnessInput input, ChatSessionStore sessions)
            throws HarnessException {
        String id = input.sessionId();
        if (id == null) {
            return Optional.empty();
        }
        Optional<ChatConversation> session = sessions.of(id).map(StoredSession::conversation);
        if (session.isEmpty()) {
            throw HarnessException.of(HarnessFailure.Kind.UNKNOWN_SESSION, "the session " + VisibleText.of(id)
                    + " is not known here\nMaybe it is too old, the last " + ChatSessionStore.MAX_SESSIONS
                    + " are kept, or of another harness: ask again with the whole conversation and no session.");
        }
        return session;
    }

    /** The system prompt of the input, or the system messages in it. */
    private static @Nullable String system(HarnessInput input, List<Message> messages) {
        String system = input.system();
        if (system != null && !system.isBlank()) {
            return system;
        }
        String said = messages.stream().filter(message -> message.role() == Message.Role.SYSTEM)
                .map(Message::content).collect(Collectors.joining(PARAGRAPH));
        return said.isEmpty() ? null : said;
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

    /** Adds a message. A message of the user extends one before it, which can only be of the same input. */
    private static void add(Message message, List<ChatMessage> all) {
        boolean isAnswer = message.role() == Message.Role.ASSISTANT;
        if (!isAnswer && !all.isEmpty() && all.getLast() instanceof UserMessage last) {
            all.set(all.size() - 1, UserMessage.from(last.singleText() + PARAGRAPH + message.content()));
        } else {
            all.add(isAnswer ? AiMessage.from(message.content()) : UserMessage.from(message.content()));
        }
    }

    private static HarnessException refused(String reason) {
        return HarnessException.of(HarnessFailure.Kind.BAD_REQUEST, reason);
    }
}
