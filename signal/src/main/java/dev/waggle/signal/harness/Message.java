package dev.waggle.signal.harness;

import java.util.List;

import dev.waggle.signal.json.WireConstant;

/**
 * One turn of a conversation.
 *
 * @param role the role of the speaker
 * @param content the text; may be empty
 * @param breakpoints ends of the parts that later requests repeat byte for byte, as rising offsets into the content,
 *        at most 500; a provider that caches by marks has one at the last. They change nothing in what a model reads
 */
public record Message(Role role, String content, List<Integer> breakpoints) {

    /** Maximum number of breakpoints. */
    static final int MAX_BREAKPOINTS = 500;

    /** The content of an assistant's turn without a text, because providers refuse an empty one. */
    private static final String NO_ANSWER = "(no answer)";

    public Message {
        HarnessPreconditions.present("role", role);
        HarnessPreconditions.present("content", content);
        breakpoints = List.copyOf(breakpoints);
        if (breakpoints.size() > MAX_BREAKPOINTS) {
            throw new IllegalArgumentException(
                    "breakpoints must be at most " + MAX_BREAKPOINTS + ", got " + breakpoints.size());
        }
        int previous = 0;
        for (int end : breakpoints) {
            if (end <= previous || end > content.length()) {
                throw new IllegalArgumentException("breakpoints must rise from 1 to at most the length "
                        + content.length() + " of the content, got " + breakpoints);
            }
            previous = end;
        }
    }

    /** A message that states no repeated part. */
    public Message(Role role, String content) {
        this(role, content, List.of());
    }

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
