/** Meanings of memories: their vectors, which an embedding model gives in the background. */
@NullMarked
package dev.waggle.connect.lucene.meaning;

import org.jspecify.annotations.NullMarked;
