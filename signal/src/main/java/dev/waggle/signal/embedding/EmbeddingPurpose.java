package dev.waggle.signal.embedding;

/** Purpose of an embedding; some models expect another prefix before a query than before a stored text. */
public enum EmbeddingPurpose {

    /** A text that is stored and found by queries. */
    DOCUMENT,

    /** A text that searches for documents. */
    QUERY
}
