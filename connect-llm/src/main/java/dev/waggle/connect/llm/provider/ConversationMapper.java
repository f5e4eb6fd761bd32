package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.connect.llm.protocol.ConversationItem;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.harness.session.InputMessages;
import dev.waggle.signal.harness.session.SessionStore;

/** Maps an input to a conversation: the session so far, the results of its tools, the new messages. */
final class ConversationMapper {

    private ConversationMapper() {}

    /**
     * The conversation of an input.
     *
     * @throws HarnessException of the kind {@code UNKNOWN_SESSION} when the session is not known, {@code BAD_REQUEST}
     *         when results and calls do not fit together
     */
    static ModelConversation of(HarnessInput input, SessionStore<ModelConversation> sessions) throws HarnessException {
        Optional<ModelConversation> session = sessions.resumed(input);
        List<ConversationItem> items = new ArrayList<>(session.map(ModelConversation::items).orElse(List.of()));
        List<CallResult> results = CallResult.paired(waiting(items), input.toolResults(), JsonText::write);
        if (!results.isEmpty()) {
            items.add(new ConversationItem.ToolResults(results));
        }
        InputMessages messages = InputMessages.of(input);
        messages.said().stream().map(ConversationMapper::item).forEach(items::add);
        if (items.isEmpty()) {
            throw HarnessException.of(HarnessFailure.Kind.BAD_REQUEST,
                    "there is nothing to answer: no message, or blank ones only");
        }
        return new ModelConversation(messages.system() == null
                ? session.map(ModelConversation::system).orElse(null)
                : messages.system(), items);
    }

    private static List<ToolCall> waiting(List<ConversationItem> items) {
        return !items.isEmpty() && items.getLast() instanceof ConversationItem.ModelAnswer last
                ? last.calls()
                : List.of();
    }

    private static ConversationItem item(Message message) {
        return message.role() == Message.Role.ASSISTANT
                ? new ConversationItem.QuotedAnswer(message.content())
                : new ConversationItem.UserText(message.content(), message.breakpoints());
    }
}
