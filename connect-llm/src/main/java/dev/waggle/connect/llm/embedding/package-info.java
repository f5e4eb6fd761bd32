/**
 * Wire formats of embedding models, facts about their families, and the form in which a text is sent. Only computes: it
 * knows no connection, key or address.
 */
@NullMarked
package dev.waggle.connect.llm.embedding;

import org.jspecify.annotations.NullMarked;
