package dev.waggle.signal.harness;

import java.util.Locale;

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
    public enum Role {
        USER, ASSISTANT, SYSTEM;

        /** Returns the name of the specification, in lower case. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static Message user(String content) {
        return new Message(Role.USER, content);
    }
}
