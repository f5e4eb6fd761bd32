package dev.waggle.connect.llm.protocol;

/** Receiver of the content of a reply, piece by piece. */
public interface ReplySink {

    /** A piece of the answer. */
    void text(String piece);

    /** A piece of the thoughts. */
    void thinking(String piece);

    /** A piece of the arguments of a call. */
    void argument(String piece);
}
