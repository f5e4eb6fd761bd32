package dev.waggle.connect.langchain4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.harness.session.InputMessages;
import dev.waggle.signal.harness.session.SessionStore;

/**
 * Maps an input to a conversation: the session so far, the results of its tools, the new messages. Blank messages are
 * omitted. Consecutive messages of the user become one, because some providers take no two of them.
 */
final class ChatMessageMapper {

    private static final String PARAGRAPH = "\n\n";

    private ChatMessageMapper() {}

    /**
     * The conversation of an input.
     *
     * @throws HarnessException of the kind {@code UNKNOWN_SESSION} when the session is not known, {@code BAD_REQUEST}
     *         when results and calls do not fit together
     */
    static ChatConversation of(HarnessInput input, SessionStore<ChatConversation> sessions) throws HarnessException {
        Optional<ChatConversation> session = sessions.resumed(input);
        List<ChatMessage> all = new ArrayList<>(session.map(ChatConversation::messages).orElse(List.of()));
        CallResult.paired(waiting(all), input.toolResults(), JsonText::write).stream().map(ChatMessageMapper::result)
                .forEach(all::add);
        InputMessages messages = InputMessages.of(input);
        messages.said().forEach(message -> add(message, all));
        if (all.isEmpty()) {
            throw HarnessException.of(HarnessFailure.Kind.BAD_REQUEST,
                    "there is nothing to answer: no message, or blank ones only");
        }
        return new ChatConversation(messages.system() == null
                ? session.map(ChatConversation::system).orElse(null)
                : messages.system(), all);
    }

    private static List<ToolCall> waiting(List<ChatMessage> all) {
        return !all.isEmpty() && all.getLast() instanceof AiMessage last
                ? ChatResponseMapper.calls(last, null)
                : List.of();
    }

    private static ChatMessage result(CallResult result) {
        return ToolExecutionResultMessage.builder().id(result.callId()).toolName(result.toolName())
                .text(result.text()).isError(result.failed()).build();
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
}
