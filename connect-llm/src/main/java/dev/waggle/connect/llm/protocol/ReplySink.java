package dev.waggle.connect.llm.protocol;

/**
 * Receiver of the content of a reply, piece by piece. Each method returns the beginning of the piece that was taken; a
 * shorter one ends the reply.
 */
public interface ReplySink {

    /** A piece of the answer. */
    String text(String piece);

    /** A piece of the thoughts. */
    String thinking(String piece);

    /** A piece of a call, of its arguments, its name or its id, or of output that nobody sees, such as a refusal. */
    String argument(String piece);
}
