package dev.waggle.connect.llm.embedding;

import dev.waggle.signal.json.JsonValue;

/** One wire format of embeddings. Immutable. */
public interface EmbeddingProtocol {

    /** The path of a request below the address of the endpoint, with a slash before it. */
    String path(EmbeddingRequest request);

    /** The body of a request. */
    JsonValue.Obj body(EmbeddingRequest request);

    /**
     * Reads the reply.
     *
     * @throws IllegalArgumentException when it is not of the format; the message names the fault
     */
    EmbeddingReply read(JsonValue body);
}
