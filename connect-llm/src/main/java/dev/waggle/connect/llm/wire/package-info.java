/**
 * HTTP to a provider: one shared client, one call with its limits, its stream of events and its transport errors. It
 * knows no provider, model or key.
 */
@NullMarked
package dev.waggle.connect.llm.wire;

import org.jspecify.annotations.NullMarked;
