package dev.waggle.testing;

import java.util.Optional;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.Message.Role;
import org.jspecify.annotations.Nullable;

/** Requests that every provider refuses: nothing asked, an empty message, roles out of order, an unknown session. */
final class RequestCheck {

    private RequestCheck() {}

    /** Returns the refusal of a request; empty when a provider would answer it. */
    static Optional<HarnessFailure> refusal(HarnessInput input) {
        if (input.sessionId() != null) {
            return Optional.of(HarnessFailure.of(HarnessFailure.Kind.UNKNOWN_SESSION, "there is no session \""
                    + input.sessionId() + "\": a scripted model keeps none\nMaybe send the whole conversation."));
        }
        return Optional.ofNullable(fault(input))
                .map(fault -> HarnessFailure.of(HarnessFailure.Kind.BAD_REQUEST, fault));
    }

    private static @Nullable String fault(HarnessInput input) {
        if (input.messages().isEmpty()) {
            return "messages must not be empty\nMaybe begin with Message.user(\"...\").";
        }
        Role before = Role.SYSTEM;
        for (int i = 0; i < input.messages().size(); i++) {
            Message message = input.messages().get(i);
            String fault = fault(message, before);
            if (fault != null) {
                return "message " + (i + 1) + " " + fault;
            }
            before = message.role();
        }
        return before == Role.USER || !input.toolResults().isEmpty()
                ? null
                : "the last message must be one of the user, got one of role " + before.wireName();
    }

    /** The fault of a message after one of that role; an answer that only calls tools has no text. */
    private static @Nullable String fault(Message message, Role before) {
        return switch (message.role()) {
            case SYSTEM -> before == Role.SYSTEM
                    ? blank(message)
                    : "is of role system, behind one of role " + before.wireName();
            case USER -> blank(message);
            case ASSISTANT -> before == Role.USER
                    ? null
                    : "is of role assistant, and the user asked nothing before it";
        };
    }

    private static @Nullable String blank(Message message) {
        return message.content().isBlank() ? "is blank" : null;
    }
}
