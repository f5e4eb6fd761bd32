package dev.waggle.signal.harness;

import dev.waggle.signal.json.WireConstant;

/**
 * One turn of a conversation.
 *
 * @param role the role of the speaker
 * @param content the text; may be empty
 */
public record Message(Role role, String content) {

    public Message {
        HarnessPreconditions.present("role", role);
        HarnessPreconditions.present("content", content);
    }

    /** Role in a conversation. */
    public enum Role implements WireConstant {
        USER, ASSISTANT, SYSTEM
    }

    public static Message user(String content) {
        return new Message(Role.USER, content);
    }
}
