/**
 * Nearest vectors of memories: a file of the vectors that were paid for, and an index that is derived from them. Texts,
 * logs and embedding models live elsewhere.
 */
@NullMarked
package dev.waggle.connect.lucene.vector;

import org.jspecify.annotations.NullMarked;
