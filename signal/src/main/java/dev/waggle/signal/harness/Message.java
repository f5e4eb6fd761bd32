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

    /** The content of an assistant's turn without a text, because providers refuse an empty one. */
    private static final String NO_ANSWER = "(no answer)";

    /** Role in a conversation. */
    public enum Role implements WireConstant {
        USER, ASSISTANT, SYSTEM
    }

    public static Message user(String content) {
        return new Message(Role.USER, content);
    }

    /** Returns a turn of the assistant; a blank one has the content {@value #NO_ANSWER}. */
    public static Message assistant(String content) {
        return new Message(Role.ASSISTANT, content.isBlank() ? NO_ANSWER : content);
    }
}
