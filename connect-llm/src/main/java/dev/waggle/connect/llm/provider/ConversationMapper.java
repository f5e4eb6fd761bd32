package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.protocol.ConversationItem;
import dev.waggle.connect.llm.provider.SessionStore.StoredSession;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Maps an input to a conversation: the session so far, the results of its tools, the new messages. Blank messages are
 * omitted.
 */
final class ConversationMapper {

    private static final String NO_RESULT = "(no result)";

    private ConversationMapper() {}

    /**
     * The conversation of an input.
     *
     * @throws HarnessException of the kind {@code UNKNOWN_SESSION} when the session is not known, {@code BAD_REQUEST}
     *         when results and calls do not fit together
     */
    static Conversation of(HarnessInput input, SessionStore sessions) throws HarnessException {
        Optional<StoredSession> session = session(input, sessions);
        List<ConversationItem> items = new ArrayList<>(session.map(StoredSession::items).orElse(List.of()));
        results(input, items).ifPresent(items::add);
        List<Message> messages = input.messages().stream().filter(message -> !message.content().isBlank()).toList();
        messages.stream().filter(message -> message.role() != Message.Role.SYSTEM).map(ConversationMapper::item)
                .forEach(items::add);
        if (items.isEmpty()) {
            throw refused("there is nothing to answer: no message, or blank ones only");
        }
        String system = system(input, messages);
        return new Conversation(system == null ? session.map(StoredSession::system).orElse(null) : system, items);
    }

    /**
     * A conversation.
     *
     * @param system the system prompt, if any
     * @param items what was said, in its order
     */
    record Conversation(@Nullable String system, List<ConversationItem> items) {

        Conversation {
            items = List.copyOf(items);
        }
    }

    private static Optional<StoredSession> session(HarnessInput input, SessionStore sessions) throws HarnessException {
        String id = input.sessionId();
        if (id == null) {
            return Optional.empty();
        }
        Optional<StoredSession> session = sessions.of(id);
        if (session.isEmpty()) {
            throw HarnessException.of(HarnessFailure.Kind.UNKNOWN_SESSION, "the session " + VisibleText.of(id)
                    + " is not known here\nMaybe it is too old, the last " + SessionStore.MAX_SESSIONS
                    + " are kept, or of another process: ask again with the whole conversation and no session.");
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
                .map(Message::content).collect(Collectors.joining("\n\n"));
        return said.isEmpty() ? null : said;
    }

    /** The results as the answers to the calls at the end of the session, in their order. */
    private static Optional<ConversationItem> results(HarnessInput input, List<ConversationItem> soFar)
            throws HarnessException {
        List<ToolCall> calls = !soFar.isEmpty() && soFar.getLast() instanceof ConversationItem.ModelAnswer last
                ? last.calls()
                : List.of();
        List<ToolResult> results = input.toolResults();
        if (calls.size() != results.size()) {
            throw refused("the session waits for the results of " + calls.size() + " calls, got " + results.size()
                    + "\nMaybe the session id is missing or an older one: give the one of the answer that holds the"
                    + " calls, and one result for each.");
        }
        List<ConversationItem.CallResult> paired = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            ToolCall call = calls.get(i);
            ToolResult result = results.get(i);
            if (!call.name().equals(result.toolName())) {
                throw refused("result " + (i + 1) + " is of the tool " + VisibleText.of(result.toolName())
                        + ", but that call was to " + VisibleText.of(call.name())
                        + "\nMaybe they are in another order: results go in the order of the calls.");
            }
            paired.add(new ConversationItem.CallResult(call.id(), call.name(), text(result), result.error() != null));
        }
        return paired.isEmpty() ? Optional.empty() : Optional.of(new ConversationItem.ToolResults(paired));
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

    private static ConversationItem item(Message message) {
        return message.role() == Message.Role.ASSISTANT
                ? new ConversationItem.QuotedAnswer(message.content())
                : new ConversationItem.UserText(message.content());
    }

    private static HarnessException refused(String reason) {
        return HarnessException.of(HarnessFailure.Kind.BAD_REQUEST, reason);
    }
}
