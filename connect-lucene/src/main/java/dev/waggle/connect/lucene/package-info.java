/** Memories in a folder: a durable log, and a Lucene index that is derived from it. */
@NullMarked
package dev.waggle.connect.lucene;

import org.jspecify.annotations.NullMarked;
