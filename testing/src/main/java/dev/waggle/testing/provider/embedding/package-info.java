/**
 * Stand-ins for embedding models: the rules of their providers, and a server that answers with the vectors of feature
 * hashing. Written after the published formats, never checked against a live provider.
 */
@NullMarked
package dev.waggle.testing.provider.embedding;

import org.jspecify.annotations.NullMarked;
