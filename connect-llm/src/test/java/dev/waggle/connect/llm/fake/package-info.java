/**
 * A server that stands in for providers of models: four wire formats with real streaming over loopback, a script that
 * says what to answer, and every fault that a client has to survive. Written after the published formats, never checked
 * against a live provider.
 */
@NullMarked
package dev.waggle.connect.llm.fake;

import org.jspecify.annotations.NullMarked;
