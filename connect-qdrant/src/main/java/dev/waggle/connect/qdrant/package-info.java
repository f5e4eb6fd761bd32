/** Memories in a Qdrant server, by its REST API. */
@NullMarked
package dev.waggle.connect.qdrant;

import org.jspecify.annotations.NullMarked;
