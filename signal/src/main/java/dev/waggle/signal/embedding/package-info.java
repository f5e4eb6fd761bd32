/**
 * Embeddings: the port {@link dev.waggle.signal.embedding.TextEmbedder} of models that turn texts into vectors, the
 * checks of their answers, and their failures. It also holds a hashing embedder that needs no model. Providers live in
 * modules above, and the use of vectors belongs to memories.
 */
@NullMarked
package dev.waggle.signal.embedding;

import org.jspecify.annotations.NullMarked;
