/**
 * Wire formats of models: each writes the body of a request and reads the events of a streamed reply. Only computes: it
 * knows no connection, key or address. What a model said goes back to it unchanged, as its provider wrote it.
 */
@NullMarked
package dev.waggle.connect.llm.protocol;

import org.jspecify.annotations.NullMarked;
