/**
 * Tracing: the port {@link dev.waggle.signal.trace.SpanTracer} of tracing systems, and the spans that the runtime starts
 * through it. A span is current on a thread while its code runs there, so that no method has to pass it on. The
 * implementation for OpenTelemetry is in a module above.
 */
@NullMarked
package dev.waggle.signal.trace;

import org.jspecify.annotations.NullMarked;
