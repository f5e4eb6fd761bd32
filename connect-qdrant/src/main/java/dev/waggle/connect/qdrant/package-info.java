/**
 * Memories in a Qdrant server, by its REST API. A memory is a point with its state as payload. One more point is the
 * clock that counts decays. Embedding models come from outside.
 */
@NullMarked
package dev.waggle.connect.qdrant;

import org.jspecify.annotations.NullMarked;
